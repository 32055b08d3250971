// German messages of inputs that a schema refuses; see the English catalogue.
import type { issueMessages as issues, ruleMessages as rules } from '../en/rules.ts'
import type { Translation } from '../texts.ts'

/** Of our own rules; a schema carries their keys. */
export const ruleMessages = {
  address: 'muss eine http- oder https-Adresse ohne Benutzername, Abfrage oder Fragment sein',
  address_unencrypted:
    'muss mit https beginnen: Über http kann jeder unterwegs den Schlüssel lesen. http ist nur für diesen Rechner (127.0.0.1, localhost), etwa für das Ende eines Tunnels',
  supplier_repeated: 'darf jeden Lieferantencode nur einmal enthalten',
  proxy_address:
    'muss eine http- oder https-Adresse ohne Benutzername, Pfad oder Abfrage sein, etwa http://proxy.example.org:8080',
  proxy_address_missing: 'muss angegeben sein: Ein manueller Proxy braucht seine Adresse',
  proxy_user: 'darf keinen Doppelpunkt enthalten',
  pac_address:
    'muss eine http- oder https-Adresse ohne Benutzername sein, etwa http://wpad.example.org/proxy.pac',
  pac_address_missing: 'muss angegeben sein: Ein PAC-Skript braucht seine Adresse',
  bypass_entry: 'muss ein Host, eine Domain oder ein Netz sein, ohne Leerzeichen',
  file_path: 'muss der vollständige Pfad einer Datei sein',
  time_of_day: 'muss eine Uhrzeit sein, etwa 22:00',
  part_number: 'darf nicht 0 sein: Teile werden ab 1 gezählt, oder vom Ende her ab -1',
  region: 'muss aus zwei Großbuchstaben bestehen, etwa GB',
} as const satisfies Translation<typeof rules>

/** Of the rules that zod brings. */
export const issueMessages = {
  it: 'Es {fault}.',
  at: '{place} {fault}.',
  refused: 'Das wurde abgelehnt, und nichts wurde geändert: {faults}',

  missing: 'fehlt: Hier muss {wanted} stehen',
  wanted: 'muss {wanted} sein',
  wrong_kind: 'ist von der falschen Art',
  kind_text: 'Text',
  kind_number: 'eine Zahl',
  kind_whole: 'eine ganze Zahl',
  kind_boolean: 'true oder false',
  kind_list: 'eine Liste',
  kind_object: 'ein Objekt',
  kind_nothing: 'leer',

  at_least: 'muss mindestens {n, number} sein',
  above: 'muss größer als {n, number} sein',
  at_most: 'darf höchstens {n, number} sein',
  below: 'muss kleiner als {n, number} sein',
  multiple: 'muss ein Vielfaches von {n, number} sein',
  empty: 'ist leer: Es muss etwas enthalten',
  text_at_least: 'muss mindestens {n, plural, one {# Zeichen} other {# Zeichen}} haben',
  text_at_most: 'darf höchstens {n, plural, one {# Zeichen} other {# Zeichen}} haben',
  text_exactly: 'muss genau {n, plural, one {# Zeichen} other {# Zeichen}} haben',
  list_at_least: 'muss mindestens {n, plural, one {# Eintrag} other {# Einträge}} haben',
  list_at_most: 'darf höchstens {n, plural, one {# Eintrag} other {# Einträge}} haben',
  list_exactly: 'muss genau {n, plural, one {# Eintrag} other {# Einträge}} haben',

  begins: 'muss mit „{text}“ beginnen',
  ends: 'muss mit „{text}“ enden',
  contains: 'muss „{text}“ enthalten',
  pattern: 'muss dem Muster {pattern} entsprechen',
  url: 'muss eine Adresse sein, etwa https://example.org',
  date_time: 'muss Datum und Uhrzeit sein, etwa 2026-01-31T12:00:00Z',
  format: 'hat die falsche Form',

  unknown_keys:
    'enthält {keys}, was nicht bekannt ist: Prüfen Sie die Schreibweise, oder nehmen Sie es heraus',
  wrong_key: 'enthält einen Namen, der nicht erlaubt ist',
  wrong_element: 'enthält einen Eintrag, der nicht erlaubt ist',
  no_shape: 'hat ein unbekanntes „kind“ oder passt zu keiner der erlaubten Formen',
  not_right: 'ist nicht richtig',
} as const satisfies Translation<typeof issues>
