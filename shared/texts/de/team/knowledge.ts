// German messages about what the members of a team share.
import type { knowledgeMessages as english } from '../../en/team/knowledge.ts'
import type { Translation } from '../../texts.ts'

export const knowledgeMessages: Translation<typeof english> = {
  not_understood:
    'Diese Version stammt von einem neueren Carryover, oder sie ist beschädigt. Hier wurde nichts geändert: Installieren Sie die neuere Version, um sie zu verwenden.',
  leads_elsewhere:
    'Die neueste Version von „{name}“ führt zu {address} oder dort in eine andere Umgebung. Sie wird nur verwendet, wenn Sie zustimmen; ein Schlüssel für eine andere Adresse wird dann vergessen.',
  name_of_practice:
    'Hier heißt eine Verbindung zum Übungsdienst „{name}“. Benennen Sie sie um, oder entfernen Sie sie, um diese zu verwenden.',
  catalogue_missing:
    'Sie braucht den Katalog „{title}“, der hier fehlt. Sie wird verwendet, sobald jemand diesen Katalog teilt.',
  no_connection: 'Sie wird verwendet, sobald hier eine Verbindung zu {service} führt.',
  repair_personal:
    'Diese Reparatur ändert ein Feld, dessen Werte einem einzelnen Kunden gehören, oder eine Spalte ohne Feld. Solche Reparaturen werden nicht geteilt.',
  name_unusable: 'Der Name enthält ein Steuerzeichen. Geben Sie einen anderen Namen, um es zu teilen.',
  too_large:
    'Es hat {bytes, number} Bytes, und höchstens {most, number} können geteilt werden. Lassen Sie etwas weg.',
  holds_key:
    'Es enthält einen Schlüssel, ein Passwort oder eine Passphrase dieses Arbeitsplatzes. Nehmen Sie das heraus: Geheimnisse werden nie geteilt.',
  not_shared: 'Das Team teilt das nicht.',
  not_here: 'Das gibt es in diesem Datenordner nicht.',
  changed:
    'Inzwischen ist eine andere Version angekommen. Vergleichen Sie noch einmal, bevor Sie entscheiden.',
  nothing_to_decide: 'Es gibt nichts mehr zu entscheiden.',
  decide_first:
    'Beide Seiten haben es geändert. Entscheiden Sie zuerst, und holen Sie dann eine frühere Version zurück.',
  part_key: 'Spalte des Kontoschlüssels',
  part_sheet: 'Hauptblatt',
  part_column: 'Spalte „{column}“',
  part_sheet_column: 'Spalte „{column}“ von „{sheet}“',
  part_linked: 'Blatt „{sheet}“',
  part_fixed: 'Fester Wert von {field}',
  part_supplier: 'Lieferant',
  part_source: 'Herkunft',
  part_layout: 'Spalten von „{sheet}“',
  part_words: 'Notiz',
  part_note: 'Notiz',
  part_title: 'Titel',
  part_catalogue: 'Katalog',
  part_repair: 'Reparatur',
}
