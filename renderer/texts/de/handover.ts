// German texts of handing a batch over and opening project files.
import type { Translation } from '../../../shared/texts/texts.ts'
import type { handover as english } from '../en/handover.ts'

export const handover = {
  heading: 'Übergeben',
  body: 'In einem anderen Datenordner kann mit diesem Stapel weitergearbeitet werden: Eine Projektdatei enthält seine Zeilen, Änderungen, Versuche und seinen Verlauf. Von hier wird inzwischen nichts gesendet.',
  open: 'Übergeben…',
  openTeam: 'Über das Team übergeben…',
  teamTitle: 'Stapel über das Team übergeben',
  teamDescription:
    'Was in der Warteschlange ist, wird zurückgezogen, und laufende Anfragen enden. Dann ist der Stapel hier gesperrt, und ein Mitglied des Teams übernimmt ihn auf der Seite „Team“.',
  teamPassphraseHint:
    'Ohne eine kann jedes Mitglied des Teams und wer dessen Datenbank betreibt die Kundendaten des Stapels lesen.',
  sentToTeam: 'Der Stapel wurde über das Team übergeben.',
  sending: 'Kopie wird an das Team gesendet',
  awayInTeam: 'Über das Team übergeben am {at} von {operator}',
  notTakenYet:
    'Von diesem Stapel kann hier nichts geändert oder gesendet werden. Sie können die Übergabe zurücknehmen, solange niemand ihn übernommen hat.',
  takenBy: '{member} arbeitet seit {at} mit diesem Stapel weiter',
  takenBody:
    'Hier kann nichts von ihm geändert oder gesendet werden. Um hier weiterzuarbeiten, übernehmen Sie ihn auf der Seite „Team“ aus der Kopie.',
  withdraw: 'Zurücknehmen',
  toTeam: 'Zum Team',
  title: 'Stapel übergeben',
  description:
    'Was in der Warteschlange ist, wird zurückgezogen, und laufende Anfragen enden. Dann ist der Stapel hier gesperrt, bis seine Projektdatei zurückkommt.',
  passphrase: 'Passphrase',
  passphraseHint: 'Ohne eine kann jeder die Datei lesen, der sie hat.',
  again: 'Passphrase noch einmal',
  differ: 'Die beiden sind nicht gleich.',
  copies:
    'Öffnen Sie die Datei nur in einem anderen Datenordner. Carryover kann nicht wissen, ob eine Kopie von ihr in einem dritten geöffnet wird.',
  write: 'Übergeben',
  stop: 'Anhalten',
  stopped: 'Die Übergabe wurde angehalten. Der Stapel bleibt hier.',
  writing: 'Projektdatei wird geschrieben',
  written: 'Der Stapel wurde mit {path} übergeben.',
  away: 'Übergeben am {at} von {operator}',
  awayBody:
    'Von diesem Stapel kann hier nichts geändert oder gesendet werden. Öffnen Sie auf der Startseite die Projektdatei, die zurückkommt, oder entsperren Sie den Stapel.',
  off: 'Dieser Stapel wurde übergeben: Hier kann nichts von ihm geändert oder gesendet werden.',
  file: 'Projektdatei: {path}',
  save: 'Projektdatei speichern',
  toReport: 'Zum Bericht',
  unlock: 'Entsperren…',
  unlockTitle: 'Stapel entsperren?',
  unlockBody:
    'Arbeitet jemand anderswo mit ihm weiter, senden beide. Konten, die nicht angelegt sind, werden nachgeschlagen, bevor sie gesendet werden; wo der Dienst keinen Status zu lesen gibt, wissen nur Sie es. Die Projektdatei kann danach nicht zurückkommen.',
  unlockAct: 'Entsperren: Niemand arbeitet damit weiter',
  since: 'Seit er übergeben wurde',
  sinceBy: '{from} bis {to}, von {names}',
  nobody: 'niemandem',
  change: '{ending}: {before, number} vorher, {after, number} jetzt',
  work: '{edits, plural, one {# Änderung} other {# Änderungen}} · {waves, plural, one {# Welle} other {# Wellen}} freigegeben · {attempts, plural, one {# Anlage} other {# Anlagen}} gesendet · {held, plural, one {# Konto} other {# Konten}} jetzt zurückgehalten',
  openTitle: 'Projektdatei öffnen',
  openDescription:
    'Mit dem Stapel darin geht es hier weiter. Ein Stapel, der von hier übergeben wurde, kommt zurück.',
  chosen: 'Datei: {name}',
  choose: 'Datei wählen',
  passphraseOfFile: 'Nur für eine verschlüsselte Datei.',
  look: 'Datei prüfen',
  found: '„{name}“, {accounts, plural, one {# Konto} other {# Konten}}, geschrieben am {at} von {operator}',
  returns: 'Sie ersetzt den Stapel, der von hier übergeben wurde.',
  connection: 'Verbindung',
  noConnection:
    'Keine Verbindung führt hier zu {address}. Fügen Sie zuerst eine mit dieser Adresse und ihrem Schlüssel hinzu.',
  onlyHere: 'Diese Datei wird nur hier geöffnet, und keine Kopie von ihr anderswo',
  onlyHereHint:
    'Carryover kann das nicht wissen. Konten, die nicht angelegt sind, werden nachgeschlagen, bevor sie gesendet werden.',
  openAct: 'Öffnen',
  checking: 'Die Datei wird geprüft',
  readingAccounts: 'Gelesen: {done, number} von {total, plural, one {# Konto} other {# Konten}}',
} as const satisfies Translation<typeof english>
