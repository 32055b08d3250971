// English texts of the commands about the team.
export const team = {
  password: 'Password of the team’s database (empty: none): ',
  passphrase: 'Passphrase of the client key (empty: none): ',
  made: 'The tables of the team are there (version {version, number}). Each desktop now joins with “carryover team join”.',
  joined: 'This data folder belongs to the team as {name}.',
  none: 'This data folder belongs to no team.',
  member: 'Member {name} of {address}',
  ready: 'Connected: each account is claimed before it is created.',
  connecting: 'The team’s database has not answered yet.',
  pause:
    'Paused for all: {service}{hasSupplier, select, yes { ({supplier})} other {}}, by {member} since {at, date, medium}, {at, time, short}{hasReason, select, yes {: {reason}} other {}}',
  waiting:
    'Waited for: {member} ({machine}), last there {at, date, medium}, {at, time, short}. To go on without it: {command}',
  withOthers:
    '{accounts, plural, one {# account of this data folder is} other {# accounts of this data folder are}} with other members.',
  left: 'This data folder belongs to the team no more. What it has claimed stays claimed.',
  leftUnsaid:
    'This data folder belongs to the team no more, but the team’s database was not reached, so the others do not know yet. If they wait for this desktop, one of them leaves it out: {command}',
  paused: '{service}{hasSupplier, select, yes { ({supplier})} other {}} is paused for all.',
  resumed: 'The pause for all of {service}{hasSupplier, select, yes { ({supplier})} other {}} has ended.',
  quiet:
    'Quiet hours for all: {service}, {hours} ({zone}){isNow, select, yes {, in force now} other {}}, by {member} since {at, date, medium}, {at, time, short}',
  quietSet: 'No desktop creates accounts at {service} in these hours: {hours} ({zone}).',
  quietEnded: 'There are no quiet hours for all of {service} any more.',
  whichConnection: 'Name the connection with --connection.',
  total:
    '{created, number} of {accounts, number} created, {desktops, plural, one {# desktop} other {# desktops}}{hasLeft, select, yes {, {left}} other {}}',
  pace: '{perMinute, number} created a minute',
  target:
    'Target {id}{hasName, select, yes { {name}} other {}}, {service}{hasSupplier, select, yes { ({supplier})} other {}}: {keys, plural, one {# key} other {# keys}}, {created, number} created, {found, number} there already, {open, number} open, {rest, number} not claimed yet; loaded by {member}, {at, date, medium}, {at, time, short}',
  day: '{at, date, medium}: {created, number} created',
  noTarget: 'The team has no target.',
  whichTarget: 'Name the target by its number: “carryover team target show” prints it.',
  targetReading: 'Reading the target',
  targetKeys: '{keys, plural, one {# key} other {# keys}}',
  targetLoaded:
    'The target is loaded: {keys, plural, one {# key} other {# keys}}{hasColumn, select, yes { from the column “{column}”} other {}}{repeated, plural, =0 {} one {, # came more than once} other {, # came more than once}}{empty, plural, =0 {} one {, # row had none} other {, # rows had none}}.',
  removeTargetQuestion:
    'Remove the target of {keys, plural, one {# key} other {# keys}} that {member} loaded, for everybody? No account changes. Type yes:',
  targetRemoved: 'The team has this target no more.',
  desktop:
    '{member} ({machine}){isThis, select, yes {, this desktop} other {}}: {isThere, select, yes {there now} other {last there {at, date, medium}, {at, time, short}}}, {id}',
  batch:
    '{name}, {member}, {service}: {accounts, plural, one {# account} other {# accounts}}, {created, number} created, {withOthers, number} with other members, {needsPerson, plural, one {# needs} other {# need}} a person{isSending, select, yes {, {perMinute, number} created a minute} other {}}, as of {at, time, medium}',
  batchRemoved:
    '{name}, {member}, {service}: {created, number} created; removed from its desktop {at, date, medium}, {at, time, short}',
  newestBatches:
    'These are the {shown, number} batches that were heard of last, of {batches, number}. The totals are those of all.',
  noBatches: 'No batch of the team has claimed accounts yet.',
  noCopies: 'The team’s database has no copy of a batch.',
  copy: '{name}, {member} ({machine}): {accounts, plural, one {# account} other {# accounts}}, copied {at, date, medium}, {at, time, short}, {encrypted, select, yes {encrypted} other {readable for every member}}, {state, select, handed_over {handed over} silent {its desktop does not answer} unfinished {taken over by this desktop and not opened yet} own {of this desktop} there {its desktop is there} other {somebody goes on with it}}, {id}',
  copiesToRemove:
    'Copies of {batches, plural, one {# batch} other {# batches}} are to be removed. That is done when the team’s database answers.',
  handedOver:
    'Batch {batch} “{name}” ({accounts, plural, one {# account} other {# accounts}}) was handed over through the team{encrypted, select, yes {, encrypted with the passphrase} other {: every member can read its customer data}}. Nothing of it is sent from here. To go on here, as long as nobody has taken it over: “carryover team withdraw {batch}”.',
  noCopy:
    'There is no copy {copy}, or several have this name. “carryover team copies” prints their identifiers.',
  takeOverQuestion:
    '{handedOver, select, yes {{member} ({machine}) handed “{name}” over on {at, date, medium}, {at, time, short}. Accounts that are not created are looked up before they are sent.} other {The desktop of {member} ({machine}) does not answer. Its last copy of “{name}” was made on {at, date, medium}, {at, time, short}: what was changed since is not in it. What that desktop claimed or sent since is looked up first.}} There, the batch can only be read from now on. Type yes:',
  tookOver: 'Batch {batch} “{name}” was taken over. Its claims belong to this desktop now.',
  cameBack: 'Batch {batch} “{name}” came back and replaces batch {replaced}.',
  withdrawn: 'Batch {batch} goes on here.',
  keepWhat:
    'Name a connection with --connection, or a batch with --batch. With “on”, also --every, --readable or a passphrase may stand alone.',
  keeps:
    '{any, select, yes {Copies are kept in the team’s database} other {As soon as a connection or a batch is named, copies are kept in the team’s database}}, at most every {minutes, plural, one {minute} other {# minutes}} and after each wave{encrypted, select, yes {, encrypted} other {: every member can read their customer data}}.',
  keepsNoMore: 'Copies of it are kept no more, and those that were there are removed.',
  leaveOutQuestion:
    'Nobody waits for {member} ({machine}) then. Do so only if it does not come back: what it created and could not say is not known to the others, and could be created a second time. Type yes:',
  leftOut: 'Nobody waits for {member} ({machine}) any more.',
  noDesktop: 'The team has no desktop {id}. “carryover team status” and “board” print their identifiers.',
  needsYes: 'Nothing was done: give --yes without a terminal.',
  nothingDone: 'Nothing was done.',
  sharedNone: 'The team shares nothing yet.',
  sharedItem:
    '{kind} {key}{name, select, same {} other { ({shownName})}}: {version, select, 0 {not with the team yet} other {version {version} by {member}, {at, date, medium}, {at, time, short}}}, {state, select, in_step {in step} changed_here {changed here} waits {arriving} asks {leads elsewhere} conflict {both changed it} absent {removed here} ended {not shared any more} other {not understood}}{hasWhy, select, yes {: {why}} other {}}',
  sharedDone: '{kind} {key} is shared, version {version, number}.',
  sharedLater: '{kind} {key} goes to the team as soon as its database answers.',
  unsharedDone: '{kind} {key} is not shared any more. Everybody keeps what they have.',
  resolvedMine: 'Yours is the next version of {kind} {key}.',
  resolvedTheirs: 'The newest version of {kind} {key} is used here.',
  resolveHow: 'Say which side is kept: --mine or --theirs.',
  roleHowTo:
    'Run this script once as the owner of the team’s tables, then set a password for the role “{role}”. Members join with it, and can change nothing of the team’s tables by themselves.',
  audit: {
    sound:
      'The team’s audit log is as it was written: {lines, plural, =0 {it has no lines} one {# line} other {# lines}}{lines, plural, =0 {} other {, the last one sealed with {hash}}}.',
    changed: 'Line {seq} of the team’s audit log is not what was written.',
    missing:
      'Of the team’s audit log, {last, select, same {line {seq} is} other {lines {seq} to {last} are}} missing.',
    moved: 'Line {seq} of the team’s audit log stands after a line that was written later.',
    cut: 'The team’s audit log ends after line {seq}, but had {had, plural, one {# line} other {# lines}} when this data folder checked it last.',
    added: 'The team’s audit log has lines that were not written by Carryover, from line {seq} on.',
  },
  difference: '{part}: here {mine}, there {theirs}',
  differenceNone: '(not there)',
} as const
