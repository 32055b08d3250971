// German texts of asking the customer and of merging answers.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { question as english } from '../../en/fix/question.ts'

export const question = {
  ask: 'Kunden fragen…',
  merge: 'Antworten übernehmen…',
  askTitle: 'Kunden fragen',
  askBody:
    'Schreibt eine Arbeitsmappe mit einer einfachen Frage zu jeder falschen Zelle. Die Antworten werden hier wieder übernommen.',
  which: 'Welche Zellen',
  scopes: {
    cause: 'Der gewählten Ursache',
    selected: '{n, plural, one {Des # ausgewählten Kontos} other {Der # ausgewählten Konten}}',
    rows: 'Der gezeigten Zeilen',
    all: 'Des ganzen Stapels',
  },
  once: 'Nach jedem Wert nur einmal fragen',
  onceHint: 'Wo es eine Auswahlliste gibt: eine Frage für alle Zellen mit demselben Text.',
  sensitive: 'Auch nach vertraulichen Feldern fragen',
  sensitiveHint: 'Ihre Werte stehen dann in der Arbeitsmappe.',
  who: 'Neben dem Konto zeigen',
  whoAdd: 'Spalte hinzufügen, etwa den Namen',
  whoRemove: '{name} weglassen',
  words: 'In der Arbeitsmappe',
  greeting: 'Begrüßung',
  contact: 'Ansprechperson',
  due: 'Zurück bis',
  asks: '{n, plural, one {# Frage} other {# Fragen}} in {accounts, plural, one {# Konto} other {# Konten}}',
  asksOnce:
    '{n, plural, one {# Frage} other {# Fragen}} zu {cells, plural, one {# Zelle} other {# Zellen}} in {accounts, plural, one {# Konto} other {# Konten}}',
  byColumn: 'Fragen nach Spalte',
  column: 'Spalte',
  field: 'Feld',
  questionsHead: 'Fragen',
  cellsHead: 'Zellen',
  nothing: 'Keine Zelle zu erfragen',
  nothingBody: 'Keines dieser Probleme betrifft eine einzelne Zelle, nach der gefragt werden darf.',
  leftOut: 'Ausgelassen',
  noCell:
    '{n, plural, one {# Problem betrifft keine einzelne Zelle: Korrigieren Sie es hier.} other {# Probleme betreffen keine einzelne Zelle: Korrigieren Sie sie hier.}}',
  leftSensitive: '{n, plural, one {# Zelle} other {# Zellen}} vertraulicher Felder.',
  key: '{n, plural, one {# Zelle, die} other {# Zellen, die}} Zeilen an Konten binden: Eine Antwort ließe sich nicht übernehmen.',
  locked: '{n, plural, one {# Konto} other {# Konten}} unterwegs oder schon angelegt.',
  excluded: '{n, plural, one {# Konto wird} other {# Konten werden}} nicht übertragen.',
  write: '{n, plural, =0 {Arbeitsmappe speichern} one {# Frage speichern} other {# Fragen speichern}}',
  written: '„{name}“ gespeichert. Übernehmen Sie die Antworten, wenn die Datei zurückkommt.',
  mergeTitle: 'Antworten übernehmen',
  mergeBody:
    'Wählen Sie die zurückgekommene Arbeitsmappe oder die korrigierte fix-me.xlsx eines Berichts. Nichts ändert sich, bevor Sie die Antworten gesehen haben und übernehmen.',
  choose: 'Datei wählen',
  chooseAnother: 'Andere Datei wählen',
  drop: 'Ziehen Sie die Arbeitsmappe hierher, oder wählen Sie sie. XLSX, ODS und CSV werden gelesen.',
  readAs: 'Anders lesen…',
  readAsBody: 'Wählen Sie, wie die Datei geschrieben ist. Am Stapel ändert das nichts.',
  packs: 'Bisher gefragt',
  noPacks:
    'Zu diesem Stapel wurde noch kein Fragebogen erstellt. Auch die Antworten auf einen zu einer früheren Version der Datei lassen sich übernehmen.',
  packMade: '{n, plural, one {# Frage} other {# Fragen}}',
  packRead: 'Übernommen',
  packOpen: 'Noch nicht zurück',
  reading: 'Antworten werden gelesen',
  looked: '{done, plural, one {# Antwort} other {# Antworten}} von {of} geprüft',
  ofEarlier:
    'Gefragt wurde zu einer früheren Version dieser Datei: Zellen werden über Konto und Spalte gefunden.',
  readBefore: 'Antworten dieses Fragebogens wurden schon einmal übernommen.',
  missing:
    '{n, plural, one {# Frage des Fragebogens fehlt} other {# Fragen des Fragebogens fehlen}} in dieser Datei.',
  ignored:
    '{n, plural, one {# gesperrte Zelle wurde trotzdem geändert. Ihr neuer Inhalt wird nicht verwendet.} other {# gesperrte Zellen wurden trotzdem geändert. Ihr neuer Inhalt wird nicht verwendet.}}',
  ignoredRow: 'Zeile {row}, {header}: Aus „{was}“ wurde „{is}“',
  more: 'und {n} weitere',
  kinds: {
    answered: {
      label: 'Beantwortet',
      meaning:
        'Antworten, die die eigene Prüfung bestehen. Sie werden übernommen, sofern Sie sie nicht überspringen.',
    },
    refused: {
      label: 'Weiter falsch',
      meaning:
        'Die eigene Prüfung lehnt auch diese Antworten ab. Sie werden übersprungen, wenn Sie sie nicht übernehmen.',
    },
    not_choice: {
      label: 'Nicht in der Liste',
      meaning:
        'Diese Antworten stehen nicht in der Liste der erlaubten Werte. Sie werden übersprungen, wenn Sie sie nicht übernehmen.',
    },
    no_answer: {
      label: 'Keine klare Antwort',
      meaning:
        'Ein Strich, ein Fragezeichen oder „n/a“. Übernommen leeren sie die Zelle; übersprungen bleibt sie, wie sie ist.',
    },
    twice: {
      label: 'Zweimal beantwortet',
      meaning: 'Dieselbe Frage mit verschiedenen Antworten. Wählen Sie eine, oder überspringen Sie sie.',
    },
    edited: {
      label: 'Inzwischen geändert',
      meaning:
        'Die Zelle wurde nach der Frage geändert. Wird übersprungen, wenn Sie die Antwort nicht übernehmen.',
    },
    locked: {
      label: 'Inzwischen gesendet',
      meaning: 'Diese Konten sind unterwegs oder angelegt, daher lassen sich ihre Zellen hier nicht ändern.',
    },
    gone: {
      label: 'Nicht mehr da',
      meaning: 'Das Konto, seine Zeile oder seine Spalte ist nicht mehr in diesem Stapel.',
    },
    mixed_up: {
      label: 'Vertauscht',
      meaning:
        'In diesen Zeilen gehört die Nummer der Frage nicht zum Konto: Eine Spalte wurde allein sortiert. Sie werden nicht übernommen.',
    },
    foreign: {
      label: 'Andere Zeilen',
      meaning: 'Zeilen, die keine Frage dieses Fragebogens beantworten. Nichts davon wird übernommen.',
    },
    row_deleted: { label: 'Gelöschte Zeilen', meaning: 'Zeilen, die nicht mehr in der Datei sind.' },
    blank: {
      label: 'Leer gelassen',
      meaning: 'Es wurde nichts eingetragen. Diese Zellen bleiben, wie sie sind.',
    },
    unchanged: {
      label: 'Wie zuvor',
      meaning: 'Die Antwort wiederholt den falschen Wert. Diese Zellen bleiben, wie sie sind.',
    },
    already: {
      label: 'Schon eingetragen',
      meaning: 'Die Zelle enthält die Antwort bereits: Nichts ist zu ändern.',
    },
  },
  kindsLabel: 'Antworten nach Ergebnis',
  takeAll: '{n, plural, one {Übernehmen} other {Alle # übernehmen}}',
  skipAll: '{n, plural, one {Überspringen} other {Alle # überspringen}}',
  headTake: 'Übernehmen',
  headAccount: 'Konto',
  headNow: 'Jetzt',
  headAsked: 'Bei der Frage',
  headAnswer: 'Antwort',
  take: 'Antwort für {key}, {column} übernehmen',
  chooseAnswer: 'Antwort für {key}, {column}',
  skip: 'Überspringen',
  severalAnswers: '{n, plural, one {# Antwort} other {# verschiedene Antworten}}',
  empty: '(leer)',
  rowInFile: 'Zeile {row} der Datei',
  keysHint: 'Pfeiltasten gehen durch die Antworten, die Leertaste übernimmt oder überspringt eine.',
  mergeAnswers:
    '{n, plural, =0 {Nichts zu übernehmen} one {# Antwort übernehmen} other {# Antworten übernehmen}}',
  merged: 'Antworten aus {file}: {n, plural, one {# Zelle} other {# Zellen}} geändert',
  mergedNothing: 'Nichts war mehr zu ändern.',
  undo: 'Rückgängig machen',
  undoneElse: 'Inzwischen wurde etwas geändert. Machen Sie es in der Liste der Änderungen rückgängig.',
} as const satisfies Translation<typeof english>
