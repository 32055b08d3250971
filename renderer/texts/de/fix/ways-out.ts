// German texts of the remedies for problems without a cell.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { waysOut as english } from '../../en/fix/ways-out.ts'

export const waysOut = {
  map: 'Spalte zuordnen…',
  mapHint: 'Öffnet die Zuordnung, um eine Spalte für {field} zu wählen',
  fixed: 'Festen Wert setzen…',
  unmapped: '{field} ist nicht zugeordnet.',
  unmappedBody: 'Eine Antwort hier, für {accounts, plural, one {# Konto} other {# Konten}}.',
  fixedAs: '{value} für {accounts, plural, one {das Konto} other {alle # Konten}} setzen…',
  changeFixed: 'Festen Wert ändern…',
  remove: '{what} entfernen…',
  sentAlready: 'Konten dieses Stapels wurden gesendet, darum bleibt seine Zuordnung, wie sie ist',

  fixedTitle: 'Ein fester Wert für {field}',
  fixedBody:
    'Er gehört zur Zuordnung: {path} hat diesen Wert in {accounts, plural, one {# Konto} other {allen # Konten}} des Stapels; sie werden neu gebildet und sind neu zu prüfen. Änderungen bleiben.',
  fixedListBody:
    'Nur Konten, die diesen Eintrag haben, erhalten ihn: {path} allein lässt keinen Eintrag entstehen.',
  value: 'Wert',
  choose: 'Wert wählen',
  valueMissing: 'Geben Sie einen Wert an.',
  yes: 'Ja',
  no: 'Nein',
  setValue: 'Setzen und neu bilden',
  set: '{field} hat jetzt einen festen Wert; die Konten werden neu gebildet',
  lockedTitle: 'Die Zuordnung lässt sich nicht mehr ändern',
  lockedBody:
    'Konten dieses Stapels wurden schon gesendet, und alle Konten eines Stapels werden nach einer Zuordnung gebildet. Tragen Sie den Wert in eine zugeordnete Spalte dieses Kontos ein, oder laden Sie die Datei als neuen Stapel.',

  removeTitle: '{what} von {account} entfernen',
  removeBody:
    '{cells, plural, one {# Zelle wird} other {# Zellen werden}} geleert, als eine Änderung, die sich rückgängig machen lässt. Was diese Zellen liefern, fehlt dann in den Nutzdaten.',
  alsoFeeds: 'Sie liefern auch',
  removeAction: '{cells, plural, one {# Zelle} other {# Zellen}} leeren',
  looking: 'Zellen, die es liefern, werden gesucht',
  removed: '{what} ist entfernt: {cells, plural, one {# Zelle} other {# Zellen}} geleert',
  row: '{sheet}, Zeile {row}',
} as const satisfies Translation<typeof english>
