// German messages of mappings, suggestions, templates, catalogues and payloads.
import type { mappingMessages as english } from '../../en/mapping/mapping.ts'
import type { Translation } from '../../texts.ts'
import { payloadMessages } from './payloads.ts'
import { suggestionMessages } from './suggestions.ts'

export const mappingMessages = {
  ...payloadMessages,
  ...suggestionMessages,

  // Compiling a mapping for a file and a catalogue.
  did_you_mean: 'Meinen Sie „{near}“?',
  no_sheet_with_columns: 'Die Datei hat kein Blatt mit Spalten.',
  sheet_not_named:
    'Die Zuordnung nennt ihr Blatt nicht, und die Datei hat mehrere: {sheets}. Ergänzen Sie "sheet" mit dem Blatt, das für jedes Konto eine Zeile hat.',
  no_such_sheet: 'Die Datei hat kein Blatt „{sheet}“.',
  no_such_column: 'Das Blatt „{sheet}“ hat keine Spalte „{column}“.',
  no_such_field: 'Der Katalog hat kein Feld {path}.',
  no_such_field_below: 'Der Katalog hat kein Feld {path} unter {base}.',
  leave_list_out: 'Lassen Sie die Liste weg: „{path}“.',
  field_not_a_value:
    '{path} ist {kind, select, list {eine Liste} other {eine Gruppe von Feldern}}: Eine Spalte kann es nicht füllen.',
  name_a_field_inside: 'Nennen Sie ein Feld darin, zum Beispiel {example}.',
  not_a_list_of_items:
    '{path} ist keine Liste von Einträgen mit Feldern, also können Zeilen keine Einträge davon werden.',
  index_unusable:
    '{path} kann nicht verwendet werden: Einträge einer Liste werden durch einen Index von 0 bis {most} benannt.',
  fed_twice:
    'Das Feld {path} wird zweimal gefüllt, aus den Spalten „{first}“ und „{second}“: Behalten Sie eine.',
  fixed_and_column:
    'Das Feld {path} hat einen festen Wert und wird auch aus einer Spalte gefüllt: Behalten Sie eines.',
  fixed_twice: 'Das Feld {path} hat zwei feste Werte: Behalten Sie einen.',
  column_fault: 'Spalte „{column}“: {fault}',
  linked_to_itself:
    'Das Blatt „{sheet}“ ist mit sich selbst verknüpft: Verwenden Sie "grouped" für mehrere Zeilen eines Kontos.',
  keys_differ:
    'Das Blatt „{sheet}“ ist über {columns, plural, one {# Spalte} other {# Spalten}} mit {parents} verbunden: Beide Seiten brauchen gleich viele.',
  supplier_missing:
    'Nichts sagt, von welchem Lieferanten die Konten kommen: Ordnen Sie {path} eine Spalte zu, legen Sie einen festen Wert fest, oder geben Sie den Lieferanten beim Start an.',
  fixed_must_be_text: 'Der feste Wert für {path} muss Text sein: Setzen Sie ihn in Anführungszeichen.',
  fixed_must_be: 'Der feste Wert für {path} muss vom Typ {kind} sein, ohne Anführungszeichen.',
  fixed_must_be_whole: 'Der feste Wert für {path} muss eine ganze Zahl sein.',
  fixed_empty: 'Der feste Wert für {path} ist leer.',
  fixed_unusable: 'Der feste Wert für {path} kann nicht verwendet werden: {why}',
  fixed_no_choice: 'Der feste Wert für {path} ist keiner der zulässigen Werte: {choices}.',
  mapped_and_ignored:
    'Die Spalte „{column}“ des Blatts „{sheet}“ ist zugeordnet und wird ignoriert: Behalten Sie eines.',
  column_left_over:
    'Die Spalte „{column}“ des Blatts „{sheet}“ ist weder zugeordnet noch wird sie ignoriert: Ordnen Sie sie einem Feld zu, oder ergänzen Sie {entry}.',

  // Reading a mapping file; a fault is the end of a sentence that names the place.
  file_fault: 'Die Zuordnungsdatei {fault}.',
  file_place_fault: 'In der Zuordnungsdatei: {where} {fault}.',
  kind_string: 'Text in Anführungszeichen',
  kind_number: 'eine Zahl',
  kind_boolean: 'true oder false',
  kind_array: 'eine Liste in [ ]',
  kind_object: "ein Objekt in '{ }'",

  // Reading a catalogue.
  catalogue_no_object: 'Der Katalog ist kein JSON-Schema: Seine Wurzel muss ein Objekt sein.',
  catalogue_describes_no_object:
    'Der Katalog muss ein Objekt beschreiben: Seine Wurzel braucht `"type": "object"` und `properties`.',
  catalogue_too_large: 'Der Katalog beschreibt mehr als {most} Felder.',
  catalogue_root: 'Die Wurzel',
  catalogue_field: 'Das Feld `{path}`',
  properties_no_object: '{place}: `properties` muss ein Objekt sein.',
  not_described: '{place} ist nicht durch ein Objekt beschrieben.',
  reference_no_text: '{place}: `$ref` muss Text sein.',
  reference_cycle:
    '{place} verweist auf `{reference}`, das es selbst enthält: Ein Feld kann sich nicht selbst enthalten.',
  reference_outside:
    '{place} verweist auf `{reference}`: Es werden nur Verweise innerhalb des Katalogs (`#/…`) verfolgt.',
  reference_missing: '{place} verweist auf `{reference}`, das nicht im Katalog steht.',
  no_single_type:
    '{place} hat keinen eindeutigen `type`: Geben Sie string, integer, number, boolean, object oder array an.',
  unsafe_name:
    '{place} hat ein Feld namens „{name}“: Dieser Name kann nicht in einem Pfad der Nutzdaten stehen.',

  // Rows of linked sheets without an account.
  rows_without_parent:
    '{n, plural, one {# Zeile von „{sheet}“ hat einen Schlüssel, den keine Zeile von „{parent}“ hat, und gehört zu keinem Konto} other {# Zeilen von „{sheet}“ haben Schlüssel, die keine Zeile von „{parent}“ hat, und gehören zu keinem Konto}} ({rows}).',
  rows_cut_off:
    '{n, plural, one {# Zeile von „{sheet}“ hängt an einer Zeile von „{parent}“, die selbst zu keinem Konto gehört} other {# Zeilen von „{sheet}“ hängen an Zeilen von „{parent}“, die selbst zu keinem Konto gehören}} ({rows}).',
  rows_without_key:
    '{n, plural, one {# Zeile von „{sheet}“ hat keinen Schlüssel und gehört zu keinem Konto} other {# Zeilen von „{sheet}“ haben keinen Schlüssel und gehören zu keinem Konto}} ({rows}).',
  parents_without_rows:
    '{n, plural, one {# Zeile von „{sheet}“ hat keine Zeile auf „{child}“} other {# Zeilen von „{sheet}“ haben keine Zeile auf „{child}“}} ({rows}).',
  row_named: 'Zeile {row}',
  rows_named: 'Zeilen {rows}',
} as const satisfies Translation<typeof english>
