// English messages of what the service answers: clauses, sentences, signing in, and the test of a connection.
export const serviceMessages = {
  a_redirect: 'a redirect',
  a_redirect_to: 'a redirect to {host}',
  a_packed_body: 'a packed body ({encoding})',
  unreadable_json: 'JSON that cannot be read: {text}',
  nothing: 'nothing',
  a_page: 'a page (text/html) instead of JSON',
  a_body: 'a body of no type instead of JSON',
  a_typed_body: 'a body of type {type} instead of JSON',
  http_with: 'HTTP {status} with {clause}',
  the_answer: 'the answer',
  is_missing: '{name} is missing',
  has_wrong_kind:
    '{name} is {kind, select, null {null} list {a list} object {an object} string {a string} number {a number} boolean {a boolean} other {a value}}: {excerpt}',
  values_left_out:
    '{n, plural, one {# of its values beyond {most, number} is} other {# of its values beyond {most, number} are}} left out',
  values_too_deep:
    '{n, plural, one {# nested deeper than {most, number} levels is} other {# nested deeper than {most, number} levels are}} kept as text',
  texts_cut: '{n, plural, one {# text is} other {# texts are}} cut at {most, number} characters',
  answer_cut:
    "The service''s answer has {bytes} bytes and holds more than Carryover reads of one: {parts}. Ask whoever runs the service.",
  no_text: 'The service gave no text.',
  no_words: 'no words',
  no_code: 'no code',
  words_with_code: '{words} ({code})',
  create_not_understood: 'The answer to the create could not be understood (HTTP {status}): {excerpt}',
  no_validate_path:
    '{url} knows no validate at its path (HTTP 404): this is not the data-import service. Check the base address.',
  validate_not_understood:
    'The answer to validate could not be understood: HTTP {status} and {excerpt}, where HTTP 200 and an empty object were expected.',
  answered_with: 'The service answered HTTP {status}: {excerpt}',
  too_many_problems:
    'The service found {found} problems in this account; the first {most} are kept. Correct them, and validate again.',
  record_not_understood: 'The status record could not be understood: {fault}. The whole answer: {excerpt}.',
  statuses_not_permitted: 'The service does not permit reading statuses (HTTP 403): {words}.',
  status_unrouted:
    '{url} answered a status with HTTP 404 and not with the code {code}: {words}. Check the base address and the status path.',
  status_not_understood: 'The answer to a status could not be understood: HTTP {status} and {words}.',
  no_answer: 'No answer: {why}.',
  asks_for_fewer: 'The service asks for fewer requests (HTTP 429).',
  answered: 'The service answered HTTP {status}.',
  not_this_service:
    '{url} answered HTTP {status} with {clause}: this is not the data-import service. Check the base address and the status path.',
  answer_not_understood:
    '{url} answered HTTP {status} with {clause}, which could not be understood. A proxy or a gateway on the way may answer in the place of the service: ask the platform operator.',
  key_missing: 'There is no API key for this connection. Give the key and try again.',
  sign_in_failed: 'Signing in did not work: {why}.',
  sign_in_answered: 'Signing in did not work: {url} answered HTTP {status}.',
  token_not_sendable:
    '{url} granted a token of {length} characters that no header can carry. Ask the platform operator.',
  key_refused: 'The service refused the API key: “{words}”. Check the key.',
  sign_in_refused: 'The service refused to sign in (HTTP {status}). Check the key.',
  sign_in_page:
    "{url} answered HTTP {status} with {clause}, which is not the service''s own refusal. A proxy or a gateway on the way may answer in its place: ask the platform operator, and check the address.",
  sign_in_odd_json:
    '{url} answered HTTP {status} with JSON in which neither a token nor an error could be understood. Check the token mutation and the name of its answer.',
  no_token_endpoint:
    "{url} answered HTTP {status} with {clause}: this is not the data-import service''s token endpoint. Check the address.",
  no_token:
    "{url} answered HTTP {status} without a token: this is not the data-import service''s token endpoint. Check the address.",
  next_try: '{why} The next try is in {seconds} s.',
  tokens_refused: 'The service issues tokens for this key but then refuses them. Check what the key may do.',
  new_token_refused: 'The service refused a new token as well (HTTP {status}).',
  new_token_refused_because: 'The service refused a new token as well: {why}',
  test_fine_title: 'Everything works',
  test_fine: '{url} answers as the data-import service does, and accepts the key.',
  test_fine_slower: '{url} accepts the key and asks for fewer requests for now.',
  test_fine_advice: 'The service answered and took the key.',
  test_odd_title: 'The answer could not be understood',
  test_odd_advice: 'Something answers in JSON, and not as documented. Ask whoever runs the service.',
  test_no_key_title: 'There is no key yet',
  test_no_key: 'There is no API key for this connection.',
  test_no_key_advice: 'Put the key in, then test again.',
  test_key_refused_title: 'The key was refused',
  test_key_refused_advice:
    'The service is there and does not take this key. Is it the key of this environment?',
  test_not_permitted_title: 'The key may not validate',
  test_not_permitted: '{url} accepts the key and refuses the operation (HTTP 403, {code}): {words}',
  test_not_permitted_advice: 'Ask the platform operator for the permission.',
  test_other_title: 'Something else answers there',
  test_other_advice:
    'The address answers, but not like the data-import service. Check the base URL and the token URL.',
  test_trouble_title: 'The service has trouble',
  test_trouble: '{url} does not answer as it should. {why}',
  test_trouble_advice: 'Try again later. If it stays so, ask whoever runs the service.',
  creates_by_page:
    'Creates are answered by {what}. A proxy or a gateway on the way answers in the place of the service: ask the platform operator. What became of the accounts is read from their status.',
  times_in_a_row: '{times} times in a row over {seconds} s: {why}',
  supplier_paused: 'Paused by the platform operator; more accounts are expected later.',
  supplier_complete: 'Complete: no more accounts are expected.',
  supplier_closed:
    'The supplier is paused or complete, and takes no accounts; the service does not say which of the two.',
  supplier_no_objection:
    'The service names no problem with this code. It is certain once accounts are validated with it.',
  supplier_refused: 'The service refuses this code: “{words}” ({code})',
  supplier_unclear:
    'Asked about this code, the service answers “{words}” ({code}). Ask the platform operator what that means.',
  supplier_not_checked:
    'The service could not be asked about this code: {why}. It checks the code when you validate.',
  supplier_slow: 'it asks for fewer requests for now',
  supplier_paused_here: 'sending is paused',
  closed_with_code: '{why} ({code})',
  closed_in_words: '{why} The service says: “{words}” ({code})',
  refused_alike:
    'The service refused {times} accounts in a row in the same way ({coded, select, yes {HTTP {status}, code {code}} other {HTTP {status}}}){worded, select, yes {: “{words}”} other {.}}',
  refused_alike_documented:
    '{what} Where that is about the accounts, correct them; where it is about the supplier, ask the platform operator. Then resume: the accounts refused for this are validated again.',
} as const
