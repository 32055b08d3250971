// German texts of the strip and the dialog of remembered repairs.
import type { Translation } from '../../../../shared/texts/texts.ts'
import type { memory as english } from '../../en/fix/memory.ts'

export const memory = {
  menu: 'Gemerkte Korrekturen…',
  title: 'Gemerkte Korrekturen',
  body: 'Korrekturen aus früheren Stapeln, die zu Texten in diesem passen. Angekreuzt ist eine Korrektur, die für alle richtig ist (ein Wert der Auswahlliste, eine andere Schreibweise) oder für genau dasselbe Konto gemacht wurde. Telefonnummer, Name oder Datum eines Kunden werden nie einem anderen gegeben.',
  strip:
    '{repairs, plural, one {# gemerkte Korrektur aus {origins} passt} other {# gemerkte Korrekturen aus {origins} passen}} hier auf {fits, plural, one {# Zelle} other {# Zellen}}.',
  stripLabel: 'Gemerkte Korrekturen',
  look: 'Ansehen',
  dismiss: 'Nicht für diesen Stapel',

  views: 'Was gezeigt wird',
  here: 'Passend zu diesem Stapel',
  everything: 'Alles Gemerkte',
  search: 'Spalte oder Text suchen',
  list: 'Passende Korrekturen',
  tickSure: 'Sichere ankreuzen',
  tickNone: 'Keine ankreuzen',
  quoted: '„{text}“',
  empty: 'leer',
  offer: '{before} wird {after}, {n, plural, one {# Zelle} other {# Zellen}}',
  cells: '{n, plural, one {# Zelle} other {# Zellen}}',
  feedsNothing: 'füllt kein Feld',
  others: 'Von anderen Kunden',
  othersWhy:
    '{n, plural, one {# Wert} other {# Werte}} anderer Kunden: nur gezeigt, nie übernommen. Fragen Sie diese Kunden, oder geben Sie das Richtige ein.',
  basis: {
    choice: 'eine Auswahl aus einer Liste',
    format: 'dasselbe, anders geschrieben',
    value: 'für andere Konten gemacht: vor dem Ankreuzen prüfen',
    other_customer: 'ein Wert eines anderen Kunden',
  },
  seenValue: 'in {n, plural, one {# Zelle} other {# Zellen}} korrigiert',
  seenCell: '{n, plural, one {dasselbe Konto} other {dieselben Konten}}',
  typed: 'eingegeben',
  inBatch: '„{name}“',
  inBatches: '„{name}“ und {others, plural, one {# anderem Stapel} other {# anderen Stapeln}}',
  removed: 'inzwischen entfernt',
  conflict: 'anderswo {others}',
  conflictOne: '{after} ({n, number})',
  stayed:
    '{n, plural, one {# Zelle mit diesem Text blieb} other {# Zellen mit diesem Text blieben}} unverändert',
  forget: 'Nie wieder anbieten',
  forgotten: '{before} zu {after} wird nicht mehr angeboten.',
  undo: 'Rückgängig machen',
  none: 'Keine Korrektur passt zu diesem Stapel',
  noneBody:
    'Korrekturen in einem Stapel werden im nächsten angeboten, wo derselbe Text vorkommt. Keiner der korrigierten Texte steht jetzt in dieser Datei.',
  noneFound: 'Keine Korrektur hat diese Spalte oder diesen Text.',
  lookingBack: 'Korrekturen anderer Stapel werden durchgesehen…',

  nothingChosen: 'Kreuzen Sie eine Korrektur an, um zu sehen, was sie bewirkt.',
  apply: '{n, plural, =0 {Korrigieren} one {# Zelle korrigieren} other {# Zellen korrigieren}}',
  applied: '{n, plural, one {# Zelle} other {# Zellen}} korrigiert.',
  undoneElse:
    'Inzwischen wurde etwas geändert, daher wurde dies nicht rückgängig gemacht. Tun Sie es in der Liste der Änderungen.',

  remembered: '{n, plural, one {# Korrektur} other {# Korrekturen}}',
  nothingYet: 'Noch nichts gemerkt',
  nothingYetBody: 'Ändern Sie eine Zelle in irgendeinem Stapel: Alter und neuer Text werden hier gemerkt.',
  keepFor: 'Nach dem Entfernen eines Stapels',
  keepDays:
    '{days, plural, =0 {Nichts behalten} =365 {Ein Jahr behalten} =3650 {Zehn Jahre behalten} one {# Tag behalten} other {# Tage behalten}}',
  kept: '{n, plural, one {# Zelle} other {# Zellen}} entfernter Stapel',
  keptNone: 'Nichts von entfernten Stapeln',
  deleteKept: 'Löschen',
  deleteTitle: 'Korrekturen entfernter Stapel löschen?',
  deleteBody:
    '{n, plural, one {# korrigierte Zelle entfernter Stapel wird gelöscht und nicht mehr angeboten.} other {# korrigierte Zellen entfernter Stapel werden gelöscht und nicht mehr angeboten.}} Korrekturen vorhandener Stapel bleiben.',
  shorterTitle: 'Kürzer aufbewahren?',
  shorterBody:
    'Korrekturen von Stapeln, die vor mehr als {days, plural, one {# Tag} other {# Tagen}} entfernt wurden, werden gelöscht und nicht mehr angeboten.',
  deleted: '{n, plural, one {# Korrektur} other {# Korrekturen}} gelöscht.',
  notOffered: 'nicht angeboten',
  offerAgain: 'Wieder anbieten',
} as const satisfies Translation<typeof english>
