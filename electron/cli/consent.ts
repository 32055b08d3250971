// The gate before sending: what will be sent where, and that it cannot be undone. On a terminal a person types their
// consent, for production the supplier's code; without a terminal only --yes is consent.
import { createInterface } from 'node:readline/promises'
import type { BatchView } from '../../shared/contract.ts'
import { exitCodes, interrupted, Refusal } from './exit.ts'
import { counted } from './words.ts'

/** Returns when a person agreed; throws a refusal otherwise, and nothing was sent. */
export async function consent(view: BatchView, signal: AbortSignal): Promise<void> {
  if (view.connection === null) return
  const { connection, supplier, states } = view
  const toSend = states.cleared + states.queued
  const where = `${connection.production ? 'PRODUCTION' : 'the service'} at ${connection.baseUrl}`
  const unconfirmed =
    states.unconfirmed === 0
      ? ''
      : ` ${counted(states.unconfirmed, 'account')} of an earlier start may have been received or not: their status is read, and only what the service does not know is sent again.`
  const words = `${counted(toSend, 'account')} will be created under the import supplier ${supplier ?? 'named in the file'} on ${where}.${unconfirmed} Customers may get e-mails, and this service cannot undo a creation.`
  if (!process.stdin.isTTY)
    throw new Refusal(`${words} Nothing was sent: say --yes to go on.`, exitCodes.attention)
  const expected = connection.production ? (supplier ?? 'yes') : 'yes'
  const answer = await ask(`${words}\nType ${expected} to go on: `, signal)
  if (answer.trim() !== expected) throw new Refusal('Nothing was sent.', exitCodes.attention)
}

/** One line from the terminal; empty when its input ends. On a terminal Ctrl-C arrives as an event, not as a signal. */
async function ask(question: string, signal: AbortSignal): Promise<string> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr })
  const ended = new Promise<string>((resolve, reject) => {
    prompt.once('SIGINT', () => reject(interrupted()))
    signal.addEventListener('abort', () => reject(interrupted()), { once: true })
    prompt.once('close', () => resolve(''))
  })
  try {
    return await Promise.race([prompt.question(question), ended])
  } finally {
    prompt.close()
  }
}
