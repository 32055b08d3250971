// English texts of the cause list, its value shapes and the playbook.
export const causes = {
  head: '{problems, plural, one {# problem} other {# problems}} in {accounts, plural, one {# account} other {# accounts}}',
  listed: 'the first {listed, number} of {causes, number} causes',
  listedHint:
    'These free the most accounts. The others follow once you have fixed these; errors.csv lists every problem.',
  pass: 'pass {pass, number}',
  passHint:
    'How often the service has validated accounts that have its problems now. Rules across fields run only when every field passes, so a further pass can show more.',
  looking: 'Counting again…',
  inOrder: 'Sort again',
  inOrderHint: 'The order stays while you work.',
  freesNoneHint: 'Each of the {all, plural, one {# account} other {# accounts}} has other problems too.',
  freesHint: '{accounts, plural, one {# account has} other {# accounts have}} no other problem.',
  accounts: '{n, plural, one {# account} other {# accounts}}',
  emptySample: 'empty',
  clearValues: 'Clear {cells, plural, one {# value} other {# values}}',
  cureUnblocks: '{what} · unblocks {accounts, number}',
  cureSolves: '{what} · solves {problems, plural, one {# problem} other {# problems}}',
  otherCures: 'Other fixes that help',
  /** After the number, which stands for itself. */
  accountsWord: '{n, plural, one {account} other {accounts}}',

  samples: 'For example {samples}',
  sample: '“{text}”',

  playbook: 'Playbook',
  addWords: 'Write what your team knows about this…',
  wordsLabel: 'The team’s words about {code}',
  wordsHint: 'Ctrl+Enter saves, Esc leaves it as it was.',
  save: 'Save',
  editWords: 'Change the words',
  wordsSaved: 'Kept in the playbook.',
  wordsRemoved: 'Removed from the playbook.',
  noCode: 'problems without a code',

  worked:
    'worked {times, plural, =1 {once} =2 {twice} other {# times}}, {gone, plural, one {# problem} other {# problems}} gone',
  workedHint: 'Opens the dialog with this fix. It shows what would change first.',
  forget: 'Forget this fix: {words}',
  forgotten: 'This fix is forgotten, with the values in it.',
  moreWorked: '{n, plural, one {# more fix} other {# more fixes}} that worked',
  noColumn: 'No column of this sheet has the name that this fix takes from.',
} as const
