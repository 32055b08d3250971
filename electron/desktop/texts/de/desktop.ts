// German texts of the desktop program.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { desktop as english } from '../en/desktop.ts'

export const desktop = {
  cannotStart: 'Carryover kann nicht starten',
  debugging: 'Carryover läuft nicht mit --{name}: Es enthält Schlüssel und Daten anderer Menschen.',
  menu: {
    file: '&Datei',
    dataFolder: 'Datenordner zeigen',
    close: '{platform, select, darwin {Fenster schließen} other {Schließen}}',
    quit: '{platform, select, darwin {Carryover beenden} other {Beenden}}',
    edit: '&Bearbeiten',
    undo: 'Rückgängig machen',
    redo: 'Wiederholen',
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    paste: 'Einfügen',
    selectAll: 'Alles auswählen',
    view: '&Ansicht',
    actualSize: 'Originalgröße',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    fullScreen: 'Vollbild ein/aus',
    reload: 'Neu laden',
    developerTools: 'Entwicklerwerkzeuge ein/aus',
    window: 'Fenster',
    minimize: 'Minimieren',
    zoom: 'Zoomen',
    front: 'Alle nach vorne bringen',
    help: 'Hilfe',
    about: 'Über Carryover',
    services: 'Dienste',
    hide: 'Carryover ausblenden',
    hideOthers: 'Andere ausblenden',
    showAll: 'Alle einblenden',
  },
  files: {
    spreadsheets: 'Tabellen',
    catalogues: 'Kataloge (JSON Schema)',
    certificates: 'Zertifikate und Schlüssel',
    projects: 'Projektdateien',
    all: 'Alle Dateien',
    spreadsheet: { title: 'Tabelle laden', button: 'Laden' },
    catalogue: { title: 'Katalog laden', button: 'Laden' },
    certificate: { title: 'Zertifikat oder Schlüssel wählen', button: 'Wählen' },
    project: { title: 'Projektdatei wählen', button: 'Wählen' },
    folder: { title: 'Dateien des Berichts in einem Ordner speichern', button: 'Hier speichern' },
  },
  page: {
    notServed: '{method} gibt es hier nicht, nur GET.',
    nothing: 'Unter dieser Adresse ist nichts.',
  },
  waiting: '{alerts, plural, one {# Sache wartet auf Sie} other {# Sachen warten auf Sie}}',
  crash: {
    message: 'Das Fenster ist abgestürzt.',
    detail:
      'Nichts ist verloren: Die Arbeit geht dahinter weiter. Öffnen Sie das Fenster erneut, um den Stand zu sehen.',
    again: 'Erneut öffnen',
    quit: 'Beenden',
  },
  quit: {
    question:
      '{sending, plural, one {# Konto wird gerade angelegt. Erst abwarten, bevor Carryover endet?} other {# Konten werden gerade angelegt. Erst abwarten, bevor Carryover endet?}}',
    detail:
      'Carryover wartet dann auf die Antworten des Dienstes, meist einige Sekunden, und beginnt nichts Neues.{queued, plural, =0 {} one { # Konto in der Warteschlange bleibt dort bis zum nächsten Start.} other { # Konten in der Warteschlange bleiben dort bis zum nächsten Start.}} Was offen bleibt, gilt als unbestätigt: Der nächste Start fragt den Dienst danach, bevor etwas erneut gesendet wird.',
    finish: 'Abwarten',
    leave: 'Unbestätigt lassen',
    goOn: 'Weiterarbeiten',
    still:
      '{sending, plural, one {Carryover wartet noch: # Konto wird gerade angelegt.} other {Carryover wartet noch: # Konten werden gerade angelegt.}}',
    stillDetail:
      'Was offen bleibt, gilt als unbestätigt: Der nächste Start fragt den Dienst danach, bevor etwas erneut gesendet wird.',
    wait: 'Weiter warten',
    title: 'Carryover wartet auf die Antworten des Dienstes …',
    notInOrder: 'Carryover wurde nicht ordentlich beendet',
    failed: 'Carryover konnte nicht enden',
  },
  keyStore: {
    keyInMemory:
      'Der Schlüssel bleibt nur im Arbeitsspeicher und ist nach einem Neustart erneut einzugeben, weil {why}. Er wird nirgends gespeichert.',
    secretInMemory: {
      proxy_password:
        'Das Passwort für den Proxy bleibt nur im Arbeitsspeicher und ist nach einem Neustart erneut einzugeben, weil {why}. Es wird nirgends gespeichert.',
      client_passphrase:
        'Die Passphrase des Client-Zertifikats bleibt nur im Arbeitsspeicher und ist nach einem Neustart erneut einzugeben, weil {why}. Sie wird nirgends gespeichert.',
    },
    why: {
      none: 'dieses System keinen sicheren Speicher für Schlüssel bietet',
      noKeyring: 'dieser Desktop keinen Schlüsselbund hat ({found})',
      unused: 'der Schlüsselbund dieses Desktops nicht in Gebrauch ist',
      changed: 'der sichere Speicher dieses Systems nicht zurückgibt, was er erhielt',
      silent: 'der sichere Speicher dieses Systems nicht antwortet ({error})',
    },
    unreadable:
      'Der sichere Speicher dieses Systems kann einen gespeicherten Schlüssel nicht mehr öffnen. Geben Sie ihn bei seiner Verbindung erneut ein.',
  },
} as const satisfies Translation<typeof english>
