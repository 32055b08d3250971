// German messages of the database, its backups and its folder.
export const storeMessages = {
  backup_not_usable:
    'Die Sicherung {name} kann nicht verwendet werden ({why}). Nichts wurde geändert. Wählen Sie eine andere.',
  folder_in_use:
    'Ein anderes Carryover verwendet den Datenordner {folder}. Beenden Sie es zuerst, oder wählen Sie einen anderen Ordner.',
  folder_in_use_by:
    'Ein anderes Carryover verwendet den Datenordner {folder}: „{program}“, Prozess {pid}, seit {since, date, medium}, {since, time, short}. Beenden Sie es zuerst, oder wählen Sie einen anderen Ordner.',
} as const
