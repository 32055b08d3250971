// Consent before sending: shows what will be sent where, and that it cannot be undone. On a terminal a person types
// their consent, for production the connection's name. Without a terminal --yes is consent; production needs
// --confirm with that name. Consent is given once per run and destination.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { saysYes } from '../terminal/agree.ts'
import { ask, canAsk } from '../terminal/ask.ts'
import { exitCodes, Refusal, refuse } from '../terminal/exit.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { planWords } from './plan-words.ts'
import { quoted } from '../terminal/words.ts'
import { runTexts } from '../texts/run.ts'

const words = runTexts.consent

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

export function createConsent(said: Said, invocation: Invocation): Consent {
  let given: string | null = null
  return {
    async ask(view) {
      const destination = destinationOf(view)
      if (given === destination) return
      if (!isAgreed(view, said)) await askFor(view, invocation)
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
    refuse(words.otherName({ given: confirm, name: connection.name }))
  return confirm !== undefined
}

async function askFor(view: BatchView, invocation: Invocation): Promise<void> {
  if (view.connection === null) return
  const { connection, supplier, states } = view
  const question = words.question({
    accounts: states.validated + states.queued,
    supplier_is_set: supplier === null ? 'no' : 'yes',
    supplier: supplier ?? '',
    environment: connection.environment,
    url: connection.baseUrl,
    plan: planWords(view),
    unconfirmed: states.unconfirmed,
  })
  const isProduction = connection.environment === 'production'
  if (!canAsk(invocation)) {
    if (isProduction) refuse(`${question} ${words.needsConfirm({ name: quoted(connection.name) })}`)
    throw new Refusal(`${question} ${words.needsYes}`, exitCodes.attention)
  }
  const expected = isProduction ? connection.name : words.yes
  const answer = await ask(`${question}\n${words.type({ word: expected })}`, invocation)
  const isAgreedNow = isProduction ? answer.trim() === expected : saysYes(answer)
  if (!isAgreedNow) throw new Refusal(words.refused, exitCodes.attention)
}
