// German texts of finding the accounts of a pasted list.
import type { Translation } from '../../../shared/texts/texts.ts'
import type { findList as english } from '../en/find-list.ts'

export const findList = {
  title: 'Eine Liste von Konten suchen',
  body: 'Fügen Sie Kontoschlüssel oder Kennungen der Plattform ein: einen je Zeile, oder Zellen aus einer Tabelle.',
  keys: 'Schlüssel',
  count:
    '{n, plural, =0 {Noch kein Schlüssel} one {# Schlüssel} other {# Schlüssel}}{repeated, plural, =0 {} other {, # doppelt}}',
  tooMany: 'Das sind {n, number} Schlüssel. Höchstens {most, number} werden auf einmal gesucht.',
  tooLong: 'Ein Schlüssel hat höchstens {most, number} Zeichen.',
  find: '{n, plural, =0 {Schlüssel suchen} one {# Schlüssel suchen} other {# Schlüssel suchen}}',
  result: '{found, number} gefunden, {missing, number} nicht gefunden',
  accounts: '{n, plural, one {# Konto} other {# Konten}} dieses Stapels',
  missing: 'Nicht gefunden',
  selectAll: 'Alle auswählen',
  change: 'Liste ändern',
  inFix: 'In „Korrigieren“ zeigen',
  inWatch: 'In „Verfolgen“ zeigen',
  filter: 'Konten einer Liste',
} as const satisfies Translation<typeof english>
