// Asks one question on the terminal. On a terminal Ctrl-C arrives as an event, not as a signal.
import { createInterface } from 'node:readline/promises'
import { interrupted } from './exit.ts'
import type { Invocation } from './invocation.ts'
import { visible } from './terminal.ts'

/** True when there is a person to ask. */
export function canAsk({ stdin }: Pick<Invocation, 'stdin'>): boolean {
  return stdin.isTTY === true
}

/** One line from the terminal; empty when its input ends. Throws a refusal when interrupted. */
export async function ask(question: string, { stdin, stderr, signal }: Invocation): Promise<string> {
  const prompt = createInterface({ input: stdin, output: stderr })
  const ended = new Promise<string>((resolve, reject) => {
    prompt.once('SIGINT', () => reject(interrupted()))
    signal.addEventListener('abort', () => reject(interrupted()), { once: true })
    prompt.once('close', () => resolve(''))
  })
  try {
    return await Promise.race([prompt.question(visible(question)), ended])
  } finally {
    prompt.close()
  }
}
