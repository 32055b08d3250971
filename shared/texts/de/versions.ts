// German messages of merging file versions.
import type { versionMessages as english } from '../en/versions.ts'
import type { Translation } from '../texts.ts'

export const versionMessages = {
  as_in: 'Wie in „{name}“.',
  earlier_not_mapped: 'Stapel {batch} hat noch keine Zuordnung.',
  earlier_not_open:
    'Stapel {batch} wurde nicht ganz geladen und zugeordnet, also gibt es nichts, womit eine neuere Datei zu vergleichen wäre. Laden Sie die Datei als neuen Stapel.',
  has_later_version:
    'Stapel {batch} ist schon eine neuere Version dieser Datei. Öffnen Sie die Datei als neuere Version von jenem.',
} as const satisfies Translation<typeof english>
