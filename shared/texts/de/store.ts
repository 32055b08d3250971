// German messages of the database, its backups and its folder.
import type { storeMessages as english } from '../en/store.ts'
import type { Translation } from '../texts.ts'

export const storeMessages = {
  backup_not_restored:
    'Die Sicherung {name} konnte nicht wiederhergestellt werden ({why}). Prüfen Sie den freien Speicherplatz und die Rechte des Ordners.',
  backup_not_usable:
    'Die Sicherung {name} kann nicht verwendet werden ({why}). Nichts wurde geändert. Wählen Sie eine andere.',
  backup_not_verified: 'die Sicherung ist fehlerhaft: {why}',
  carryover_ended: 'Carryover wurde beendet',
  check_was_left: 'die Prüfung wurde vor ihrem Ende angehalten',
  database_damaged:
    'Die Datenbank in {folder} ist beschädigt ({why}). {when, select, open {Es wird nichts mehr gesendet. Was seit dem Start eingegeben wurde, steht in ihrem Protokoll, das mit ihr beiseitegelegt wird.} other {Nichts wurde gesendet, nichts wurde geändert.}} {has_backup, select, yes {Die neueste geprüfte Sicherung ist {backup}; nach dem Wiederherstellen wird der Status der Konten, die seither gesendet worden sein können, gelesen, bevor sie gesendet werden.} other {Es gibt noch keine Sicherung.}}',
  database_not_checked:
    'Die Datenbank in {folder} konnte nicht geprüft werden ({why}), daher wird nichts gesendet. Prüfen Sie den Datenträger und starten Sie Carryover neu: Die Prüfung beginnt dann erneut.',
  database_not_checked_for_restore:
    'Die Datenbank in {folder} konnte nicht geprüft werden ({why}), daher wurde sie nicht ersetzt. Prüfen Sie den Datenträger und versuchen Sie es erneut.',
  database_not_looked_at:
    'Die Datenbank {file} kann nicht gelesen werden ({why}). Öffnen Sie sie einmal mit Carryover und versuchen Sie es dann erneut.',
  database_not_opened:
    'Die Datenbank {file} kann nicht geöffnet werden ({why}). Prüfen Sie die Rechte des Ordners und den freien Speicherplatz.',
  database_not_read:
    'Die Datenbank {file} kann nicht gelesen werden ({why}), daher wurde sie nicht ersetzt. Prüfen Sie die Rechte des Ordners.',
  database_not_written:
    'Die Datenbank {file} kann nicht beschrieben werden ({why}). Prüfen Sie die Rechte des Ordners und den freien Speicherplatz.',
  database_replaced: 'Die Datenbank {file} wurde während des Lesens ersetzt. Versuchen Sie es erneut.',
  database_sound:
    'Die Datenbank in {folder} ist in Ordnung, daher wurde sie nicht ersetzt: Mit der Sicherung {name} ginge alles seit {since} verloren.',
  disk_refuses_call:
    'Der Datenträger lässt sich nicht beschreiben ({why}), daher wurde dies nicht ausgeführt. Bisher Gespeichertes bleibt erhalten. Schaffen Sie Platz und versuchen Sie es erneut.',
  disk_refuses_in_background:
    'Der Datenträger lässt sich nicht beschreiben ({why}), daher wartet eine Arbeit im Hintergrund. Schaffen Sie Platz: Beim nächsten Start geht es weiter.',
  disk_refuses_work:
    'Der Datenträger lässt sich nicht beschreiben ({why}). Laufende Arbeiten warten, nichts geht verloren: Schaffen Sie Platz, dann geht es von selbst weiter.',
  folder_copied:
    '{folder} ist eine Kopie oder wurde zurückgespielt: Die Daten wurden zuletzt in {original} verwendet. Nebeneinander würden beide dieselben Konten anlegen, daher wird von hier nichts gesendet. Wird das Original nicht mehr verwendet, geben Sie dies einmal an mit: carryover original-retired --data-dir "{folder}"',
  folder_in_use:
    'Ein anderes Carryover verwendet den Datenordner {folder}. Beenden Sie es zuerst, oder wählen Sie einen anderen Ordner.',
  folder_in_use_by:
    'Ein anderes Carryover verwendet den Datenordner {folder}: „{program}“, Prozess {pid}, seit {since, date, medium}, {since, time, short}. Beenden Sie es zuerst, oder wählen Sie einen anderen Ordner.',
  folder_not_opened_yet: 'Der Datenordner {folder} wurde noch nicht geöffnet.',
  folder_not_usable: '{folder} kann nicht verwendet werden ({why}).',
  folder_not_usable_as_data_folder:
    'Der Datenordner {folder} kann nicht verwendet werden ({why}). Wählen Sie einen Ordner, in den Sie schreiben dürfen.',
  folder_not_written:
    'Der Datenordner {folder} kann nicht beschrieben werden ({why}). Prüfen Sie seine Rechte und den freien Speicherplatz.',
  folder_of_others:
    '{folder} enthält etwas anderes. Wählen Sie einen Ordner von Carryover oder einen freien Namen.',
  folder_open: 'Der Datenordner ist geöffnet, es gibt nichts wiederherzustellen.',
  foreign_database:
    '{file} gehört zu einem anderen Programm und wurde nicht verändert. Wählen Sie einen anderen Datenordner.',
  foreign_database_to_look: '{file} gehört zu einem anderen Programm. Wählen Sie einen anderen Datenordner.',
  key_missing:
    'Der Datenordner {folder} ist verschlüsselt, und sein Schlüssel liegt hier nicht vor. Öffnen Sie ihn mit dem Carryover, das ihn verschlüsselt hat, oder geben Sie seinen Wiederherstellungsschlüssel an.',
  key_wrong:
    'Der Schlüssel passt nicht zum Datenordner {folder}. Verwenden Sie den Wiederherstellungsschlüssel dieses Ordners. Nichts wurde geändert.',
  newer_database:
    '{file} wurde von einem neueren Carryover geschrieben und nicht verändert. Aktualisieren Sie Carryover, um die Datei zu öffnen.',
  newer_database_to_look:
    '{file} wurde von einem neueren Carryover geschrieben. Aktualisieren Sie dieses, um die Datei zu lesen.',
  no_backup: 'In {folder} gibt es keine Sicherung zum Wiederherstellen.',
  no_backup_made:
    'Es konnte keine Sicherung erstellt werden ({why}). Schaffen Sie Platz auf dem Datenträger; es wird erneut versucht.',
  no_recovery_key:
    'Das ist kein Wiederherstellungsschlüssel. Er hat 55 Buchstaben und Ziffern in Fünfergruppen: Prüfen Sie, ob etwas fehlt oder vertippt ist.',
  no_such_backup: 'In {folder} gibt es keine Sicherung {name}. Vorhanden: {names}.',
  no_write_ahead_log: 'das Write-Ahead-Log ist hier nicht verfügbar (Journalmodus {mode})',
  older_database:
    '{file} wurde von einem älteren Carryover geschrieben. Öffnen Sie die Datei mit diesem, um sie auf den neuen Stand zu bringen.',
  other_beginning:
    'sie beginnt nicht wie eine Datenbank von Carryover: Ihr Anfang wurde verändert, oder ein anderes Programm hat sie geschrieben',
  place: '{path} auf {machine}',
  place_replaced: '{path} auf {machine}, bevor dieser an seine Stelle trat',
  place_still_there: '{path} auf {machine}; er ist noch dort',
} as const satisfies Translation<typeof english>
