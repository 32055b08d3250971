// English messages about handing a batch over, and about project files.
export const handoverMessages = {
  away: 'This batch was handed over, with the file {file}. Nothing can be changed or sent here until it comes back. Open the project file that comes back, or unlock the batch.',
  away_in_team:
    'This batch was handed over through the team. Nothing can be changed or sent here. You can withdraw the hand-over as long as nobody has taken it over.',
  taken:
    '{member} goes on with this batch since {at, date, medium}, {at, time, short}. Nothing can be changed or sent here. To go on here, take it over through the team.',
  in_team:
    'This batch left through the team, so the team’s database knows who goes on with it. Withdraw the hand-over there, or take it over.',
  copy_unsure:
    'The team’s database did not say whether the copy is complete. The batch stays locked here; withdraw the hand-over when the database answers, or leave it to those who take it over.',
  being_written: 'This batch is being handed over: its project file {file} is being written.',
  not_open: 'Only a batch whose accounts are built can be handed over. Load and map it first.',
  busy: 'Carryover is still working on this batch. Hand it over when that is done.',
  has_versions:
    'This batch is an earlier or a newer version of another one. Only a batch that stands alone can be handed over: separate the two first.',
  still_sending:
    'The requests under way did not end in time, so the batch stays here. What was queued is not queued any more. Try again in a moment.',
  reads_only: 'In read-only mode no batch is handed over, and no project file is opened.',
  path_not_whole: '{path} is no complete path of a file.',
  file_exists: 'There is a file {path} already. Choose another name: a project file replaces none.',
  file_appeared:
    'A file {path} appeared while the project file was written. It was not replaced, and the batch stays here. Hand the batch over under another name.',
  no_folder: 'There is no folder {folder} for the project file.',
  no_room: 'There is no room for {path}: the disk is full.',
  not_usable: '{path} cannot be used: {why}',
  cancelled: 'It was stopped.',
  ended_early: 'It ended before it was complete.',
  no_project: '{file} is no project file of Carryover.',
  newer: '{file} was written by a newer Carryover. Open it with that version.',
  other_version:
    '{file} was written by Carryover {program}, which keeps its data in another way. Open it with that version.',
  cut: '{file} is not complete: its end is missing. Copy it again from where it was written. Nothing was changed here.',
  changed:
    '{file} was changed or damaged since it was written. Copy it again from where it was written. Nothing was changed here.',
  passphrase_missing: '{file} is encrypted. Give the passphrase that it was written with.',
  passphrase_wrong: 'This is not the passphrase of {file}.',
  passphrase_not_needed: '{file} is not encrypted. Open it without a passphrase.',
  not_readable: '{file} cannot be opened ({why}). Nothing was changed here.',
  opened_before: '{file} was opened in this data folder before. A project file is opened once.',
  written_here:
    '{file} was written here. Open it in the other data folder; to go on here without it, unlock the batch.',
  unlocked_since:
    '{file} follows from a project file whose batch was unlocked here meanwhile. It is not opened, because work went on here.',
  older: '{file} is older than what this data folder knows of its batch. Open the newest one.',
  is_here: 'The batch of {file} is here already, as {batch}. A second one would create its accounts twice.',
  of_copy:
    '{file} comes from a copy: it does not follow from the project file that was written here. Open the one that does.',
  no_connection:
    'No connection here leads to {address}. Add one with this address and its key first. It was named {name} where the file was written.',
  choose_connection: 'Several connections lead to {address}. Choose one of them.',
  other_connection:
    'The connection {name} leads to another service than the batch: {address}. Choose one that leads there.',
  comes_back_elsewhere:
    'The batch comes back to the connection that it left from. It cannot be given to another one.',
  elsewhere:
    '{accounts, plural, one {# account of this batch is on its way from another batch here. Wait until it is done, and open the file again.} other {# accounts of this batch are on their way from another batch here. Wait until they are done, and open the file again.}}',
  not_away: 'This batch is here. Nothing has to be unlocked.',
} as const
