// English messages of suggested mappings and of templates fitted to a file.
export const suggestionMessages = {
  from_template: 'The template “{template}” maps a column of this name to this field.',
  mapped_before:
    'A column of this name was mapped to this field {n, plural, one {once} other {{n} times}} before.',
  mapped_before_of:
    'A column of this name was mapped to this field {n, plural, one {once} other {{n} times}} before, out of {total}.',
  template_fits: 'The template “{template}” fits every column of this file.',
  own_path: 'The header is the field’s own path.',
  values_are_choices: 'The header says nothing known, but all of its values are choices of this field.',
  values_look_like: 'The header says nothing known, but its values look like values of the kind “{kind}”.',
  others_as_near: 'Other fields are as near.',
  rows_give_items: 'Rows with the same key differ in it, so each row gives an item.',

  what: '{what, select, title {title} alias {other name} name {name} other {name with its owner}}',
  header_equals: 'The header equals the field’s {what} “{phrase}”.',
  header_written_out: 'Spelled out, the header is the field’s {what} “{phrase}”.',
  header_same_meaning: 'The header means the same as the field’s {what} “{phrase}”.',
  header_nearly: 'The header is close to the field’s {what} “{phrase}”.',
  header_with_owner: 'The header is the field’s {what} “{phrase}” and words about where it belongs.',
  header_qualified: 'The header is the field’s {what} “{phrase}” and the name of a system.',
  header_holds: 'The header holds the field’s {what} “{phrase}” among other words.',
  header_part_of: 'The header is part of the field’s {what} “{phrase}”.',
  values_fit: 'The column’s values look like {kind}.',
  values_fit_partly: 'Only some of the column’s values look like {kind}.',
  values_fit_not: 'But the column’s values do not look like {kind}.',
  its_choices: 'its choices',
  texts_of_length: 'texts of its length',
  values_of_kind: 'values of the kind “{kind}”',

  no_key_column: 'No column of the sheet “{sheet}” looks like the account’s key: choose one.',
  no_key_column_for: 'No column of the sheet “{sheet}” looks like the account’s key ({path}): choose one.',
  rows_are_items:
    'Several rows of the sheet “{sheet}” have the same key and differ in columns of {list}. Each row is treated as one item of that account: is that right?',
  sheet_not_linked:
    'The sheet “{sheet}” shares no column with another that is used, or fits no list: its rows would not be sent.',
  join_too_loose:
    'The sheet “{sheet}” is joined to “{parent}” by {columns} only: where an account has several rows there, each gets all of them. Is there a column that tells them apart?',

  sheet_gone: 'The file has no sheet “{sheet}”: nothing comes from it.',
  sheet_alike:
    'It has {shared} of the {columns, plural, one {# column} other {# columns}} that the template uses, and no other sheet has as many.',
  column_on_other_sheet: 'The column is no longer on the sheet “{sheet}” but on “{other}”: map it there.',
  column_gone_key:
    'The sheet “{sheet}” has no column “{column}”. It is a key, so the mapping cannot be used until another column is chosen.',
  column_gone_ignored: 'The sheet “{sheet}” has no column “{column}”. It was ignored, so nothing is lost.',
  column_gone:
    'The sheet “{sheet}” has no column “{column}”. The field that it filled gets no value from it.',
  column_new: 'The template does not know this column.',
  sheet_new: 'The template does not know this sheet.',
  column_moved:
    'It was column {before} and is now column {after}; columns are found by name, so nothing changes.',
  was_column: 'column {before}',
  words_same: 'The words are the same, only written otherwise.',
  words_same_in_full: 'Written out, the words are the same.',
  one_letter: 'One letter differs.',

  template_not_json: 'The file is not JSON, so it is no template. Export the template again.',
  template_newer:
    'The template was saved by a newer Carryover (its version is {version}, this one reads {ours}). Update Carryover, or ask for the mapping file.',
  template_is_mapping:
    'This is a mapping file, not a template: open it as the mapping of a batch and save it as a template.',
  template_other_file: 'This is not a template of Carryover: it does not say "format": "{format}".',
  template_unknown_keys: 'The template has {keys}, which a template does not know: take it out.',
  template_name: 'In the template, {where} must be a name of 1 to 200 characters.',
  template_saved_at: 'In the template, {where} must be a date and time in UTC, such as 2026-03-04T09:30:00Z.',
  template_text: 'In the template, {where} must be text that is not empty, or be left out.',
  template_layout:
    'In the template, {where} must be a list of sheets, each with its name and its columns, or be left out.',
  template_version: 'In the template, {where} must be {version}.',
  template_not_right: 'In the template, {where} is not right.',
} as const
