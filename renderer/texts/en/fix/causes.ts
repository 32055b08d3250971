// English texts of the cause list, its value shapes and the playbook.
export const causes = {
  head: '{problems, plural, one {# problem} other {# problems}} in {accounts, plural, one {# account} other {# accounts}}',
  listed: 'the first {listed, number} of {causes, number} causes',
  listedHint:
    'These unblock the most accounts. The others appear once these are fixed; errors.csv lists every problem.',
  pass: 'pass {pass, number}',
  passHint:
    'How many times the service has validated these accounts. It checks rules between fields only when every single field is right, so a later pass can show new problems.',
  looking: 'Counting again…',
  inOrder: 'Sort again',
  inOrderHint: 'The order stays while you work.',
  freesNoneHint: 'Each of the {all, plural, one {# account} other {# accounts}} has other problems too.',
  freesHint: '{accounts, plural, one {# account has} other {# accounts have}} no other problem.',
  accounts: '{n, plural, one {# account} other {# accounts}}',
  emptySample: 'empty',
  cures: {
    replace: 'Replace “{find}” with “{with}”',
    set: 'Set to {text}',
    clear: 'Clear {cells, plural, one {# value} other {# values}}',
    clearAll: 'Clear all values',
    change: 'Change “{from}” to {to}',
    changeSeveral: 'Change {values, number} values, such as “{from}” to {to}',
    take: 'Copy from {column}',
    phone: 'Write as phone numbers with a country code',
    phoneOf: 'Write as phone numbers of {region}',
    phoneBare: 'Add the missing 0 and write as phone numbers of {region}',
    date: 'Write dates like {from} as {to}',
    numberPoint: 'Write numbers with a decimal point',
    numberComma: 'Write numbers with a decimal comma',
    pad: 'Add leading zeros up to {length, number} digits',
    shorten: 'Cut to {length, number} characters',
    tidy: 'Remove extra spaces and invisible characters',
    digits: 'Keep the digits only',
    fillDown: 'Fill down from the row above',
    split: 'Keep one part of the text',
  },
  cureUnblocks: '{what} · unblocks {accounts, number}',
  cureSolves: '{what} · solves {problems, plural, one {# problem} other {# problems}}',
  cureUnblocksOf: '{what} · unblocks {accounts, number} of {of, number} sampled',
  cureSolvesOf:
    '{what} · solves {problems, plural, one {# problem} other {# problems}} of {of, number} sampled accounts',
  /** Only the service can say whether it accepts them then. */
  cureRevalidates: '{what} · {accounts, number} to validate again',
  cureRevalidatesOf: '{what} · {accounts, number} of {of, number} sampled to validate again',
  cureSample:
    'Counted in a sample: {of, number} of {accounts, number} accounts, spread evenly over the file.',
  counting: 'Counting what helps…',
  noCure: 'No single fix for all: see the rows',
  otherCures: 'Other fixes that help',
  /** After the number, which stands for itself. */
  accountsWord: '{n, plural, one {account} other {accounts}}',

  samples: 'For example {samples}',
  sample: '“{text}”',

  playbook: 'Playbook',
  addWords: 'Add a note for your team…',
  wordsLabel: 'Team note about {code}',
  wordsHint: 'Ctrl+Enter saves, Esc cancels.',
  save: 'Save',
  editWords: 'Edit the note',
  wordsSaved: 'Saved to the playbook.',
  wordsRemoved: 'Removed from the playbook.',
  noCode: 'problems without a code',

  worked:
    'worked {times, plural, =1 {once} =2 {twice} other {# times}}, {gone, plural, one {# problem} other {# problems}} solved',
  workedHint: 'Opens the dialog with this fix. It first shows what would change.',
  forget: 'Forget this fix: {words}',
  forgotten: 'This fix and its values are forgotten.',
  moreWorked: '{n, plural, one {# more fix} other {# more fixes}} that worked',
  noColumn: 'This sheet has no column with the name that this fix copies from.',
} as const
