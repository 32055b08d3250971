// German messages of merging file versions.
import type { versionMessages as english } from '../../en/fixing/versions.ts'
import type { Translation } from '../../texts.ts'

export const versionMessages = {
  as_in: 'Wie in „{name}“.',
  earlier_not_mapped: 'Stapel {batch} hat noch keine Zuordnung.',
  earlier_not_open:
    'Stapel {batch} wurde nicht ganz geladen und zugeordnet, also gibt es nichts, womit eine neuere Datei zu vergleichen wäre. Laden Sie die Datei als neuen Stapel.',
  has_later_version:
    'Stapel {batch} ist schon eine neuere Version dieser Datei. Öffnen Sie die Datei als neuere Version von jenem.',
  no_newer_version: 'Stapel {batch} ist keine neuere Version eines anderen.',
  not_loaded: 'Stapel {batch} wurde noch nicht ganz geladen und zugeordnet.',
  not_compared: 'Die beiden Versionen wurden noch nicht verglichen. Vergleichen Sie sie zuerst.',
  could_not_compare: 'Die beiden Versionen konnten nicht verglichen werden.',
  already_merged: 'Die beiden Versionen sind zusammengeführt. Nehmen Sie das zuerst zurück.',
  offer_gone: 'Diesen Vorschlag gibt es nicht mehr. Vergleichen Sie erneut.',
  batch_was_sent:
    'Konten von Stapel {batch} wurden gesendet, also bleibt zurückgehalten, was das Zusammenführen in der früheren Version zurückhielt.',
  not_reverted:
    'Das Zusammenführen wurde nicht ganz zurückgenommen, weil Carryover endete. Der nächste Start setzt es fort.',
  conflicts_open:
    '{open, plural, one {Ein Konflikt ist} other {# Konflikte sind}} noch nicht entschieden: Unsere Korrektur und die neue Datei sagen dort Verschiedenes. Wählen Sie jeweils eines, und führen Sie dann zusammen.',
  not_merged:
    'Dies ist Version {version} der Datei von Stapel {batch}, und die beiden sind noch nicht zusammengeführt. Führen Sie sie zuerst zusammen, damit kein Konto aus beiden gesendet wird, oder sagen Sie, dass diese Datei für sich steht.',
  merging:
    'Version {version} wird noch mit Stapel {batch} zusammengeführt. Es dauert einen Moment; geben Sie sie dann frei.',
  replaced_by: 'Durch Version {version} ersetzt (Stapel {batch})',
  not_in: 'Nicht in Version {version} (Stapel {batch})',
  on_its_way_in: 'In Version {version} unterwegs',
  carried_over: 'Korrekturen aus Version {version} übernommen',
  not_written:
    'Die Liste konnte nicht nach {path} geschrieben werden: {why} Wählen Sie einen anderen Ordner, oder schaffen Sie Platz, und versuchen Sie es erneut.',
  header_account: 'Konto',
  header_identifier: 'Plattformkennung',
  header_sheet: 'Blatt',
  header_row: 'Zeile in der neuen Datei',
  header_column: 'Spalte',
  header_platform: 'Auf der Plattform',
  header_new: 'In der neuen Datei',
  header_old: 'In der alten Datei',
  sheet_changed: 'Nach dem Anlegen geändert',
} as const satisfies Translation<typeof english>
