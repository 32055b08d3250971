// Texts of a batch's sending plan: each option, and what a brake would have done so far.
import type { SendingPlan } from '../../shared/sending/wave-plan.ts'
import { count, format } from './format.ts'

/** How many accounts a code came to when they were created or processed. */
export type CodeCount = { readonly code: string; readonly accounts: number }

export type SameCodeEffect =
  | { readonly kind: 'nothing_yet' }
  /** No code came so often at all. */
  | { readonly kind: 'lets_pass'; readonly most: CodeCount }
  /** It came often enough; whether consecutively depends on the order. */
  | { readonly kind: 'may_stop'; readonly most: CodeCount }

export type ErrorRateEffect =
  | { readonly kind: 'nothing_yet' }
  /** Too few accounts are answered for the brake to apply. */
  | { readonly kind: 'too_few'; readonly answered: number }
  | { readonly kind: 'stops'; readonly wave: number; readonly wrong: number; readonly answered: number }
  /** The wave that came nearest. */
  | { readonly kind: 'lets_pass'; readonly wave: number; readonly wrong: number; readonly answered: number }

const accounts = (n: number): string => count(n, 'account', 'accounts')

const between: Readonly<Record<SendingPlan['between'], readonly [string, string]>> = {
  ask: ['Ask me', 'The next wave waits until a person releases it.'],
  when_sent: ['Go on when sent', 'The next wave follows once every account of this one has been sent.'],
  when_done: ['Go on when done', 'The next wave follows once nothing of this one is on its way.'],
}

function rate(wrong: number, answered: number): string {
  return `${format.number(wrong)} of ${format.number(answered)} went wrong`
}

export const planTexts = {
  heading: 'How it is sent',
  intro: 'Holds for this batch, also while it is sent and after a restart.',
  saved: 'The plan is changed.',
  undo: 'Undo',
  between: 'Between two waves',
  betweenLabel: (value: SendingPlan['between']): string => between[value][0],
  betweenHint: (value: SendingPlan['between']): string => between[value][1],
  betweenProduction: 'On production the waves that follow by themselves ask for nothing to be typed.',
  brakes: 'Brakes',
  brakesIntro: 'A brake stops the batch by itself until somebody says go on; nothing on its way is lost.',
  none: 'No brake is on: nothing stops a wave by itself.',
  errorRate: 'Too many go wrong',
  errorRateDoes: (percent: number, atLeast: number): string =>
    `Stops when ${format.number(percent)} % of a wave went wrong, once ${accounts(atLeast)} ${atLeast === 1 ? 'has' : 'have'} an answer.`,
  percent: 'Per cent that went wrong',
  atLeast: 'Answers before it counts',
  sameCode: 'The same code in a row',
  sameCodeDoes: (times: number): string =>
    `Stops when the same code came ${format.number(times)} times in a row.`,
  times: 'Times in a row',
  stopCodes: 'A code that always stops',
  stopCodesDoes: 'Stops at the first account that gets one of these codes.',
  stopCodesField: 'Codes, with commas between',
  stopCodesExample: 'reference_already_exists, account_creation_failed',
  off: 'Off.',
  effects: {
    errorRate(effect: ErrorRateEffect): string {
      switch (effect.kind) {
        case 'nothing_yet':
          return 'No account has an answer yet.'
        case 'too_few':
          return `So far at most ${accounts(effect.answered)} of a wave ${effect.answered === 1 ? 'has' : 'have'} an answer: too few for it.`
        case 'stops':
          return `It would have stopped wave ${format.number(effect.wave)}: ${rate(effect.wrong, effect.answered)}.`
        case 'lets_pass':
          return effect.wrong === 0
            ? 'It would have stopped no wave: nothing went wrong.'
            : `It would have stopped no wave: in wave ${format.number(effect.wave)}, the worst, ${rate(effect.wrong, effect.answered)}.`
      }
    },
    sameCode(effect: SameCodeEffect): string {
      switch (effect.kind) {
        case 'nothing_yet':
          return 'No account was refused with a code so far.'
        case 'lets_pass':
          return `It would have stopped no wave: ${effect.most.code} came to ${accounts(effect.most.accounts)}, more than any other.`
        case 'may_stop':
          return `It may have stopped a wave: ${effect.most.code} came to ${accounts(effect.most.accounts)}, in a row or not.`
      }
    },
    stopCodes: (codes: readonly CodeCount[]): string =>
      codes.length === 0
        ? 'None of them came so far.'
        : `It would have stopped a wave: ${codes.map(({ code, accounts: n }) => `${code} came to ${accounts(n)}`).join(', ')}.`,
  },
  errors: {
    percent: 'A number from 1 to 100.',
    atLeast: 'A whole number, 1 or more.',
    times: 'A whole number, 2 or more.',
  },
  size: (wave: number): string => `Accounts in wave ${format.number(wave)}`,
  addWave: 'Add a wave',
  addWaveHint: 'Before the rest, ten times as large as the one before it',
  removeWave: (wave: number): string => `Remove wave ${format.number(wave)} from the plan`,
} as const
