// German texts about decisions that a rebuild, or a merge of two versions, moved or dropped.
import type { Translation } from '../../../../../shared/texts/texts.ts'
import type { decisions as english } from '../../../en/fix/decisions/decisions.ts'

export const decisions = {
  label: 'Verschobene oder entfallene Entscheidungen',
  strip:
    '{count, plural, one {# Entscheidung} other {# Entscheidungen}} (zurückgehalten, ausgeschlossen) beim neuen Bilden der Konten verschoben oder entfallen.',
  look: 'Zeigen, welche',
  title: 'Verschobene oder entfallene Entscheidungen',
  body: 'Eine Entscheidung bleibt bei der Kontonummer und ihren Zeilen in der Datei. Diese konnten nicht bleiben, wie sie waren.',
  more: 'Und {count, number} weitere, die folgen, sobald diese gelesen sind.',
  read: 'Als gelesen markieren',
} as const satisfies Translation<typeof english>
