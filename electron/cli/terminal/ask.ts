// Asks one question on the terminal. On a terminal Ctrl-C arrives as an event, not as a signal.
import { createInterface } from 'node:readline/promises'
import { interrupted } from './exit.ts'
import { visible } from './terminal.ts'

/** True when there is a person to ask. */
export function canAsk(): boolean {
  return process.stdin.isTTY
}

/** One line from the terminal; empty when its input ends. Throws a refusal when interrupted. */
export async function ask(question: string, signal: AbortSignal): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
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
