// English messages of repaired fix files that are applied to their batch.
export const repairMessages = {
  of: 'Repairs of {file}',
  not_known:
    '“{file}” is a fix file of another data folder, or of a batch that was removed. It can be loaded as a batch of its own.',
  other_batch: '“{file}” is a fix file of “{name}”, not of this batch. Open that batch and apply it there.',
  column_added: 'The batch has no column “{column}”, so it is not used.',
  column_unclear:
    'The batch has {here, plural, one {# column} other {# columns}} “{column}” and the file {there}, so it is not known which is which. None of them is used.',
  row_added: 'This row was added. Nothing is done with it.',
  row_of_other_file: 'This row is of another fix file. Nothing is done with it.',
  row_not_known: 'The fix file was written without this row. Nothing is done with it.',
  row_deleted: 'This row was deleted in the file, or emptied. It stays in the batch as it is.',
  row_gone: 'This row is no longer in the batch.',
  read_again: 'The files of the batch were read again since, and another row is in this place now.',
  row_twice: 'The row is in the file {n} times with different texts: {answers}. Choose one.',
  mixed_up:
    'The hidden reference of this row belongs to another row: the sheet was sorted without its hidden column. Nothing is done with it.',
  edited_here: 'The cell was edited here after the fix file was made.',
  column_locked: 'This column ties rows to accounts. {why}',
} as const
