// English messages of inputs that a schema refuses: the end of a sentence whose subject is the setting, the field or
// the option, such as `--rate: must be at most 10,000`.

/** Of our own rules; a schema carries their keys. */
export const ruleMessages = {
  address: 'must be an http or https address without user name, query or fragment',
  address_unencrypted:
    'must begin with https: over http everybody on the way can read the key. http is for this machine only (127.0.0.1, localhost), such as the end of a tunnel',
  supplier_repeated: 'must have each supplier code once',
  proxy_address:
    'must be an http or https address without user name, path or query, such as http://proxy.example.org:8080',
  proxy_address_missing: 'must be given: a manual proxy needs its address',
  proxy_user: 'must not hold a colon',
  pac_address:
    'must be an http or https address without user name, such as http://wpad.example.org/proxy.pac',
  pac_address_missing: 'must be given: a PAC script needs its address',
  bypass_entry: 'must be a host, a domain or a network, without blanks',
  file_path: 'must be the whole path of a file',
  time_of_day: 'must be a time of day such as 22:00',
  part_number: 'must not be 0: parts are counted from 1, or from the end by -1',
  region: 'must be two capital letters, such as GB',
} as const

/** Of the rules that zod brings. */
export const issueMessages = {
  it: 'It {fault}.',
  at: '{place} {fault}.',
  refused: 'This was refused, and nothing was changed: {faults}',

  missing: 'is missing: it must be {wanted}',
  wanted: 'must be {wanted}',
  wrong_kind: 'is of the wrong kind',
  kind_text: 'text',
  kind_number: 'a number',
  kind_whole: 'a whole number',
  kind_boolean: 'true or false',
  kind_list: 'a list',
  kind_object: 'an object',
  kind_nothing: 'empty',

  at_least: 'must be at least {n, number}',
  above: 'must be more than {n, number}',
  at_most: 'must be at most {n, number}',
  below: 'must be less than {n, number}',
  multiple: 'must be a multiple of {n, number}',
  empty: 'is empty: it must hold something',
  text_at_least: 'must have at least {n, plural, one {# character} other {# characters}}',
  text_at_most: 'must have at most {n, plural, one {# character} other {# characters}}',
  text_exactly: 'must have exactly {n, plural, one {# character} other {# characters}}',
  list_at_least: 'must have at least {n, plural, one {# entry} other {# entries}}',
  list_at_most: 'must have at most {n, plural, one {# entry} other {# entries}}',
  list_exactly: 'must have exactly {n, plural, one {# entry} other {# entries}}',

  begins: 'must begin with “{text}”',
  ends: 'must end with “{text}”',
  contains: 'must contain “{text}”',
  pattern: 'must match the pattern {pattern}',
  url: 'must be an address such as https://example.org',
  date_time: 'must be a date and time such as 2026-01-31T12:00:00Z',
  format: 'has the wrong form',

  unknown_keys: 'has {keys}, which is not known: check the spelling or take it out',
  wrong_key: 'has a name that is not allowed',
  wrong_element: 'has an entry that is not allowed',
  no_shape: 'has an unknown “kind”, or fits none of the allowed shapes',
  not_right: 'is not right',
} as const
