// English messages of mappings, suggestions, templates, catalogues and payloads.
import { payloadMessages } from './payloads.ts'
import { suggestionMessages } from './suggestions.ts'

export const mappingMessages = {
  ...payloadMessages,
  ...suggestionMessages,

  // Compiling a mapping for a file and a catalogue.
  did_you_mean: 'Did you mean “{near}”?',
  no_sheet_with_columns: 'The file has no sheet with columns.',
  sheet_not_named:
    'The mapping does not name its sheet, and the file has several: {sheets}. Add "sheet" with the one that has a row for each account.',
  no_such_sheet: 'The file has no sheet “{sheet}”.',
  no_such_column: 'The sheet “{sheet}” has no column “{column}”.',
  no_such_field: 'The catalogue has no field {path}.',
  no_such_field_below: 'The catalogue has no field {path} below {base}.',
  leave_list_out: 'Leave the list out: “{path}”.',
  field_not_a_value:
    '{path} is {kind, select, list {a list} other {a group of fields}}: a column cannot fill it.',
  name_a_field_inside: 'Name a field inside it, for example {example}.',
  not_a_list_of_items: '{path} is not a list of items with fields, so rows cannot become items of it.',
  index_unusable: '{path} cannot be used: items of a list are named by an index from 0 to {most}.',
  fed_twice: 'The field {path} is filled twice, by the columns “{first}” and “{second}”: keep one.',
  fixed_and_column: 'The field {path} has a fixed value and is filled by a column too: keep one.',
  fixed_twice: 'The field {path} has two fixed values: keep one.',
  column_fault: 'Column “{column}”: {fault}',
  linked_to_itself: 'The sheet “{sheet}” is linked to itself: use "grouped" for several rows of one account.',
  keys_differ:
    'The sheet “{sheet}” is joined by {columns, plural, one {# column} other {# columns}} to {parents}: both sides need the same number.',
  supplier_missing:
    'Nothing says which supplier the accounts come from: map a column to {path}, set a fixed value for it, or give the supplier when starting the run.',
  fixed_must_be_text: 'The fixed value for {path} must be text: put it in quotes.',
  fixed_must_be: 'The fixed value for {path} must be a {kind}, without quotes.',
  fixed_must_be_whole: 'The fixed value for {path} must be a whole number.',
  fixed_empty: 'The fixed value for {path} is empty.',
  fixed_unusable: 'The fixed value for {path} cannot be used: {why}',
  fixed_no_choice: 'The fixed value for {path} is not one of its choices: {choices}.',
  mapped_and_ignored: 'The column “{column}” of the sheet “{sheet}” is mapped and ignored: keep one.',
  column_left_over:
    'The column “{column}” of the sheet “{sheet}” is neither mapped nor ignored: map it to a field, or add {entry}.',

  // Reading a mapping file; a fault is the end of a sentence that names the place.
  file_fault: 'The mapping file {fault}.',
  file_place_fault: 'In the mapping file, {where} {fault}.',
  kind_string: 'text in quotes',
  kind_number: 'a number',
  kind_boolean: 'true or false',
  kind_array: 'a list in [ ]',
  kind_object: "an object in '{ }'",

  // Reading a catalogue.
  catalogue_no_object: 'The catalogue is not a JSON Schema: its root must be an object.',
  catalogue_describes_no_object:
    'The catalogue must describe an object: its root needs `"type": "object"` and `properties`.',
  catalogue_too_large: 'The catalogue describes more than {most} fields.',
  catalogue_root: 'The root',
  catalogue_field: 'The field `{path}`',
  properties_no_object: '{place}: `properties` must be an object.',
  not_described: '{place} is not described by an object.',
  reference_no_text: '{place}: `$ref` must be text.',
  reference_cycle: '{place} refers to `{reference}`, which contains it: a field cannot hold itself.',
  reference_outside:
    '{place} refers to `{reference}`: only references inside the catalogue itself (`#/…`) are followed.',
  reference_missing: '{place} refers to `{reference}`, which is not in the catalogue.',
  no_single_type: '{place} has no single `type`: say string, integer, number, boolean, object or array.',
  unsafe_name: '{place} has a field named “{name}”: that name cannot be used in a payload path.',

  // Rows of linked sheets without an account.
  rows_without_parent:
    '{n, plural, one {# row of “{sheet}” has a key that no row of “{parent}” has, so it is part of no account} other {# rows of “{sheet}” have keys that no row of “{parent}” has, so they are part of no account}} ({rows}).',
  rows_cut_off:
    '{n, plural, one {# row of “{sheet}” hangs on a row of “{parent}” that is part of no account itself} other {# rows of “{sheet}” hang on rows of “{parent}” that are part of no account themselves}} ({rows}).',
  rows_without_key:
    '{n, plural, one {# row of “{sheet}” has no key, so it is part of no account} other {# rows of “{sheet}” have no key, so they are part of no account}} ({rows}).',
  parents_without_rows:
    '{n, plural, one {# row of “{sheet}” has no row on “{child}”} other {# rows of “{sheet}” have no row on “{child}”}} ({rows}).',
  row_named: 'row {row}',
  rows_named: 'rows {rows}',
} as const
