// English messages of the database, its backups and its folder.
export const storeMessages = {
  backup_not_restored:
    "The backup {name} could not be restored ({why}). Check the space on the disk and the folder''s permissions.",
  backup_not_usable: 'The backup {name} cannot be used ({why}). Nothing was changed. Choose another one.',
  backup_not_verified: 'the backup did not verify: {why}',
  carryover_ended: 'Carryover ended',
  check_was_left: 'the check was stopped before its end',
  database_damaged:
    'The database in {folder} is damaged ({why}). {when, select, open {Nothing more is sent. What was entered since the start is in its log, which is set aside with it.} other {Nothing was sent and nothing was changed.}} {has_backup, select, yes {The newest verified backup is {backup}; once it is restored, its accounts that may have been sent since are looked up before they are sent.} other {There is no backup yet.}}',
  database_not_checked:
    'The database in {folder} could not be checked ({why}), so nothing is sent. Look at the disk, then start Carryover again: it checks again.',
  database_not_checked_for_restore:
    'The database in {folder} could not be checked ({why}), so it was not replaced. Look at the disk, then try again.',
  database_not_looked_at:
    'The database {file} cannot be looked at ({why}). Open it with Carryover once, then recheck.',
  database_not_opened:
    "The database {file} cannot be opened ({why}). Check the folder''s permissions and the space on the disk.",
  database_not_read:
    "The database {file} cannot be read ({why}), so it was not replaced. Check the folder''s permissions.",
  database_not_written:
    "The database {file} cannot be written ({why}). Check the folder''s permissions and the space on the disk.",
  database_replaced: 'The database {file} was replaced while it was looked at. Recheck.',
  database_sound:
    'The database in {folder} is sound, so it was not replaced: the backup {name} would lose everything since {since}.',
  disk_refuses_call:
    'The disk does not take writes ({why}), so this was not done. What was kept before stays. Make room, then do it again.',
  disk_refuses_in_background:
    'The disk does not take writes ({why}), so something in the background waits. Make room: it goes on at the next start.',
  disk_refuses_work:
    'The disk does not take writes ({why}). What is under way waits and nothing is lost: make room, and it goes on by itself.',
  folder_copied:
    '{folder} is a copy or was put back: its data was last used in {original}. Used side by side, both would create the same accounts, so nothing is sent from here. If the original is not used any more, say so once with: carryover original-retired --data-dir "{folder}"',
  folder_in_use:
    'Another Carryover is using the data folder {folder}. Close it first, or choose another folder.',
  folder_in_use_by:
    'Another Carryover is using the data folder {folder}: “{program}”, process {pid}, since {since, date, medium}, {since, time, short}. Close it first, or choose another folder.',
  folder_not_opened_yet: 'The data folder {folder} has not been opened yet.',
  folder_not_usable: '{folder} cannot be used ({why}).',
  folder_not_usable_as_data_folder:
    'The data folder {folder} cannot be used ({why}). Choose a folder that you may write to.',
  folder_not_written:
    'The data folder {folder} cannot be written ({why}). Check its permissions and the space on the disk.',
  folder_of_others:
    "{folder} holds something else. Choose a folder of Carryover''s, or a name that is not taken.",
  folder_open: 'The data folder is open, so there is nothing to restore.',
  foreign_database: '{file} belongs to another program and was not touched. Choose another data folder.',
  foreign_database_to_look: '{file} belongs to another program. Choose another data folder.',
  key_missing:
    'The data folder {folder} is encrypted, and its key is not here. Open it with the Carryover that encrypted it, or give its recovery key.',
  key_wrong:
    'The key does not fit the data folder {folder}. Use the recovery key of this folder. Nothing was changed.',
  newer_database: '{file} was written by a newer Carryover and was not touched. Update Carryover to open it.',
  newer_database_to_look: '{file} was written by a newer Carryover. Update this one to look at it.',
  no_backup: 'There is no backup in {folder} to restore.',
  no_backup_made: 'No backup could be made ({why}). Make room on the disk; it is tried again.',
  no_recovery_key:
    'That is no recovery key. It has 55 letters and digits in groups of five: check for a missing or mistyped one.',
  no_such_backup: 'There is no backup {name} in {folder}. There is {names}.',
  no_write_ahead_log: 'the write-ahead log is not available here (journal mode {mode})',
  older_database: '{file} was written by an older Carryover. Open it with this one to bring it up to date.',
  other_beginning:
    'it does not begin as a database of Carryover does: its beginning was changed, or another program wrote it',
  place: '{path} on {machine}',
  place_replaced: '{path} on {machine}, before this one took its place',
  place_still_there: '{path} on {machine}, which is still there',
} as const
