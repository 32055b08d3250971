// English messages about what the members of a team share.
export const knowledgeMessages = {
  not_understood:
    'This version was made by a newer Carryover, or it is damaged. Nothing was changed here: install the newer version to use it.',
  leads_elsewhere:
    'The newest version of “{name}” leads to {address}, or to another environment there. It is used only if you agree; a key that was given for another address is forgotten then.',
  name_of_practice:
    'A connection to the practice service has the name “{name}” here. Rename or remove it to use this one.',
  catalogue_missing:
    'It needs the catalogue “{title}”, which is not here. It is used as soon as somebody shares that catalogue.',
  no_connection: 'It is used as soon as a connection here leads to {service}.',
  repair_personal:
    'This repair changes a field whose values belong to one customer, or a column without a field. Such repairs are not shared.',
  name_unusable: 'The name holds a control character. Give it another name to share it.',
  too_large:
    'It has {bytes, number} bytes, and at most {most, number} can be shared. Leave something out of it.',
  holds_key:
    'It holds a key, a password or a passphrase of this desktop. Take it out: secrets are never shared.',
  not_shared: 'The team does not share this.',
  not_here: 'There is no such item in this data folder.',
  changed: 'Another version has arrived meanwhile. Compare again before you decide.',
  nothing_to_decide: 'There is nothing to decide any more.',
  decide_first: 'Both sides changed it. Decide first, then bring an earlier version back.',
  part_key: 'Column of the account’s key',
  part_sheet: 'Main sheet',
  part_column: 'Column “{column}”',
  part_sheet_column: 'Column “{column}” of “{sheet}”',
  part_linked: 'Sheet “{sheet}”',
  part_fixed: 'Fixed value of {field}',
  part_supplier: 'Supplier',
  part_source: 'Origin',
  part_layout: 'Columns of “{sheet}”',
  part_words: 'Note',
  part_note: 'Note',
  part_title: 'Title',
  part_catalogue: 'Catalogue',
  part_repair: 'Repair',
} as const
