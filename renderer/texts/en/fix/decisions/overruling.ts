// English texts of "Let the service decide": the check, its meaning, and how many accounts it affects.
export const overruling = {
  action: 'Let the service decide…',
  hint: 'The account may be sent although this check refuses it. The service’s own answer counts.',
  noConnection: 'Choose a connection first, in Map: the decision is kept for it.',
  unavailable: 'This check stays: {why}',

  title: 'Let the service decide',
  body: 'Accounts may be sent although this check of Carryover refuses them. The service then accepts or refuses them. Their other problems stay.',
  scopes: {
    problem: 'Only this problem of {key}',
    cause: 'This problem at {field}',
    causeOfAccounts: 'This problem, wherever whole accounts have it',
    kind: 'Every “{check}”, at any field',
  },
  means: {
    problem: 'Also after the account is edited or built again.',
    many: 'In every batch for {connection}, now and later.',
  },
  reach: '{n, plural, one {# account} other {# accounts}}',
  elsewhere: 'And {n, plural, one {# account} other {# accounts}} of other batches that go there.',
  stay: '{n, plural, one {# account of this batch keeps} other {# accounts of this batch keep}} the problem: it has no value to send, or is at a field that must be right.',
  counting: 'Counting accounts',
  kept: 'Kept until somebody reverts it, and listed in the report.',
  confirm: 'Let the service decide',

  done: '{n, plural, =0 {Left to the service; no account had this problem now} one {Left to the service: # account is checked without it} other {Left to the service: # accounts are checked without it}}',

  strip: '{n, plural, one {# check is} other {# checks are}} left to the service.',
  stripLabel: 'Checks left to the service',
  look: 'See which',
  listTitle: 'Checks left to the service',
  listBody:
    'Checks of Carryover that somebody overruled for accounts of this batch. Those for every file are also listed in the connection.',
  none: 'No check is left to the service any more.',
  trayTitle: '{n, plural, one {# problem} other {# problems}} without a cell left to the service',
} as const
