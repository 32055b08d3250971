// Texts of the strip and the dialog of remembered repairs.
import { count, format } from './format.ts'

const mostQuoted = 40
export function quoted(text: string): string {
  return text === '' ? 'empty' : `“${text.length > mostQuoted ? `${text.slice(0, mostQuoted - 1)}…` : text}”`
}
const cells = (n: number): string => count(n, 'cell', 'cells')

type Origin = { readonly batch: number | null; readonly name: string }

function from(origins: readonly Origin[]): string {
  const [first, ...others] = origins
  if (first === undefined) return ''
  const name = `“${first.name}”`
  return others.length === 0 ? name : `${name} and ${count(others.length, 'other batch', 'other batches')}`
}

export const memoryTexts = {
  menu: 'Repairs remembered…',
  title: 'Repairs remembered',
  body: 'What was repaired in other batches, and where this file says the same again. Ticked is what is right for everybody who says so (a choice of a list, another way of writing the same) or was repaired for the very same account. A telephone number, a name or a date of one customer is never given to another.',
  strip: (repairs: number, fits: number, origins: readonly Origin[]): string =>
    `${count(repairs, 'repair', 'repairs')} remembered from ${from(origins)} ${repairs === 1 ? 'fits' : 'fit'} ${cells(fits)} here.`,
  stripLabel: 'Repairs remembered',
  look: 'Look',
  dismiss: 'Not for this batch',

  views: 'What to show',
  here: 'Fit this batch',
  everything: 'All that is remembered',
  search: 'Search column or text',
  list: 'Repairs that fit',
  tickSure: 'Tick what is sure',
  tickNone: 'Tick none',
  chosen: (n: number): string => `${cells(n)} chosen`,
  of: (n: number): string => `of ${format.number(n)} that fit`,
  offer: (before: string, after: string, n: number): string =>
    `${quoted(before)} becomes ${quoted(after)}, ${cells(n)}`,
  cells,
  feeds: (fields: readonly string[]): string => fields.join(', '),
  feedsNothing: 'feeds no field',
  others: 'From other customers',
  othersWhy: (n: number): string =>
    `${count(n, 'value', 'values')} of other customers: shown only, never taken over. Ask these customers, or type what is right.`,
  basis: {
    account: '',
    choice: 'a choice of a list',
    format: 'the same, written otherwise',
    value: 'made for other accounts: look before you tick it',
    other_customer: 'a value of another customer',
  },
  seenValue: (n: number): string => `repaired in ${cells(n)}`,
  seenCell: (n: number): string => (n === 1 ? 'the same account' : 'the same accounts'),
  typed: 'typed',
  inBatches: from,
  removed: 'removed since',
  conflict: (others: readonly { readonly after: string; readonly cells: number }[]): string =>
    `elsewhere ${others.map(({ after, cells: n }) => `${quoted(after)} (${format.number(n)})`).join(', ')}`,
  stayed: (n: number): string => `${cells(n)} that said so stayed as they were`,
  forget: 'Never offer this again',
  forgotten: (before: string, after: string): string =>
    `${quoted(before)} to ${quoted(after)} is not offered again.`,
  undo: 'Undo',
  none: 'No repair fits this batch',
  noneBody:
    'Repairs that you make in one batch are offered in the next one, wherever the file says the same again. Nothing that was repaired in other batches stands in this file now.',
  noneFound: 'No repair has this column or text.',
  lookingBack: 'Looking through the repairs of other batches…',

  nothingChosen: 'Tick a repair to see what it does.',
  apply: (n: number): string => (n === 0 ? 'Repair' : `Repair ${cells(n)}`),
  applied: (n: number): string => `Repairs remembered: ${cells(n)}.`,
  undoneElse: 'Something was edited since, so this was not undone. Undo it from the history.',

  remembered: (n: number): string => count(n, 'repair', 'repairs'),
  nothingYet: 'Nothing is remembered yet',
  nothingYetBody: 'Edit a cell in any batch: what it said and what you made of it is remembered here.',
  keepFor: 'Of removed batches',
  keepChoices: [
    { value: '0', label: 'Keep nothing' },
    { value: '30', label: 'Keep 30 days' },
    { value: '90', label: 'Keep 90 days' },
    { value: '365', label: 'Keep a year' },
    { value: '3650', label: 'Keep ten years' },
  ],
  keepDays: (days: number): string => `Keep ${count(days, 'day', 'days')}`,
  kept: (n: number): string => `${cells(n)} of removed batches`,
  keptNone: 'Nothing of removed batches',
  deleteKept: 'Delete',
  deleteTitle: 'Delete the repairs of removed batches?',
  deleteBody: (n: number): string =>
    `${count(n, 'repaired cell', 'repaired cells')} of batches that were removed ${n === 1 ? 'is' : 'are'} deleted and not offered again. Repairs of batches that are there stay.`,
  shorterTitle: 'Keep them for a shorter time?',
  shorterBody: (days: number): string =>
    `Repairs of batches that were removed more than ${count(days, 'day', 'days')} ago are deleted and not offered again.`,
  deleted: (n: number): string => `${count(n, 'repair', 'repairs')} deleted.`,
  notOffered: 'not offered',
  offerAgain: 'Offer again',
}
