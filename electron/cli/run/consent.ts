// Consent before sending: shows what will be sent where, and that it cannot be undone. On a terminal a person types
// their consent, for production the connection's name. Without a terminal --yes is consent; production needs
// --confirm with that name. Consent is given once per run and destination.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { ask, canAsk } from '../terminal/ask.ts'
import { exitCodes, Refusal, refuse } from '../terminal/exit.ts'
import { planWords } from './plan-words.ts'
import { counted, quoted } from '../terminal/words.ts'

export type Consent = {
  /**
   * Resolves when a person agreed. Otherwise throws a refusal, and this command has created no account. Asks once for
   * a destination.
   */
  ask(view: BatchView): Promise<void>
  isGiven(): boolean
}

/** `yes`: consent by --yes. `confirm`: the name of a production connection, given by --confirm. */
export type Said = { readonly yes: boolean; readonly confirm: string | undefined }

export function createConsent(said: Said, signal: AbortSignal): Consent {
  let given: string | null = null
  return {
    async ask(view) {
      const destination = destinationOf(view)
      if (given === destination) return
      if (!isAgreed(view, said)) await askFor(view, signal)
      given = destination
    },
    isGiven: () => given !== null || said.yes || said.confirm !== undefined,
  }
}

/** Where accounts go and under which supplier: settings may be saved while a command runs. */
function destinationOf({ connection, supplier }: BatchView): string {
  return JSON.stringify([connection?.id, connection?.baseUrl, connection?.environment, supplier])
}

/** On production only the connection's name is consent; --yes is not enough. */
function isAgreed({ connection }: BatchView, { yes, confirm }: Said): boolean {
  if (connection?.environment !== 'production') return yes
  if (confirm !== undefined && confirm !== connection.name)
    refuse(`--confirm: “${confirm}” is not the name of the connection, which is “${connection.name}”.`)
  return confirm !== undefined
}

const places = {
  practice: 'the practice service',
  test: 'the TEST SYSTEM',
  production: 'PRODUCTION',
} as const

async function askFor(view: BatchView, signal: AbortSignal): Promise<void> {
  if (view.connection === null) return
  const { connection, supplier, states } = view
  const toSend = states.validated + states.queued
  const where = `${places[connection.environment]} at ${connection.baseUrl}`
  const unconfirmed =
    states.unconfirmed === 0
      ? ''
      : ` ${counted(states.unconfirmed, 'account')} of an earlier start may have been received or not: their status is read, and only what the service does not know is sent again.`
  const words = `${counted(toSend, 'account')} will be created under the import supplier ${supplier ?? 'named in the file'} on ${where}.${planWords(view)}${unconfirmed} Customers may get e-mails, and this service cannot undo a creation.`
  const isProduction = connection.environment === 'production'
  if (!canAsk()) {
    if (isProduction)
      refuse(`${words} This command created no account: say --confirm ${quoted(connection.name)} to go on.`)
    throw new Refusal(`${words} This command created no account: say --yes to go on.`, exitCodes.attention)
  }
  const expected = isProduction ? connection.name : 'yes'
  const answer = await ask(`${words}\nType ${expected} to go on: `, signal)
  if (answer.trim() !== expected) throw new Refusal('This command created no account.', exitCodes.attention)
}
