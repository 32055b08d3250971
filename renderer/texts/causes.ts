// Texts of the cause list, its value shapes and the playbook.
import { count, format } from './format.ts'

export const causesTexts = {
  head: (problems: number, accounts: number): string =>
    `${count(problems, 'problem', 'problems')} in ${count(accounts, 'account', 'accounts')}`,
  listed: (listed: number, causes: number): string =>
    `the first ${format.number(listed)} of ${format.number(causes)} causes`,
  listedHint:
    'These free the most accounts. The others follow once you have fixed these; errors.csv lists every problem.',
  pass: (pass: number): string => `pass ${format.number(pass)}`,
  passHint:
    'How often the service has validated accounts that have its problems now. Rules across fields run only when every field passes, so a further pass can show more.',
  looking: 'Counting again…',
  inOrder: 'Sort again',
  inOrderHint: 'The order is kept while you are in the list.',
  frees: (accounts: number): string =>
    accounts === 0 ? 'frees none alone' : `frees ${format.number(accounts)}`,
  freesHint: (accounts: number, all: number): string =>
    accounts === 0
      ? `Each of the ${count(all, 'account', 'accounts')} has other problems too.`
      : `${count(accounts, 'account has', 'accounts have')} no other problem.`,
  accounts: (n: number): string => count(n, 'account', 'accounts'),

  shapes: 'What the values look like',
  shape: (problems: number, words: string): string => `${format.number(problems)} ${words}`,
  samples: (samples: readonly string[]): string =>
    `For example ${samples.map((one) => `“${one}”`).join(', ')}`,
  fixAll: 'Fix all…',

  playbook: 'Playbook',
  addWords: 'Write what your team knows about this…',
  wordsLabel: (code: string): string => `The team’s words about ${code}`,
  wordsHint: 'Ctrl+Enter saves, Esc leaves it as it was.',
  save: 'Save',
  editWords: 'Change the words',
  wordsSaved: 'Kept in the playbook.',
  wordsRemoved: 'Removed from the playbook.',
  noCode: 'problems without a code',

  worked: (times: number, gone: number): string =>
    `worked ${times === 1 ? 'once' : times === 2 ? 'twice' : `${format.number(times)} times`}, ${count(gone, 'problem', 'problems')} gone`,
  workedHint: 'Opens the dialog with this fix. It shows what would change first.',
  forget: (words: string): string => `Forget this fix: ${words}`,
  forgotten: 'This fix is forgotten, with the values in it.',
  moreWorked: (n: number): string => `${count(n, 'more fix', 'more fixes')} that worked`,
  noColumn: 'No column of this sheet has the name that this fix takes from.',
} as const
