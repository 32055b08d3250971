// English texts about checks that a person left to the service, in Fix and on a connection.
export const leftToService = {
  /** Scope of a decision, without what it checks. */
  scopes: {
    account: 'only for {key}',
    value: '{attr}, only for {key}',
    accounts: 'for whole accounts, in every file',
    field: 'for {field}, in every file',
    everyField: 'for every field, in every file',
  },
  since: 'left to the service',
  accounts: '{n, plural, one {# account} other {# accounts}}',
  revert: 'Revert',
  revertAsks: 'Revert…',
  revertLabel: 'Revert: check {what} here again',
  revertTitle: 'Check this here again?',
  revertCounting: '{what}: counting affected accounts…',
  revertNone:
    '{what}: no account has this problem now. The check applies again to accounts that are loaded or edited.',
  revertBody:
    '{what}: left to the service for {problems, plural, one {# problem} other {# problems}} of {accounts, plural, one {# account} other {# accounts}}. The check applies again to all accounts not sent yet. Sent accounts do not change.',
  checkAgain: 'Check here again',
  reverted:
    '{n, plural, =0 {The check applies again} one {The check applies again: # account checked here} other {The check applies again: # accounts checked here}}',
  revertedBefore: 'Already reverted',
} as const
