// German texts of the Report step.
import type { Translation } from '../../../shared/texts/texts.ts'
import type { report as english } from '../en/report.ts'

export const report = {
  empty: {
    title: 'Noch kein Bericht',
    words:
      'Sobald die Konten gebildet sind, können Sie hier den Bericht erstellen: Summen, die die gelesenen Zeilen ergeben, und die Ergebnisdateien.',
    toMap: 'Zum Zuordnen',
  },
  make: 'Bericht erstellen',
  again: 'Neu erstellen',
  making: 'Bericht wird geschrieben',
  stop: 'Anhalten',
  madeToday: 'Erstellt um {time}',
  madeEarlier: 'Erstellt am {time}',
  notMade: 'Ergebnisse, Fehler, Änderungen, zu Korrigierendes und eine Übersicht zum Unterschreiben.',
  interim:
    '{accounts, plural, one {# Konto ist} other {# Konten sind}} noch unterwegs. Dies ist ein Zwischenbericht.',
  outdated:
    '{accounts, plural, one {# Konto hat} other {# Konten haben}} sich seitdem geändert. Erstellen Sie den Bericht vor dem Unterschreiben neu.',
  unknown: 'Konten können sich seitdem geändert haben. Erstellen Sie den Bericht vor dem Unterschreiben neu.',
  underTenthPercent: '<0,1 %',
  totals: {
    heading: 'Summen',
    outcome: 'Ergebnis',
    accounts: 'Konten',
    share: 'Anteil',
    all: 'Alle Konten',
    empty: '{n, plural, one {# weiteres Ergebnis} other {# weitere Ergebnisse}} ohne Konto',
    ending:
      '{ending, select, created {Angelegt} already_there {Schon vorhanden} whose_account_unsure {Vorhanden, Herkunft unbekannt} dry_run {Probelauf} failed {Fehlgeschlagen} cancelled {Abgebrochen} dry_run_failed {Probelauf fehlgeschlagen} with_member {Bei anderer Person} in_progress {In Bearbeitung} unconfirmed {Unbestätigt: gesendet, Ergebnis unbekannt} queued {In der Warteschlange} ready {Sendebereit, nicht freigegeben} not_validated {Nicht geprüft} to_fix {Mit Fehlern oder abgelehnt} held {Zurückgehalten} other {Ausgeschlossen: nicht zu übertragen}}',
    label: 'Ergebnisse der Konten',
    onPlatform:
      '{there, number} von {all, plural, one {# Konto} other {# Konten}} {there, plural, one {ist} other {sind}} auf der Plattform',
    createdNote:
      'Angelegt heißt, dass das Konto auf der Plattform besteht, nicht, dass seine Übertragung abgeschlossen ist.',
  },
  reconciliation: {
    heading: 'Abgleich',
    fine: 'Jede gelesene Zeile ist nachgewiesen',
    bad: '{rows, plural, one {# Zeile ist} other {# Zeilen sind}} nicht erklärbar',
    badWords:
      'Einige gelesene Zeilen fehlen in den Summen. Unterschreiben Sie diesen Bericht nicht. Lassen Sie den Datenordner, wie er ist, und melden Sie diesen Fehler.',
    read: 'Gelesene Zeilen',
    inAccounts: 'In Konten oder nicht zugeordnet',
    leftOut: 'Ausgelassen: Summen, Notizen und Ähnliches',
    stray: 'Ohne Konto, jede mit Grund',
    unexplained: 'Unerklärt',
    blank:
      '{rows, plural, one {# leere Zeile wurde} other {# leere Zeilen wurden}} beim Lesen der Datei ausgelassen und {rows, plural, one {zählt} other {zählen}} hier nicht mit; der Schritt „Laden“ führt sie auf.',
  },
  problems: {
    heading: 'Probleme nach Code',
    none: 'Kein Konto hat ein Problem.',
    found: 'derzeit {problems, plural, one {# Problem} other {# Probleme}}',
    noCode: 'ohne Code',
    more: '{codes, plural, one {# weiterer Code} other {# weitere Codes}} in errors.csv',
  },
  unblock: {
    heading: 'Was eine Korrektur löst',
    body: 'Konten ohne weitere Ursache: Ist sie behoben, sind sie vollständig.',
    hint: '{alone, plural, one {# Konto hat} other {# Konten haben}} nur diese Ursache, von {accounts, number} mit ihr',
    more: '{causes, plural, one {# weitere Ursache} other {# weitere Ursachen}} in „Korrigieren“',
  },
  files: {
    heading: 'Dateien',
    save: 'Speichern',
    show: 'Im Ordner zeigen',
    saveFile: '{file} speichern',
    saveAll: 'Alle Dateien speichern',
    savedAll: '{files, plural, one {# Datei} other {# Dateien}} nach {folder} kopiert',
    preview: 'Öffnen',
    previewFile: 'Übersicht öffnen',
    none: 'Die Dateien stehen hier, sobald der Bericht erstellt ist.',
    folder: 'Gespeichert in {folder}',
    notes: {
      'summary.html': 'Zum Unterschreiben',
      'summary.pdf': 'Die Übersicht als Dokument zum Ablegen und Senden',
      'results.xlsx': 'Übersicht, jede Quellzeile und Konten nach Ergebnis und Problem',
      'results.csv': 'Jede Quellzeile mit ihrem Ergebnis',
      'errors.csv': 'Eine Zeile je Problem, mit seiner Zelle',
      'changes.csv': 'Jede Zelle, die von der Datei abweicht',
      'fix-me.xlsx': 'Konten und Zeilen zum Korrigieren',
      'accounts.jsonl': 'Was gesendet und geantwortet wurde',
      'summary.json': 'Summen und Prüfwerte, für Maschinen',
    },
  },
  contents: {
    open: 'Inhalt wählen',
    title: 'Inhalt des Berichts',
    description:
      'Gilt für diesen Stapel. Spätere Stapel beginnen mit denselben Dateien und demselben Trennzeichen.',
    save: 'Speichern',
    files: 'Dateien',
    always: 'summary.html und summary.json werden immer erstellt.',
    textFiles: 'Textdateien (CSV)',
    delimiter: 'Trennzeichen',
    delimiters: { ',': 'Komma', ';': 'Semikolon', '\t': 'Tabulator' },
    bom: 'Byte-Reihenfolge-Marke',
    bomHint: 'Tabellenprogramme erkennen daran UTF-8',
    columns: 'Spalten',
    columnsNote:
      'Eine weggelassene Spalte hat in jeder Datei die Marke [withheld] anstelle ihrer Texte. In fix-me.xlsx bleibt eine Zelle mit der Marke, wie sie hier ist; überschreiben Sie die Marke, um sie zu ändern. Eine summierte Spalte bekommt eine Kontrollsumme: die Zahl ihrer Zellen und deren Summe, für jedes Ergebnis. Auch die Summe einer weggelassenen Spalte wird weggelassen.',
    column: 'Spalte',
    withhold: 'Weglassen',
    addUp: 'Summieren',
    sensitive: 'vertraulich',
    sensitiveNow:
      '{shown, plural, =0 {{withheld, plural, one {# vertrauliche Spalte wird weggelassen} other {# vertrauliche Spalten werden weggelassen}}} one {# vertrauliche Spalte wird gezeigt} other {# vertrauliche Spalten werden gezeigt}}',
    sensitiveColumns: 'Vertrauliche Spalten',
    sensitiveChoices: { withheld: 'Weggelassen', shown: 'Gezeigt' },
    sensitiveNote:
      '{columns, plural, =0 {Keine Spalte füllt ein vertrauliches Feld.} other {{shown, plural, =0 {{withheld, plural, one {Sie ist weggelassen, ebenso eine, die später vertraulich wird.} other {Alle # sind weggelassen, ebenso eine, die später vertraulich wird.}}} other {{withheld, number} weggelassen, {shown, number} in den Dateien gezeigt. Das Protokoll vermerkt es.}}}}',
    withholdColumn: '{column} weglassen',
    addUpColumn: '{column} summieren',
  },
  sign: {
    heading: 'Unterschrift',
    ready:
      'Bereit zur Unterschrift: Jedes Konto ist erledigt, jede Zeile ist erklärt, und der Bericht ist aktuell.',
    steps: {
      done: 'Jedes freigegebene Konto ist erledigt',
      left: 'Jedes Konto wurde gesendet oder ausgeschlossen',
      explained: 'Jede Zeile ist erklärt',
      fresh: 'Der Bericht ist aktuell',
    },
    how: 'Drucken Sie summary.html. Sie hat Zeilen für die Unterschriften derer, die vorbereitet, geprüft und abgenommen haben.',
    print: 'Zusammenfassung zum Unterschreiben drucken …',
    toSubmit: 'Zum Freigeben',
    toFix: 'Zum Korrigieren',
    yes: 'Ja',
    notYet: 'Noch nicht',
    notMade: 'Noch nicht erstellt',
    notKnown: 'Unbekannt',
    unsent: '{accounts, number} nicht gesendet',
  },
  operator: {
    label: 'Ihr Name',
    hint: 'Steht in diesem Bericht und bei Ihren Änderungen, Freigaben und zurückgehaltenen Konten.',
    save: 'Speichern',
    shown: 'Ihr Name: {name}',
    ofConnection: 'Ihr Name bei dieser Verbindung: {name}',
    change: 'Name ändern',
  },
  preview: {
    title: 'Übersicht zum Drucken',
    description: 'summary.html, genau wie gespeichert.',
    print: 'Drucken',
    failed: 'Die Übersicht konnte nicht gelesen werden.',
  },
} as const satisfies Translation<typeof english>
