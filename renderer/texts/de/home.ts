// German texts of the home page.
import type { Translation } from '../../../shared/texts/texts.ts'
import type { home as english } from '../en/home.ts'

export const home = {
  batches: 'Stapel',
  batchesHint: 'Eine Tabelle auf dem Weg von der Datei zum Bericht.',
  sample: 'Mit dem Beispiel beginnen',
  welcome: 'Die ersten Konten übertragen',
  welcomeBody:
    'Carryover liest eine Tabelle, zeigt, was der Dienst ablehnen würde und wo, lässt jedes Konto höchstens einmal anlegen und weist jede Zeile nach.',
  dropAnywhere: 'Oder ziehen Sie eine Tabelle (.xlsx, .ods, .csv) irgendwo auf diese Seite.',
  sampleBody:
    '500 Konten auf verknüpften Blättern, einige absichtlich beschädigt, zum Ausprobieren mit dem Übungsdienst.',
  fileBody:
    'Prüfen sendet Konten an den Dienst, damit er sie prüft. Kein Konto wird angelegt, bevor Sie auf Senden drücken.',
  connections: 'Verbindungen',
  connectionsAll: 'Verwalten',
  noConnections: 'Noch keine Verbindung. Ohne eine kann der Dienst nichts prüfen.',
  addConnection: 'Verbindung hinzufügen',
  allBatches: 'Alle {batches, number} Stapel zeigen',
  rename: '{name} umbenennen',
  renameTitle: 'Diesen Stapel umbenennen',
  name: 'Name',
  remove: '{name} entfernen',
  removeTitle: '„{name}“ entfernen?',
  removeBody:
    '{rows, plural, one {# Zeile} other {# Zeilen}}, die Zuordnung und die Änderungen werden gelöscht, ebenso eine hochgeladene Kopie. Keines der Konten wurde je zum Anlegen gesendet, und Ihre eigene Datei bleibt, wo sie ist.',
  removeKept:
    'Für einige Zeit bleiben: korrigierte Texte, um sie bei anderen Dateien anzubieten (Korrigieren, „Gemerkte Korrekturen“), und der Stapel in den drei Sicherungen, bis neuere sie ersetzen, höchstens eine je Stunde.',
  rows: '{rows, plural, one {# Zeile} other {# Zeilen}}',
  sameFile: 'gleiche Datei wie ein anderer Stapel',
  state: {
    waitsForDisk: '{work}, wartet auf Speicherplatz',
    share: '{work}, {share, number, percent}',
    failed: 'Konnte nicht geladen werden',
    reading: 'Wird gelesen',
    mapping: 'Wartet auf die Zuordnung',
    building: 'Konten werden gebildet',
    stopped: 'Durch eine Bremse angehalten, {queued, number} in der Warteschlange',
    unconfirmed: '{accounts, number} unbestätigt',
    onTheWay: '{accounts, number} unterwegs',
    toFix: '{accounts, number} zu korrigieren',
    toValidate: '{accounts, number} zu prüfen',
    toSubmit: '{accounts, number} zu senden',
    allDone: 'Alles erledigt',
    allDoneBut: 'Alles erledigt außer {excluded, number} ausgeschlossenen',
    read: '{rows, plural, one {# Zeile gelesen} other {# Zeilen gelesen}}',
  },
} as const satisfies Translation<typeof english>
