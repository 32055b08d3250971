// English messages about a team's database: its address, the way to it, what it refuses, and shares of a limit.
export const teamMessages = {
  address:
    'This is no address of a team’s database. Write it as postgres://user@host:port/database, or for a socket as postgres://user@/database?host=/folder.',
  address_with_password:
    'The address holds a password. Leave it out of the address and give it apart: it is kept in the key store.',
  address_parameter: 'The address holds {name}, which Carryover does not know. Leave it out.',
  address_tls_mode:
    'The address asks for sslmode={mode}. Carryover connects to other machines by sslmode=verify-full only. If the server’s certificate comes from your own authority, give the authority’s file.',
  unreachable: 'The team’s database at {host} cannot be reached: {why}.',
  not_now: 'the server accepts no connection at this moment ({code})',
  refused:
    'The team’s database at {host} does not accept the user {user} ({code}). Check the user name and the password, and ask its administrator whether this machine may connect.',
  password_missing:
    'The team’s database at {host} wants a password for the user {user}, and none is in the key store.',
  tls: 'There is no secure connection to the team’s database: {why}. Nothing was sent to it.',
  no_database: 'The server has no database {host}. Check its name, or ask its administrator to create it.',
  not_a_team: '{host} is no database of a team yet. Run "carryover team init" once to make its tables.',
  older_team:
    'The tables of {host} are older than this Carryover. Run "carryover team init" once with a user who may change them.',
  newer_team:
    'The tables of {host} were made by a newer Carryover. This one only reads them: install the newer version to send.',
  newer_unreadable:
    'A newer Carryover changed the tables of {host} so that this one cannot read them. Install the newer version.',
  not_allowed: 'The user {user} has no right to do this in {host}: {why}.',
  too_slow: 'The team’s database at {host} needed too long and changed nothing. Try again in a moment.',
  conflict:
    'Another desktop changed the same in {host} at the same moment. Nothing was changed; try again in a moment.',
  full: 'The team’s database at {host} has no room left or cannot use its disk ({code}). Nothing was changed.',
  read_only_server:
    '{host} is a copy that can only be read. Give the address of the server that can be written.',
  lost: 'The connection to the team’s database at {host} broke before its answer came ({why}).',
  too_old_server:
    '{host} runs PostgreSQL {version, number}. A team needs PostgreSQL {oldest, number} or newer.',
  not_durable:
    'At {host} the setting {setting} is off, so the server may forget what it has confirmed, and an account could be created twice. Its administrator has to turn it on.',
  claimed_by:
    'With {member}: wave {wave, number} of “{batch}”, since {at, date, medium}, {at, time, short}. It is not sent from here.',
  there_with:
    '{outcome, select, created {{member} created it} already_there {{member} found it on the platform} other {It is on the platform since {member} sent it}}: wave {wave, number} of “{batch}”, {at, date, medium}, {at, time, short}. It is not sent from here.',
  away: '{why} Nothing is created meanwhile; everything else goes on.',
  failed:
    'The team’s work failed unexpectedly and is tried again in {seconds, number} seconds: {why}. Nothing is created meanwhile; everything else goes on.',
  nameless:
    'Accounts of “{batch}” cannot be claimed, because what names an account at the service is missing in them: {fields}. They are not sent. Take them out of the queue and map these fields.',
  failed_disk:
    'The data folder takes no writes, so nothing is claimed or created: {why}. It is tried again every {seconds, number} seconds; free some space.',
  waits_for:
    'The team’s server changed or forgot something, so every desktop compares its records first. Still missing: {who}. Nothing is created until then.',
  comparing:
    'The team’s server changed or forgot something: this desktop compares its records. Nothing is created until then.',
  left: 'This desktop does not belong to the team any more. Join again to create accounts.',
  replaced:
    'This data folder was opened as the same desktop on another machine. Nothing is created here: use only one of the two.',
  paused_by: 'Paused for all by {member}{reason, select, empty {} other {: {words}}}.',
  closed_by: 'Closed for all, as {member} met it: {why}',
  braked_by: 'Paused for all: a brake of “{batch}” of {member} ({machine}) tripped. {why}',
  quiet_by: 'Quiet hours for all, set by {member} ({zone}).',
  time_zone_unknown: 'The time zone {zone} is not known. Write it as Europe/London.',
  not_reached: 'The team’s database is not reached at this moment.',
  ready_again: 'The team’s database answers again: accounts are created.',
  not_paused:
    'There is no pause for all of {hasSupplier, select, yes {{supplier} at {service}} other {{service}}}, so nothing was ended. Check the supplier.',
  moved: 'Another desktop of the team goes on with “{batch}”. Nothing of it is sent from here.',
  not_joined: 'This desktop belongs to no team.',
  joined_already: 'This desktop belongs to a team already. Leave it before you join another one.',
  name_missing: 'Give a name by which the others know you.',
  sending_now:
    'Accounts are being sent. Pause the connections first, then {what, select, join {join} other {leave}} the team.',
  share_asking: 'Nothing is sent yet: this desktop asks the team’s database for its share of the limits.',
  share_soon:
    'Nothing is sent yet: other desktops have all of the limits and give this one its share within seconds.',
  share_turn:
    'Nothing is sent at this moment: more desktops send than requests are allowed at once, so they take turns of ten seconds.',
  share_silent:
    'Nothing is sent: the team’s database does not answer, and others may have this desktop’s share of the limits. Sending resumes when it answers.',
  share_away: 'Nothing is sent until this desktop gets its share of the limits again. {why}',
  share_left: 'Nothing is sent: this desktop does not belong to the team any more.',
  share_replaced:
    'Nothing is sent: this data folder was opened again elsewhere, and only that desktop sends.',
  share_idle: 'This desktop has nothing to send to this service, so others have its share of the limits.',
  target_empty: 'No key was found, so the target was left as it was.',
  target_no_column:
    'No column holds {fields}, so the target was left as it was. Name the column with the keys; there are: {columns}.',
  target_no_identity:
    'The status path of this connection names no field of an account, so its accounts have no keys that a target could be compared with.',
  target_no_supplier: 'Say to which supplier the keys belong: an account is known by both.',
  target_too_large: 'The list has more than {most, number} keys. The target was left as it was.',
  target_gone:
    'Somebody else loaded or removed a target meanwhile, or this desktop left the team. Nothing was changed.',
} as const
