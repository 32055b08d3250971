// English messages of the engine’s calls, jobs and alerts.
const alertMessages = {
  accounts_put_aside: 'Accounts were put aside',
  accounts_put_aside_why:
    '{accounts, plural, one {# account was} other {# accounts were}} in flight each of the last three times that Carryover ended out of order. They are held: look at them before they are sent again.',
  away: '{connection} does not answer',
  away_why:
    '{url} has not answered for {minutes, plural, one {# minute} other {# minutes}} or more. Nothing is lost, and sending goes on by itself when it is back: look at the network, and ask the platform operator.',
  alerts_broke: 'Carryover cannot tell any more what waits for a person: {why}',
  changes_lost: 'Changes of the database were lost',
  changes_lost_known:
    'The attempt journal tells of {missed, plural, one {# attempt} other {# attempts}} to create accounts that the database does not know: its last changes were lost, or an older copy took its place. The status of these accounts is read before they are sent, also where their file is loaded again.',
  changes_lost_unknown:
    '{broken, select, gone {The attempt journal is gone from the data folder} damaged {The attempt journal in the data folder is damaged} behind {The attempt journal ends before the database does} other {The attempt journal and the database are of two copies of the data folder} put_back {The attempt journal was changed by another program, or an older copy of the data folder was put back} older {The database is older than what the attempt journal still tells of}}, so attempts may be missing. The status of every account that is not created yet is read before it is sent{until_is_known, select, yes {; until {until} this holds for files that are loaded again, too} other {}}.',
  finished: '{batch}: all that was sent is done',
  finished_figures:
    'Created: {created, number} of {accounts, plural, one {# account} other {# accounts}}{wrong, plural, =0 {} other {; # went wrong}}.{unsent, plural, =0 {} one { # account was not sent.} other { # accounts were not sent.}}',
  paused_after_crash: '{place}: sending waits for a look',
  paused_by_fault: '{place}: a fault of Carryover stopped sending',
  paused_for_all: '{place}: paused for all',
  paused_not_permitted: '{place}: the service does not permit it',
  paused_not_this_service: '{place}: what answers is not the data-import service',
  paused_odd_answers: '{place}: the service answers in a way it does not document',
  paused_same_refusals: '{place}: the service refuses one account after another in the same way',
  paused_sign_in: '{place}: sign-in needed',
  paused_supplier_closed: '{place}: the supplier does not take accounts',
  paused_supplier_complete: '{place}: the supplier is complete, no more accounts are expected',
  paused_supplier_paused: '{place}: the supplier is paused, more accounts are expected later',
  shared_identifiers:
    '{batch}: {accounts, plural, one {# account} other {# accounts}} with an identifier that another account has too',
  shared_identifiers_why:
    'The service answered different accounts with one platform identifier, so one of them may not be its own. The Watch step lists them, and the report names them: ask the platform operator.',
  statuses_not_readable: '{connection}: statuses cannot be read',
  stop_and_go_on: '{stop} {go_on}',
  stopped: '{batch}: stopped by a brake',
  stuck: '{batch}: {accounts, plural, one {# account takes} other {# accounts take}} longer than expected',
  stuck_why:
    'Nothing is sent again because of it. See which they are and what to do: the Watch step lists them.',
  wave_ended: '{batch}: wave {wave} has ended',
  wave_ended_figures:
    'Created: {created, number} of {accounts, plural, one {# account} other {# accounts}}{wrong, plural, =0 {} other {; # went wrong}}.{waiting, plural, =0 {} one { # account waits for you to release the next one.} other { # accounts wait for you to release the next one.}}',
} as const

/** The stop of a batch by a brake, and what going on does. */
const stopMessages = {
  go_on_with_none:
    'Nothing of it is queued: the brakes count again from here, and the next wave can be released.{follows, select, yes { The next wave then follows as planned.} other {}}',
  go_on_with_queued:
    'The {queued, plural, one {# queued account} other {# queued accounts}} of {waves, plural, one {wave} other {waves}} {numbers} {queued, plural, one {is} other {are}} sent, and the brakes count again from here.{follows, select, yes { The next wave then follows as planned.} other {}}',
  stop_by_code:
    'The code {code} occurred in {wave, select, batch {the batch} other {wave {wave}}}; the batch stops the first time it occurs.{key_is_known, select, yes { It belongs to account {key}.} other {}}',
  stop_by_rate:
    '{wrong, number} of the {answers, plural, one {# account} other {# accounts}} of {wave, select, batch {the batch} other {wave {wave}}} that have an answer went wrong ({percent, number}%).{key_is_known, select, yes { The last one is account {key}.} other {}}',
  stop_by_same_code:
    'The code {code} occurred {times, number} times in a row in {wave, select, batch {the batch} other {wave {wave}}}.{key_is_known, select, yes { The last one is account {key}.} other {}}',
} as const

export const systemMessages = {
  ...alertMessages,
  ...stopMessages,
  background_fault:
    'A fault of Carryover stopped work in the background: {why}. Nothing is lost; restart Carryover, and report it.',
  batch_busy: 'Batch {batch} is busy. Wait until it is done, or stop it first.',
  batch_changed_before_go_on:
    'Nothing goes on: batch {batch} changed since it was displayed. Check what stopped it now, then continue.',
  batch_changed_before_release:
    'Nothing was released: batch {batch} changed since it was displayed. The next wave is number {wave} and goes to {url}{environment, select, practice {, which is the practice service,} test {, which is a test system,} other {, which is production,}} under {supplier_is_set, select, yes {{supplier}} other {the suppliers of its file}}. Check it, then release again.',
  batch_may_have_been_sent:
    'Accounts of batch {batch} may have been sent without this database knowing of it, so it is kept: its report must stay provable.',
  batch_not_loaded_yet: 'Batch {batch} is still being loaded. Try again once it is done.',
  batch_was_sent: 'Accounts of batch {batch} were sent, so it is kept: its report must stay provable.',
  batch_without_connection: 'Batch {batch} has no connection to a service.',
  batch_not_loaded: 'The accounts of batch {batch} are not built yet, so there is nothing to report.',
  catalogue_not_json: 'The catalogue {path} is not JSON ({why}).',
  catalogue_not_readable: 'The catalogue {path} cannot be read ({why}).',
  keys_written_down:
    'Carryover does not start while NODE_OPTIONS says --tls-keylog, which writes down the keys of all encrypted connections. Remove it.',
  mapping_does_not_fit:
    'The mapping of “{batch}” does not fit the file as it is read now. It is kept as the template “{template}”.',
  no_practice:
    'No practice service is running, so there is nothing to practise with. Start Carryover without --no-sandbox-service.',
  no_sample: 'No sample ships with this installation.',
  no_such_account: 'There is no account {account}.',
  no_such_batch: 'There is no batch {batch} in this data folder.',
  no_such_connection: 'There is no connection {connection}.',
  own_folder:
    '{folder} is a folder in which Carryover keeps files of its own: it encrypts or deletes files there. Choose a folder outside of {data}.',
  file_not_written: 'The file cannot be written to {folder}: {why}.',
  no_such_attempt:
    'Account {account} has no attempt {number}: it was sent {attempts, plural, one {# time} other {# times}}.',
  catalogue_in_use: 'The connection {connection} uses this catalogue. Choose another one for it first.',
  catalogue_shipped: 'The catalogues that come with Carryover stay.',
  no_such_catalogue: 'There is no catalogue {id}.',
  not_to_be_sent_again: 'Account {account} is not unconfirmed: nothing is to be sent again.',
  reading_was_stopped:
    'Reading the file again was stopped before its end. Read it again, or remove the batch.',
  sends_again_by_itself:
    'The status of account {account} can be read, and tells whether it arrived. It is sent again by itself once the service says twice that it does not know it.',
  support_batches: 'Batches',
  support_connections: 'Connections',
  support_folder: 'Data folder, in bytes',
  support_gone:
    'The support file that you read is not kept any more, so nothing was saved. Open it again and read it, then save it.',
  support_head: 'Carryover support file, {at}',
  support_log: 'Program log, newest first',
  support_machine: 'Computer',
  support_program: 'Program',
  support_promise: 'It has no contents of cells, no keys, no names and no addresses.',
  servers_not_verified:
    'Carryover does not start while NODE_TLS_REJECT_UNAUTHORIZED is 0, since any server would be believed. Remove it; a certificate authority of your company is named in the connection, or with NODE_EXTRA_CA_CERTS.',
} as const
