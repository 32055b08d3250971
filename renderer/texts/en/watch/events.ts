// English texts of events: one sentence or more a kind. `who` is `this` in the history of one account, `one` for one
// account of a batch, and else `n` accounts.
export const events = {
  unknown: '{kind} × {events, number}',
  outcome: '{outcome} ({status})',
  released:
    '{wave, plural, =0 {Released} other {Wave {wave, number}: released}} {accounts, plural, one {# account} other {# accounts}}.{elsewhere, plural, =0 {} one { # account is on the way in another batch and was left out.} other { # accounts are on the way in another batch and were left out.}}',
  cancelled: 'Cancelled {accounts, plural, one {# account} other {# accounts}} that had not been sent.',
  cancelledOf:
    'Cancelled {accounts, plural, one {# account} other {# accounts}} of {supplier} that had not been sent.',
  planSet:
    'The plan was changed: {n, plural, =0 {the rest} other {{waves}, the rest}}; {between, select, when_sent {go on when sent} when_done {go on when done} other {ask me}}.',
  waveSent: 'Wave {wave, number} has been sent.',
  waveSentWith: 'Wave {wave, number} has been sent: {results}.',
  waveEnded: 'Wave {wave, number} is done.',
  waveEndedWith: 'Wave {wave, number} is done: {results}.',
  /** How many accounts of a wave came to which end. */
  results: {
    created: '{n, number} created',
    other: '{n, number} dry run',
    wrong: '{n, number} went wrong',
  },
  stopped: {
    errorRate:
      'A brake stopped {wave, plural, =0 {this batch} other {wave {wave, number}}}: {wrong, number} of {answers, plural, one {# answer was} other {# answers were}} wrong.',
    sameCode:
      'A brake stopped {wave, plural, =0 {this batch} other {wave {wave, number}}}: {code} came {times, number} times in a row.',
    stopCode:
      'A brake stopped {wave, plural, =0 {this batch} other {wave {wave, number}}}: {code} occurred; this code always stops sending.',
    noCode: 'a code',
  },
  goneOn: 'Somebody pressed Go on: the stop is lifted, and the brakes count again.',
  unconfirmed:
    'The answer to {who, select, this {this account} one {1 account} other {{n, number} accounts}} was lost{why, select, none {} other { ({why})}}. {who, select, this {Its status is} one {Its status is} other {Their statuses are}} read before anything is sent again.',
  confirmed:
    'The service has {who, select, this {this account} one {1 account} other {{n, number} accounts}} whose answer was lost.',
  notReceived:
    'The service never received {who, select, this {this account: it is} one {1 account: it is} other {{n, number} accounts: they are}} sent again.',
  withMember:
    '{who, select, this {With {member}, wave {wave, number}: it is} one {1 account is with {member}, wave {wave, number}: it is} other {{n, number} accounts are with other operators: they are}} not sent from here.',
  withMemberEnded:
    'Nobody else has {who, select, this {this account} one {1 account} other {{n, number} accounts}} any more: it may be validated and released here.',
  sentAgain:
    'Somebody confirmed that the service never received {who, select, this {this account: it is} one {1 account: it is} other {{n, number} accounts: they are}} sent again.',
  refusedAtCreate:
    'The service refused {who, select, this {this account} one {1 account} other {{n, number} accounts}} at creation{why, select, none {} other { ({why})}}. Validate again to see what to fix.',
  refusedBeforeCreate:
    'Revalidated just before the create, {who, select, this {this account was} one {1 account was} other {{n, number} accounts were}} refused{why, select, none {} other { ({why})}}; no account was created.',
  alreadyOurs:
    'The service says it has {who, select, this {this account} one {1 account} other {{n, number} accounts}} already, from an earlier attempt of ours.',
  withMember:
    'Another operator of the team has {who, select, this {this account} one {1 account} other {{n, number} accounts}}; not sent from here.',
  withMemberEnded:
    'The other operator no longer has {who, select, this {this account} one {1 account} other {{n, number} accounts}}, and created none: it may be validated and released here.',
  alreadyThere:
    'The platform had {who, select, this {this account} one {1 account} other {{n, number} accounts}} already.',
  /** The account went back into the queue. */
  requeued: {
    rateLimited:
      'The service asked for fewer requests; {who, select, this {this account} one {1 account} other {{n, number} accounts}} went back into the queue.',
    unauthorized:
      'The service did not accept the sign-in; {who, select, this {this account} one {1 account} other {{n, number} accounts}} went back into the queue.',
    notSent:
      'The service could not be reached; {who, select, this {this account} one {1 account} other {{n, number} accounts}} went back into the queue.',
    supplierClosed:
      'The supplier does not take accounts now; {who, select, this {this account} one {1 account} other {{n, number} accounts}} went back into the queue.',
    unexpected:
      'The service answered {who, select, this {this account} one {1 account} other {{n, number} accounts}} in a way it does not document{why, select, none {} other { ({why})}}; {who, select, this {it} one {it} other {they}} went back into the queue.',
  },
  foundInFlight:
    '{who, select, this {This account was in flight when Carryover last ended; it is} one {1 account was in flight when Carryover last ended; it is} other {{n, number} accounts were in flight when Carryover last ended; they are}} unconfirmed.',
  paused: 'Sending paused: {reason}.',
  pausedFor: 'Sending paused for {supplier}: {reason}.',
  resumed: 'Sending resumed.',
  resumedFor: 'Sending resumed for {supplier}.',
  statusesUnreadable:
    'Statuses cannot be read{why, select, none {} other { ({why})}}: no record comes back, or none that can be understood. Sending continues.',
  statusesReadable: 'Statuses can be read again.',
  notUnderstood: 'The status of this account could not be understood.',
  notUnderstoodMany: 'The status of {n, number} accounts could not be understood. {message}',
  answerCut: 'An answer about this account was too large to be read whole.',
  answerCutMany: 'Answers about {n, number} accounts were too large to be read whole. {message}',
  olderProcess:
    'The service answered for an older process of {who, select, this {this account} one {1 account} other {{n, number} accounts}}{status, select, none {} other { ({status})}}; ours is not visible yet.',
  otherProcess:
    'Another, {which, select, older {older} newer {newer} other {other}} process of {who, select, this {this account} one {1 account} other {{n, number} accounts}} answers now. It says nothing about ours.',
  recheck:
    'Rechecking {accounts, plural, one {# account} other {# accounts}} {which, select, done {that {accounts, plural, one {is} other {are}} done} other {on the way}}.',
  recheckStopped:
    'Stopped rechecking; {accounts, plural, one {# account was} other {# accounts were}} not read.',
  rechecked: {
    same: 'Rechecked {accounts, plural, one {# account} other {# accounts}}: no status changed.',
    changed:
      'Rechecked {accounts, plural, one {# account} other {# accounts}}: the status of {changed, plural, one {# account} other {# accounts}} changed.',
  },
  mindChanged: {
    many: 'The service changed the status of {n, number} accounts after they were done.',
    identifier:
      'The service gave {who, select, this {this account} other {1 account}} another identifier since it was done.',
    outcome:
      'The service changed its mind about {who, select, this {this account} other {1 account}}: from {before} to {after}.',
    notFinished: 'not finished',
    outcomes: {
      created: 'created',
      already_there: 'already there',
      whose_account_unsure: 'there, unknown origin',
      failed: 'failed',
      cancelled: 'cancelled',
      dry_run: 'dry run',
      dry_run_failed: 'failed dry run',
      with_member: 'with another operator',
    },
  },
  identifierShared:
    'The service gave the platform identifier of {who, select, this {this account} one {1 account} other {{n, number} accounts}} to another account as well.',
  makerKnown: {
    many: 'It is now known who created {n, number} accounts.',
    one: 'It is now known who created {who, select, this {this account} other {1 account}}: {maker, select, ours {our own create} other {somebody else}}.',
  },
  slept: 'This machine slept from {from} to {to}.',
  clockSet: 'This machine’s clock was set {direction, select, back {back} other {forward}} by {by}.',
  networkLost: 'The network was lost. No data was lost.',
  networkBack: 'The network is back.',
  mergedLater:
    'A newer version of the file was merged: batch {batch}. {accounts, plural, one {# account is} other {# accounts are}} held here.',
  mergedEarlier:
    'Merged with the earlier version, batch {batch}: {accounts, plural, one {# account is} other {# accounts are}} on the platform already.',
  mergeReverted: 'The merge of the two versions was reverted.',
  followedVersion:
    'The outcome in the earlier version is now known for {who, select, this {this account} one {1 account} other {{n, number} accounts}}.',
  overruled: 'One of Carryover’s own checks was left to the service.',
  overrulingReverted: 'One of Carryover’s own checks applies again.',
  held: {
    plain: 'Held {who, select, this {this account} one {1 account} other {{n, number} accounts}}.',
    until:
      'Held {who, select, this {this account} one {1 account} other {{n, number} accounts}} until {day}.',
    because: 'Held {who, select, this {this account} one {1 account} other {{n, number} accounts}}: {reason}',
    untilBecause:
      'Held {who, select, this {this account} one {1 account} other {{n, number} accounts}} until {day}: {reason}',
  },
  excluded: {
    plain:
      'Excluded {who, select, this {this account} one {1 account} other {{n, number} accounts}}: not to be migrated.',
    because:
      'Excluded {who, select, this {this account} one {1 account} other {{n, number} accounts}}: {reason}',
  },
  holdEnded:
    'Ended the hold of {who, select, this {this account} one {1 account} other {{n, number} accounts}}.',
  /** One decision about many accounts. */
  decided: {
    hold: 'Held {accounts, plural, one {# account} other {# accounts}}',
    holdBecause: 'Held {accounts, plural, one {# account} other {# accounts}}: {reason}',
    exclude: 'Excluded {accounts, plural, one {# account} other {# accounts}}',
    excludeBecause: 'Excluded {accounts, plural, one {# account} other {# accounts}}: {reason}',
    release: 'Ended the hold of {accounts, plural, one {# account} other {# accounts}}.',
    undone: 'Undid a hold or an exclusion of {accounts, plural, one {# account} other {# accounts}}.',
  },
} as const
