// German texts of the remedies for problems without a cell.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { waysOut as english } from '../../en/fix/ways-out.ts'

export const waysOut = {
  map: 'Spalte zuordnen…',
  mapHint: 'Öffnet die Zuordnung, um eine Spalte für {field} zu wählen',
  fixed: 'Festen Wert setzen…',
  unmapped: '{field} ist nicht zugeordnet.',
  unmappedBody: 'Einmal setzen für {accounts, plural, one {# Konto} other {alle # Konten}}.',
  fixedAs: '{value} für {accounts, plural, one {das Konto} other {alle # Konten}} setzen…',
  changeFixed: 'Festen Wert ändern…',
  remove: '{what} entfernen…',
  sentAlready: 'Die Zuordnung lässt sich nicht ändern: Konten dieses Stapels wurden schon gesendet',

  fixedTitle: 'Ein fester Wert für {field}',
  fixedBody:
    'Die Zuordnung gibt {path} diesen Wert in {accounts, plural, one {# Konto} other {allen # Konten}} des Stapels. Sie werden neu gebildet und müssen neu geprüft werden. Änderungen bleiben.',
  fixedListBody:
    'Nur Konten, die diesen Eintrag schon haben, erhalten den Wert. Er legt den Eintrag nicht an.',
  value: 'Wert',
  choose: 'Wert wählen',
  valueMissing: 'Geben Sie einen Wert ein.',
  yes: 'Ja',
  no: 'Nein',
  setValue: 'Setzen und neu bilden',
  set: '{field} hat jetzt einen festen Wert; die Konten werden neu gebildet',
  lockedTitle: 'Die Zuordnung lässt sich nicht mehr ändern',
  lockedBody:
    'Konten dieses Stapels wurden schon gesendet, und alle Konten eines Stapels werden nach einer Zuordnung gebildet. Tragen Sie den Wert in eine zugeordnete Spalte dieses Kontos ein, oder laden Sie die Datei als neuen Stapel.',

  removeTitle: '{what} von {account} entfernen',
  removeBody:
    '{cells, plural, one {# Zelle wird} other {# Zellen werden}} geleert, als eine Änderung, die sich rückgängig machen lässt. Die Felder, die diese Zellen füllen, werden dann nicht gesendet.',
  alsoFeeds: 'Sie füllen auch',
  removeAction: '{cells, plural, one {# Zelle} other {# Zellen}} leeren',
  looking: 'Zellen, die es füllen, werden gesucht',
  removed: '{what} ist entfernt: {cells, plural, one {# Zelle} other {# Zellen}} geleert',
  row: '{sheet}, Zeile {row}',
} as const satisfies Translation<typeof english>
