// English messages of accounts: editing, duplicates, building, and calls about them.
import { lineMessages } from './account-lines.ts'

export const accountMessages = {
  ...lineMessages,
  locked_queued: 'it waits to be sent. Take it back first.',
  locked_on_its_way: 'it is on its way, and what was sent must stay what is shown. Wait until it is done.',
  locked_created: 'it was created on the platform.',
  locked_there: 'the platform already has it.',
  not_editable: 'Account {key} cannot be edited: {why}',
  key_locked:
    'This column ties rows to accounts, and accounts of this batch were already sent. Correct it in the file and load the file as a new batch.',
  mask_as_value:
    'The mask of a sensitive value cannot be written into a cell: it would replace the value. Show the sensitive values first, or type the new value. Nothing was changed.',
  problem_of_masked:
    'The service refuses this sensitive value. Show the sensitive values to read its message.',
  edit_of_masked: 'A sensitive value was changed',
  masked_refused:
    'Our check refuses this sensitive value. Show the sensitive values, in Fix, to read what is wrong with it.',
  proposed_for_masked:
    'The values of this column fit this conversion. They are sensitive: show them, in Fix, to compare them.',
  not_proposed_for_masked:
    'This column is sensitive, and a proposal would list its values. Show the sensitive values, in Fix, to get one.',
  being_built: 'The accounts are being rebuilt. Make this change again when that is done.',
  no_such_rows: 'None of these rows is in the batch any more. Nothing was changed.',
  released:
    'Accounts of batch {batch} are released, and would be sent meanwhile. Cancel what is queued, in Submit, and wait until the rest is done.',
  none_built: 'Batch {batch} has no built account {account}.',
  sends_nothing_at: 'Account {key} sends nothing at {attr}, so there is nothing to take out.',
  key_cell:
    'A cell that fills {attr} also ties its row to account {key}. Correct that cell instead of emptying it.',
  stays_by_fixed:
    '{attr} of account {key} would still be sent: {paths} {n, plural, one {is} other {are}} set for the whole batch, not by a cell. Take {n, plural, one {it} other {them}} out of the mapping.',
  stays_by_mapping:
    '{attr} of account {key} would still be sent although every cell that fills it were empty. Look at the mapping of its fields.',
  feeds_elsewhere: 'The column fills {field}, which this account does not have.',
  taken_from_row: '{field} is taken from row {row}: the rows of one account must agree on it.',
  names_the_account: 'Identifies the account. Not sent.',
  feeds_nothing: 'No field is mapped to this column, so nothing of it is sent.',
  no_merge_of: 'These accounts cannot be merged. Account {key}: {why}',
  no_merge_of_columns:
    'These accounts cannot be merged here. Their number stands in several columns. Correct it in the grid.',
  number_of_columns: 'The number stands in several columns. Correct it in the grid.',
  number_taken: 'Another account has the number {key}. Choose another.',
  new_number: 'New number {key}',
  new_numbers: 'New numbers for {accounts} accounts',
  no_row_any_more: 'The account has no row any more. Nothing was changed.',
  merge: 'Merge of {accounts} accounts into {key} (row {row})',
  number_not_merged: 'The number itself cannot be chosen by merging. Correct it in the grid.',
  merged_into: 'Merged into {key}, row {row}',
  copy_of_kept: 'A copy of another row, which was kept',
  on_rows: '{n, plural, one {row} other {rows}} {rows}{more, plural, =0 {} other { and # more}} of {sheet}',
  duplicate_was_sent:
    'The same account, on {where}, was sent already. This one is not sent: exclude it, or give it its own number.',
  duplicate:
    'The same account is also on {where}. None of them is sent until you keep one and exclude the others, merge them, or give each its own number.',
  linked_rows_undecided:
    '{n, plural, one {Row} other {Rows}} {rows} of {sheet}{more, select, yes { and more} other {}} have the same number. Say which account each of them goes with; nothing was changed.',
  linked_row_keyless:
    'Row {linked} of {sheet} belongs to an account that would be merged, and row {row}, which would stay, has no key that it could get. Nothing was changed: give row {row} its key first.',
  catalogue_no_schema: 'The catalogue is no valid JSON Schema (2020-12): {why}.',
  payload_too_large:
    'The account’s data is {bytes, number} bytes, and the connection sends at most {most, number} in one request: it is not sent. Shorten the account, or ask the platform operator what the service takes.',
  no_such_cell: 'Account {key} has no such cell.',
  rows_changed:
    'Nothing was done: the rows changed since they were displayed (matching now: {total, number}). Check them, then choose again.',
  not_excludable:
    'Account {key} cannot be excluded: {created, select, yes {it was created on the platform} other {it is on its way}}.',
  put_back_already: 'This was put back already, or its accounts were built again since.',
  row_without_parent:
    'No row of the sheet “{parent}” has the key of this row, so it is not part of any account. Correct its key, or add the row it belongs to.',
  row_cut_off:
    'The row of the sheet “{parent}” that this row belongs to is part of no account itself, so this one is not either. Correct the key of that row.',
  row_without_key:
    'This row has no key of a row of the sheet “{parent}”, so it is not part of any account. Fill in its key.',
} as const
