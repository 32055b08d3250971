// English messages of the database, its backups and its folder.
export const storeMessages = {
  backup_not_usable: 'The backup {name} cannot be used ({why}). Nothing was changed. Choose another one.',
} as const
