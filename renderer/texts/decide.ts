// Texts for holding, excluding and releasing one or many accounts.
import { count, format } from './format.ts'

type Kind = 'hold' | 'exclude'

export const decideTexts = {
  bar: 'What to do with accounts',
  selected: (n: number): string => count(n, 'account selected', 'accounts selected'),
  ofSelected: (n: number): string => count(n, 'selected account', 'selected accounts'),
  ofRows: (n: number): string => `the accounts of ${count(n, 'row', 'rows')} shown`,
  allShown: (n: number): string => `All ${format.number(n)} shown`,
  allShownLabel: 'What to do with the accounts of all rows shown',
  refreshFirst: (newer: number): string => `${count(newer, 'row matches', 'rows match')} now: refresh first`,
  hold: 'Hold…',
  exclude: 'Exclude…',
  release: 'Release',
  validate: 'Check again',
  validateHint: 'The service validates them again; nothing is created',
  titles: {
    hold: (who: string): string => `Hold ${who}`,
    exclude: (who: string): string => `Exclude ${who}`,
  },
  bodies: {
    hold: 'A held account keeps its state and is not created until it is released. Its reason is in the report. Those on their way or created are left out.',
    exclude:
      'An excluded account is not migrated from this batch: it is no problem any more, is never created from here, and the report counts it as excluded with your reason. What waits to be sent is cancelled; what is on its way or created is left out.',
  } satisfies Record<Kind, string>,
  actions: { hold: 'Hold', exclude: 'Exclude' } satisfies Record<Kind, string>,
  reasonHints: {
    hold: 'Such as: the customer moves next week',
    exclude: 'Such as: has left, is migrated by hand',
  } satisfies Record<Kind, string>,
  done: {
    hold: (n: number): string => `Held ${accounts(n)}`,
    exclude: (n: number): string => `Excluded ${accounts(n)}`,
    release: (n: number): string => `Released ${accounts(n)}`,
  },
  cancelled: (n: number): string => `${accounts(n)} cancelled from sending`,
  asked: (n: number): string => `The service validates ${accounts(n)} again`,
  nothing: 'Nothing changed',
  leftOut: (all: number, parts: readonly string[]): string =>
    `${format.number(all)} left out: ${parts.join(', ')}`,
  why: {
    on_its_way: 'on the way',
    waits: 'waiting to be sent',
    created: 'created',
    already_there: 'already there',
    whose_account_unsure: 'on the platform, unsure whose',
    held: 'held',
    excluded: 'excluded',
    invalid: 'with problems of our own checks',
    as_wished: 'so already',
  },
  undo: 'Undo',
  putBack: (n: number): string => `The decision about ${accounts(n)} is undone`,
  putBackLeft: (n: number, left: number): string =>
    `The decision about ${accounts(n)} is undone; ${format.number(left)} were decided otherwise since`,

  excluded: 'Not migrated from this batch',
  excludeThis: 'Exclude this account',
  includeThis: 'Include again',
  included: (key: string): string => `${key} is included again`,
  changeReason: 'Reason…',
  wayOutExclude: 'Exclude…',
  wayOutHold: 'Hold…',
} as const

function accounts(n: number): string {
  return count(n, 'account', 'accounts')
}
