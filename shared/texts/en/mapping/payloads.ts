// English messages of payloads: problems of an account's values and rows, and why fields are left out or required.
export const payloadMessages = {
  key_missing: '{sheet}, row {row}: the column {columns} is empty, so the row belongs to no account.',
  not_converted: '{label}: {why} ({sheet}, row {row}, column “{column}”)',
  /** Where the cell is shown beside it. */
  not_converted_here: '{label}: {why}',
  cell_without_value: 'the cell gives no value.',
  conflict:
    '{label}: rows {first} and {second} of {sheet} are one account, but their cells in the column “{column}” differ: “{one}” and “{other}”. Make them the same.',
  masked_conflict:
    '{label}: rows {first} and {second} of {sheet} are one account, but their cells in the column “{column}” differ. Make them the same.',
  only_a_key:
    'Nothing is known of this account but its key “{key}”: every other cell that fills a field is empty. Fill in its cells, or exclude it.',
  identity_missing:
    'The account has no {path}: without it the account could be created but never watched. Fill the cell, or map a column to it.',
  identity_unsafe:
    '{path} {fault}, so the account’s status could not be read back. Change it in the spreadsheet.',
  identity_no_text: 'is not text',
  identity_with_slash: '“{value}” has a “/”',
  identity_is_dots: 'is “{value}”, which means another address',
  identity_control_character: 'has a control character, such as a line break',
  identity_half_character: 'has half a character (a broken surrogate)',

  omitted_empty: 'The cell is empty, or nothing is left of its text after the conversion.',
  omitted_all_empty: 'All its cells are empty.',
  omitted_repeated: 'Its cells repeat those of an earlier row of the account: it is sent once.',
  omitted_not_converted: 'The cell’s text could not be converted.',

  // What the catalogue refuses.
  /** Its values are one title in two languages; each catalogue of messages says its own. */
  title_of: '{en}{de, select, other {}}',
  the_account: 'The account',
  with_value: '{name} “{value}”',
  required: '{name} is missing: the service requires it.',
  required_here: '{name} is missing: the service requires it here.',
  is_null: '{name} is empty (null): leave the field out or give it a value.',
  is_blank: '{name} is blank: leave the field out or give it a value.',
  no_choice: '{name} is not one of the choices: {choices}.',
  too_long: '{name} is too long: at most {limit} {of, select, items {items} other {characters}}.',
  too_short: '{name} is too short: at least {limit} {of, select, items {items} other {characters}}.',
  too_large: '{name} is too large: the limit is {limit}.',
  too_small: '{name} is too small: the limit is {limit}.',
  not_a_list: '{name} must be a list.',
  not_a_group: '{name} must be a group of fields.',
  no_items: '{name} has no items: leave the list out or give it one.',
  no_phone_number: '{name} is not a valid phone number.',
  test_address: '{name} looks like an address for tests, which the service refuses.',
  in_future: '{name} is in the future.',
  undocumented: '{name} is not a documented field: it must not be sent.',
  no_document_path: '{name} is not a document path: it {fault}.',
  wrong_kind: '{name} is not of the right kind.',
  not_of_kind: '{name} is not of the kind {kind}.',
  wrong_form: '{name} is not in the form that the service takes.',
  no_date: '{name} is not a date that exists, written YYYY-MM-DD.',
  no_utc_time: '{name} is not a date and time in UTC, written YYYY-MM-DDTHH:MM:SSZ.',
  no_email: '{name} is not an e-mail address.',
  no_decimal: '{name} is not a decimal number.',
  not_valid: '{name} is not valid.',

  // Why a field is not sent, or must be.
  field_named: '{label} (`{path}`)',
  path_named: '`{path}`',
  cell_place: '{sheet}, row {row}, column “{column}”',
  then_place: '{first}; {second}',
  more_places: '{places}; and {more} more',
  explain_repeated:
    '{name} is left out because its cells repeat those of an earlier row of the account: the item is sent once.',
  explain_not_converted:
    '{name} is not sent because the text of its cell ({cells}) could not be converted. The problem at that cell says why; correct it, or empty the cell to leave the field out.',
  explain_required_always: '{name} is required in every account.',
  explain_required_inside: '{name} is required because {owner} is sent: {why}. Fill it, or {way_out}.',
  made_by_fixed_value: 'a fixed value makes it',
  take_fixed_value_out: 'take the fixed value out of the mapping',
  cells_filled: '{n, plural, one {a cell for it is} other {# cells for it are}} filled ({cells})',
  empty_cells:
    'empty {n, plural, one {that cell} other {those cells}} to leave {of, select, item {the whole item} other {it all}} out',
  explain_empty: '{name} is left out because its cell ({cells}) is empty.',
  explain_empty_required: '{name} is left out because its cell ({cells}) is empty, but it may not be.',
  explain_empty_optional:
    '{name} is left out because its cell ({cells}) is empty: an optional field without data is not sent.',
  explain_empty_inside:
    '{name} is left out because its cell ({cells}) is empty, and so is everything else in {owner}.',
  explain_fixed_alone:
    'The fixed value of {name} is not sent: {owner} is left out, and a fixed value alone does not make it appear.',
  its_owner: 'what it belongs to',
  explain_whole:
    '{name} is left out whole because {why}: an optional {kind, select, list {list} item {item} other {group of fields}} without data is not sent.',
  fed_by_no_row: 'no row gives it anything',
  fed_by_empty_cells:
    '{n, plural, one {the only cell for it ({cells}) is} other {all # cells for it ({cells}) are}} empty',
  but_required_here: 'But it is required here.',
  but_required_always: 'But it is required in every account.',
  then_needs: 'Once one of them is filled it is sent, and then needs {paths}.',
  explain_valid_fixed:
    '{name} is optional, but since it is given it must be valid: its fixed value is set in the mapping, and can be changed or taken out there.',
  explain_valid:
    '{name} is optional, but since it is given it must be valid: correct its {n, plural, one {cell} other {cells}} ({cells}), or empty {n, plural, one {it} other {them all}} to leave it out.',
  explain_valid_inside:
    '{name} is optional, but since it is given it must be valid, with everything in it: correct its {n, plural, one {cell} other {cells}} ({cells}), or empty {n, plural, one {it} other {them all}} to leave it out.',
} as const
