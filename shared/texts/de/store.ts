// German messages of the database, its backups and its folder.
export const storeMessages = {
  backup_not_usable:
    'Die Sicherung {name} kann nicht verwendet werden ({why}). Nichts wurde geändert. Wählen Sie eine andere.',
} as const
