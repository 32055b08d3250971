// English texts of the web host: refusals, the page that passes the address on, and what its end says in a terminal.
export const web = {
  refusals: {
    not_loopback: 'Only this machine may use this address.',
    bad_target: 'The target of a request begins with a single “/”.',
    one_host: 'A request names its host once, not {hosts} times.',
    wrong_host: 'This is http://{authority} and nothing else. Open the address as it was printed.',
    method_not_allowed: '{method} is not served here; {methods} is.',
    no_site: 'The request does not say where it comes from (Sec-Fetch-Site). Use a current browser.',
    other_site: 'The request comes from another page. Open the address that Carryover printed, by hand.',
    wrong_origin: 'The request does not come from Carryover’s own page.',
    token_missing:
      'This window is not signed in. Open the address that Carryover printed; each address is good once, for a minute.',
    token_wrong:
      'This window’s sign-in is not valid. Open a new address; a restart of Carryover ends every sign-in.',
    code_wrong: 'This address was never given out. Open the one that Carryover printed.',
    code_used: 'This address was opened before, and each is good once. Open a new one.',
    code_expired: 'This address is more than a minute old. Open a new one.',
    wrong_content_type: 'The body of this request is {type}.',
    too_large: 'The request’s body is larger than {bytes} bytes, which is the most that is taken.',
    too_large_mebibytes:
      'The request’s body is larger than {mebibytes} MiB, which is the most that is taken.',
    not_json: 'The request’s body is not JSON.',
    bad_exchange: 'An exchange names a code and nothing else.',
    bad_download: 'A download names a batch and one of {files}.',
    no_report:
      'There is no such file of batch {batch}. Write the report or the question pack first, then download it.',
    bad_file_name:
      'The upload needs one plain file name, without folders or control characters. Rename the file and try again.',
    empty_file: 'The file is empty. Choose another one.',
    uploads_full:
      'The data folder keeps at most {files} uploaded files and {gibibytes, number} GiB of them, and with this one there would be more. Remove batches that you do not need, or start Carryover again: it removes the files of batches that are read. More are kept with --upload-files and --upload-gib.',
    upload_not_kept: 'The file could not be kept ({error}). Check the space on the disk and try again.',
    not_found: 'There is nothing at this address.',
    socket_only: 'This address is for a WebSocket.',
    bad_handshake: 'This is no handshake of a WebSocket.',
    unreadable: 'The request cannot be read.',
    fault: 'A fault of Carryover. What was stored before it stays; please report it.',
  },
  open: 'Open Carryover',
  ending: {
    sending:
      '{sending, plural, one {Ending: # account is being created, and the service’s answer is waited for. Ctrl-C again leaves it unconfirmed: the next start asks the service what became of it before anything is sent again.} other {Ending: # accounts are being created, and the service’s answers are waited for. Ctrl-C again leaves them unconfirmed: the next start asks the service what became of them before anything is sent again.}}',
    queued:
      '{queued, plural, one {# account that is queued stays queued for the next start, which goes on with it once the key is given.} other {# accounts that are queued stay queued for the next start, which goes on with them once the key is given.}}',
  },
  build: {
    noPage: 'It made no page.',
    noTool: 'The build tool is not installed: run "npm ci".',
    noSources: 'Its sources are not here.',
    noWindow: 'There is no built window in {folder} (no index.html).',
  },
} as const
