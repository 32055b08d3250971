// German texts of retention periods and of purging batches.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { purge as english } from '../../en/connect/purge.ts'

export const purge: Translation<typeof english> = {
  heading: 'Aufbewahrung',
  foldHint:
    '{kept, select, forever {Abgeschlossene Stapel bleiben.} other {Abgeschlossene Stapel werden nach {days, plural, one {# Tag} other {# Tagen}} endgültig gelöscht.}}',
  meaning:
    'Ein abgeschlossener Stapel kann mit allem gelöscht werden, was seine Daten enthält: Zeilen, Nutzdaten, Antworten, Änderungen, Berichte, Fragebögen und Sicherungen. Eine Zeile mit Zahlen bleibt. Ein Stapel mit Konten unterwegs wird nie gelöscht.',
  after: 'Abgeschlossene Stapel löschen',
  days: '{days, plural, =0 {Nie} one {Nach # Tag} other {Nach # Tagen}}',
  ask: 'Jetzt löschen…',
  shorter: 'Abgeschlossene Stapel nach {days, plural, one {# Tag} other {# Tagen}} endgültig löschen?',
  shorterWords:
    '{batches, plural, one {# Stapel hat} other {# Stapel haben}} sich länger nicht geändert und {batches, plural, one {wird} other {werden}} innerhalb einer Stunde gelöscht. Nichts bringt die Daten zurück.',
  shorterAction: 'Nach {days, plural, one {# Tag} other {# Tagen}} löschen',
  title: 'Stapel von {name} endgültig löschen',
  irreversible: 'Nichts bringt die Daten zurück.',
  loadedAgain:
    'Wird dieselbe Datei später noch einmal geladen, weiß Carryover nicht, dass ihre Konten angelegt wurden. Dann verhindert nur der Dienst ein zweites Konto.',
  choose: 'Zu löschende Stapel',
  facts:
    '{rows, plural, one {# Zeile} other {# Zeilen}} · {accounts, plural, one {# Konto} other {# Konten}}{unreleased, plural, =0 {} other {, # nie freigegeben}} · zuletzt geändert {day}{connected, select, no { · keine Verbindung} other {}}',
  none: 'Kein Stapel kann jetzt gelöscht werden.',
  stays: 'Bleiben, wie sie sind',
  goesToo: 'Außerdem gelöscht',
  goes: {
    ofBatches:
      'Ihre Zeilen, Nutzdaten, Antworten, Versuche, Änderungen, Fragebögen, Berichte und hochgeladenen Dateien im Datenordner.',
    repairs:
      '{n, plural, one {# gemerkte Korrektur} other {# gemerkte Korrekturen}} früherer Stapel dieser Verbindung.',
    backups:
      '{n, plural, =0 {Es gibt keine Sicherung;} one {Die Sicherung des Datenordners;} other {Alle # Sicherungen des Datenordners;}} eine neue ohne diese Daten wird angelegt.',
    setAside:
      '{n, plural, one {# beiseitegelegte Kopie der Datenbank.} other {# beiseitegelegte Kopien der Datenbank.}}',
    uploads:
      '{n, plural, one {# hochgeladene Datei, die kein Stapel benutzt.} other {# hochgeladene Dateien, die kein Stapel benutzt.}}',
    practice: 'Ihre Konten im Übungsdienst.',
  },
  remains: 'Es bleibt',
  remainsWords:
    'Name, Lieferant und Zahlen jedes Stapels, unter Protokoll › Datenordner. Vorlagen, Notizen zu Codes und das Protokoll bleiben. Dateien außerhalb des Datenordners bleiben, wo sie sind.',
  action: '{n, plural, =0 {Löschen} one {# Stapel löschen} other {# Stapel löschen}}',
  nothing: 'Nichts wurde gelöscht',
  begun:
    '{n, plural, =0 {Das Aufgelistete wird gelöscht} one {# Stapel wird gelöscht} other {# Stapel werden gelöscht}}',
  stayed:
    '{n, plural, one {# Stapel bleibt, weil er sich inzwischen geändert hat} other {# Stapel bleiben, weil sie sich inzwischen geändert haben}}',
  list: {
    heading: 'Endgültig gelöschte Stapel',
    words: 'Was von Stapeln bleibt, deren Daten entfernt wurden.',
    none: 'Noch kein Stapel wurde endgültig gelöscht.',
    batch: 'Stapel',
    connection: 'Verbindung',
    noConnection: 'Keine',
    rows: 'Zeilen',
    accounts: 'Konten',
    became: 'Was aus ihnen wurde',
    purged: 'Gelöscht',
    retention: 'Aufbewahrungsfrist',
    underWay: 'Daten werden entfernt',
    created: 'Geladen {at}',
    files: 'SHA-256 seiner Dateien: {files}',
    countOfEnding: '{ending}: {n, number}',
  },
}
