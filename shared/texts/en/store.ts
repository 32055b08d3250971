// English messages of the database, its backups and its folder.
export const storeMessages = {
  backup_not_usable: 'The backup {name} cannot be used ({why}). Nothing was changed. Choose another one.',
  folder_in_use:
    'Another Carryover is using the data folder {folder}. Close it first, or choose another folder.',
  folder_in_use_by:
    'Another Carryover is using the data folder {folder}: “{program}”, process {pid}, since {since, date, medium}, {since, time, short}. Close it first, or choose another folder.',
} as const
