// German messages about handing a batch over, and about project files.
import type { handoverMessages as english } from '../en/handover.ts'
import type { Translation } from '../texts.ts'

export const handoverMessages: Translation<typeof english> = {
  away: 'Dieser Stapel wurde übergeben, mit der Datei {file}. Hier kann nichts geändert oder gesendet werden, bis er zurückkommt. Öffnen Sie die Projektdatei, die zurückkommt, oder entsperren Sie den Stapel.',
  away_in_team:
    'Dieser Stapel wurde über das Team übergeben. Hier kann nichts geändert oder gesendet werden. Sie können die Übergabe zurücknehmen, solange niemand ihn übernommen hat.',
  taken:
    '{member} arbeitet seit {at, date, medium}, {at, time, short} mit diesem Stapel weiter. Hier kann nichts geändert oder gesendet werden. Um hier weiterzuarbeiten, übernehmen Sie ihn über das Team.',
  in_team:
    'Dieser Stapel wurde über das Team übergeben, deshalb weiß dessen Datenbank, wer damit weiterarbeitet. Nehmen Sie ihn dort zurück, oder übernehmen Sie ihn.',
  copy_unsure:
    'Die Datenbank des Teams hat nicht gesagt, ob die Kopie vollständig ist. Der Stapel bleibt hier gesperrt; nehmen Sie ihn zurück, wenn die Datenbank antwortet, oder überlassen Sie ihn denen, die ihn übernehmen.',
  being_written: 'Dieser Stapel wird gerade übergeben: Seine Projektdatei {file} wird geschrieben.',
  not_open:
    'Nur ein Stapel, dessen Konten gebildet sind, kann übergeben werden. Laden Sie ihn zuerst, und ordnen Sie seine Spalten zu.',
  busy: 'Carryover arbeitet noch an diesem Stapel. Übergeben Sie ihn danach.',
  has_versions:
    'Dieser Stapel ist eine frühere oder neuere Version eines anderen. Nur ein Stapel, der für sich steht, kann übergeben werden: Trennen Sie die beiden zuerst.',
  still_sending:
    'Die laufenden Anfragen endeten nicht rechtzeitig, deshalb bleibt der Stapel hier. Was in der Warteschlange war, ist nicht mehr darin. Versuchen Sie es gleich noch einmal.',
  reads_only: 'Im Nur-Lesen-Modus wird kein Stapel übergeben und keine Projektdatei geöffnet.',
  path_not_whole: '{path} ist kein vollständiger Pfad einer Datei.',
  file_exists:
    'Es gibt schon eine Datei {path}. Wählen Sie einen anderen Namen: Eine Projektdatei ersetzt keine andere.',
  file_appeared:
    'Während die Projektdatei geschrieben wurde, entstand eine Datei {path}. Sie wurde nicht ersetzt, und der Stapel bleibt hier. Übergeben Sie den Stapel unter einem anderen Namen.',
  no_folder: 'Es gibt keinen Ordner {folder} für die Projektdatei.',
  no_room: 'Für {path} ist kein Platz: Der Datenträger ist voll.',
  not_usable: '{path} kann nicht verwendet werden: {why}',
  cancelled: 'Es wurde angehalten.',
  ended_early: 'Es endete, bevor es vollständig war.',
  no_project: '{file} ist keine Projektdatei von Carryover.',
  newer: '{file} wurde von einem neueren Carryover geschrieben. Öffnen Sie sie mit dieser Version.',
  other_version:
    '{file} wurde von Carryover {program} geschrieben, das seine Daten anders ablegt. Öffnen Sie sie mit dieser Version.',
  cut: '{file} ist nicht vollständig: Ihr Ende fehlt. Kopieren Sie sie noch einmal von dort, wo sie geschrieben wurde. Hier wurde nichts geändert.',
  changed:
    '{file} wurde verändert oder beschädigt, seit sie geschrieben wurde. Kopieren Sie sie noch einmal von dort, wo sie geschrieben wurde. Hier wurde nichts geändert.',
  passphrase_missing: '{file} ist verschlüsselt. Geben Sie die Passphrase an, mit der sie geschrieben wurde.',
  passphrase_wrong: 'Das ist nicht die Passphrase von {file}.',
  passphrase_not_needed: '{file} ist nicht verschlüsselt. Öffnen Sie sie ohne Passphrase.',
  not_readable: '{file} kann nicht geöffnet werden ({why}). Hier wurde nichts geändert.',
  opened_before: '{file} wurde in diesem Datenordner schon geöffnet. Eine Projektdatei wird einmal geöffnet.',
  written_here:
    '{file} wurde hier geschrieben. Öffnen Sie sie im anderen Datenordner; um hier ohne sie weiterzuarbeiten, entsperren Sie den Stapel.',
  unlocked_since:
    '{file} folgt auf eine Projektdatei, deren Stapel hier inzwischen entsperrt wurde. Sie wird nicht geöffnet, weil hier weitergearbeitet wurde.',
  older: '{file} ist älter als das, was dieser Datenordner von ihrem Stapel weiß. Öffnen Sie die neueste.',
  is_here:
    'Der Stapel von {file} ist schon hier, als {batch}. Ein zweiter würde seine Konten doppelt anlegen.',
  of_copy:
    '{file} stammt von einer Kopie: Sie folgt nicht auf die Projektdatei, die hier geschrieben wurde. Öffnen Sie die, die darauf folgt.',
  no_connection:
    'Keine Verbindung führt hier zu {address}. Fügen Sie zuerst eine mit dieser Adresse und ihrem Schlüssel hinzu. Dort, wo die Datei geschrieben wurde, hieß sie {name}.',
  choose_connection: 'Mehrere Verbindungen führen zu {address}. Wählen Sie eine davon.',
  other_connection:
    'Die Verbindung {name} führt zu einem anderen Dienst als der Stapel: {address}. Wählen Sie eine, die dorthin führt.',
  comes_back_elsewhere:
    'Der Stapel kommt zu der Verbindung zurück, von der er ausging. Er kann keiner anderen gegeben werden.',
  elsewhere:
    '{accounts, plural, one {# Konto dieses Stapels ist aus einem anderen Stapel hier unterwegs. Warten Sie, bis es abgeschlossen ist, und öffnen Sie die Datei noch einmal.} other {# Konten dieses Stapels sind aus einem anderen Stapel hier unterwegs. Warten Sie, bis sie abgeschlossen sind, und öffnen Sie die Datei noch einmal.}}',
  not_away: 'Dieser Stapel ist hier. Es gibt nichts zu entsperren.',
}
