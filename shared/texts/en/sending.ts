// English messages of what sending says of accounts, waves and connections.
export const sendingMessages = {
  answer_with_note: '{answer} {note}',
  not_sent_from_here: 'It was not sent from this workspace.',
  created_by_batch: 'Batch {batch} of this workspace created it.',
  identifier_missing: 'The service says PROCESSED but gave no platform identifier.',
  whose_account_unsure:
    'The platform has this account, and it is not certain whether this workspace made it or somebody else: no answer came to our create, or what was sent is not known any more, and the service’s times do not tell. Compare it with the platform, and ask the platform operator who made it.',
  created_earlier:
    'The platform made this account from an earlier sending, with the values of that time. Compare them, and ask the platform operator to correct what differs.',
  process_not_found:
    'The service said that it was created, and does not know its import process any more. Ask the platform operator whether the account is still there.',
  identifier_shared:
    'The service gave the platform identifier {identifier} to this account, {key}, and to account {other}{elsewhere, select, yes { of batch {batch} ({name})} other {}} as well. One of them may not be its own: ask the platform operator.',
  on_its_way_elsewhere:
    'The same account is on its way in batch {batch}. Wait until it is done there, or leave it out here.',
  created_in_batch: 'Batch {batch} of this workspace created it, so it was not sent again.',
  there_since_batch:
    'Batch {batch} of this workspace sent it and the platform has it, so it was not sent again. Whether that batch or somebody else made it is not certain.',
  disk_does_not_write:
    'The disk does not take writes ({why}). Nothing is sent until it does; make room and it goes on by itself.',
  stopped_by_fault: 'Sending stopped by a fault of Carryover: {why}. Nothing is lost; resume, and report it.',
  statuses_unreadable:
    'Statuses cannot be read on the connection “{name}”: {why} Sending goes on; what became of the accounts shows when that is right.',
  after_crash:
    'Carryover did not end in order. {unconfirmed, plural, =0 {No account is unconfirmed.} one {# account is unconfirmed: its status is being read, and if the service does not know it after {seconds} s it may be sent again.} other {# accounts are unconfirmed: their status is being read, and what the service does not know after {seconds} s may be sent again.}} {queued, plural, =0 {{follows, select, yes {None waits to be sent, and more follow as planned.} other {None waits to be sent.}}} one {# waits to be sent.} other {# wait to be sent.}} Resume, and sending goes on.',
  wave_partly_released:
    'The disk does not take writes, so only a part of the wave is released yet. Make room: the rest follows by itself.',
  wave_not_released:
    'The disk does not take writes, so nothing was released. Make room, and release the wave again.',
  partly_cancelled:
    'The disk does not take writes, so not all is cancelled yet; nothing of it is sent. Make room: the rest follows by itself.',
  not_cancelled: 'The disk does not take writes, so nothing was cancelled. Make room, then cancel again.',
  waves_left:
    'A fault of Carryover stopped the waves of batch {batch}: {why}. Nothing is lost; restart Carryover, and report it.',
  batch_braked:
    'Batch {batch} was stopped by a brake, so nothing more of it is released. Look at what stopped it, then choose “Go on”.',
  wave_underway:
    'A wave of batch {batch} is still being released or cancelled. It takes a moment; try again then.',
  bytes_damaged: 'The stored bytes of this account are damaged. Load its file again.',
  ended_three_times:
    'Carryover ended three times while this account was being sent. Look at it before it is sent again.',
  connection_changed:
    'The connection was changed while the outcome of {accounts, plural, one {# account} other {# accounts}} was open. Resume only if it leads to the same service: accounts that this service does not know are sent to it.',
  leads_elsewhere:
    '“{name}” leads elsewhere now: {accounts, plural, one {# account that was released before is cancelled} other {# accounts that were released before are cancelled}}. Look where it leads, then release again.',
  paused_by_person: 'Paused by a person.',
  connection_builds:
    'The connection “{name}” is used by accounts of a batch that is being built again, whose accounts and reports name it. Remove that batch first, or give it another connection.',
  connection_of_batch:
    'The connection “{name}” is used by the batch “{batch}”, whose accounts and reports name it. Remove that batch first, or give it another connection.',
  connection_of_batches:
    'The connection “{name}” is used by the batches {batches}{more, plural, =0 {} other { and # more}}, whose accounts and reports name it. Remove those batches first, or give them another connection.',
  run_settings_invalid: 'These settings of a run cannot be used.',
} as const
