// English texts of applying the repairs of a fix file. `review`: what the review of a question pack says otherwise.
export const repair = {
  title: '{name} holds repairs of “{batch}”',
  body: 'It is the fix file of the report of {day}. Applied, only the cells that were changed in it change in the batch, as one edit.',
  ownBatch: 'Load as a batch of its own',
  unchanged:
    '{n, plural, one {# cell is} other {# cells are}} as in the fix file: nothing happens to {n, plural, one {it} other {them}}.',
  nothing: 'Nothing was changed in this file.',
  review: {
    readBefore: 'Repairs of this fix file were applied before.',
    ignored: '{n, plural, one {# column is not used.} other {# columns are not used.}}',
    kindsLabel: 'Cells and rows by result',
    keysHint: 'The arrow keys move through the cells, Space takes or skips one.',
    headAnswer: 'Repaired',
    mergeAnswers: '{n, plural, =0 {Nothing to apply} one {Apply # repair} other {Apply # repairs}}',
    merged: 'Repairs of {file}: {n, plural, one {# cell} other {# cells}} changed',
    mergedNothing: 'Nothing was left to change.',
    kinds: {
      answered: {
        label: 'Repaired',
        meaning: 'Cells that were changed and pass our own checks. They are applied unless you skip them.',
      },
      refused: {
        label: 'Still wrong',
        meaning: 'Our own checks refuse these texts too. They are applied unless you skip them.',
      },
      not_choice: {
        label: 'Not in the list',
        meaning: 'These texts are not in the list of allowed values. They are applied unless you skip them.',
      },
      no_answer: { label: 'No clear text', meaning: 'It is unclear whether these cells are to be empty.' },
      twice: {
        label: 'Copied rows',
        meaning: 'The same row with different texts. Choose one, or skip it.',
      },
      edited: {
        label: 'Edited meanwhile',
        meaning:
          'These cells were edited here after the fix file was made. Skipped unless you take the repair.',
      },
      locked: {
        label: 'Cannot be changed',
        meaning: 'These accounts are on their way or were created, so their cells cannot be changed here.',
      },
      gone: { label: 'No longer there', meaning: 'These rows are no longer in this batch as they were.' },
      mixed_up: {
        label: 'Mixed up',
        meaning:
          'The hidden reference of these rows belongs to another row: the sheet was sorted without it. They are not applied.',
      },
      foreign: {
        label: 'Added rows',
        meaning: 'Rows that the fix file did not have. They are not applied.',
      },
      row_deleted: {
        label: 'Deleted rows',
        meaning: 'Rows that are no longer in the file. They stay in the batch as they are.',
      },
      blank: { label: 'Left blank', meaning: 'Nothing was written. These cells stay as they are.' },
      unchanged: { label: 'Same as before', meaning: 'These cells stay as they are.' },
      already: { label: 'Already done', meaning: 'The cell already has this text. Nothing changes.' },
    },
  },
} as const
