// Asks one question on the terminal, or for a password, which is not shown. On a terminal Ctrl-C arrives as an event, not as
// a signal.
import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { interrupted } from './exit.ts'
import type { Invocation } from './invocation.ts'
import { sayLines, sayQuestion, visible } from './terminal.ts'

/** True when there is a person to ask. */
export function canAsk({ stdin }: Pick<Invocation, 'stdin'>): boolean {
  return stdin.isTTY === true
}

/** One line from the terminal; empty when its input ends. Throws a refusal when interrupted. */
export async function ask(question: string, invocation: Invocation): Promise<string> {
  const { stdin, stderr } = invocation
  return answerTo(question, createInterface({ input: stdin, output: stderr }), invocation)
}

/** The same for a password: the terminal shows nothing of what is typed. */
export async function askSecretly(question: string, invocation: Invocation): Promise<string> {
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() })
  // Before the question: from here on the terminal shows nothing of what is typed.
  const prompt = createInterface({ input: invocation.stdin, output: nowhere, terminal: true })
  sayQuestion(invocation, question)
  try {
    return await answerTo('', prompt, invocation)
  } finally {
    sayLines(invocation, '')
  }
}

async function answerTo(question: string, prompt: Interface, { signal }: Invocation): Promise<string> {
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
