// English texts of retention periods and of purging batches.
export const purge = {
  heading: 'Retention',
  foldHint:
    '{kept, select, forever {Finished batches are kept.} other {Finished batches are purged after {days, plural, one {# day} other {# days}}.}}',
  meaning:
    'A finished batch can be purged with everything that holds its data: rows, payloads, answers, edits, reports, question packs and backups. A line of numbers remains. A batch with accounts on their way is never purged.',
  after: 'Purge finished batches',
  days: '{days, plural, =0 {Never} one {After # day} other {After # days}}',
  ask: 'Purge now…',
  shorter: 'Purge finished batches after {days, plural, one {# day} other {# days}}?',
  shorterWords:
    '{batches, plural, one {# batch has} other {# batches have}} not changed for longer: {batches, plural, one {it is} other {they are}} purged within the hour. Nothing can bring the data back.',
  shorterAction: 'Purge after {days, plural, one {# day} other {# days}}',
  title: 'Purge batches of {name}',
  irreversible: 'Nothing can bring the data back.',
  loadedAgain:
    'If the same file is loaded again later, Carryover does not know that its accounts were created. Then only the service prevents a second account.',
  choose: 'Batches to purge',
  facts:
    '{rows, plural, one {# row} other {# rows}} · {accounts, plural, one {# account} other {# accounts}}{unreleased, plural, =0 {} other {, # never released}} · last changed {day}{connected, select, no { · no connection} other {}}',
  none: 'No batch can be purged now.',
  stays: 'Stay as they are',
  goesToo: 'Also removed',
  goes: {
    ofBatches:
      'Their rows, payloads, answers, attempts, edits, question packs, reports and uploads in the data folder.',
    repairs: '{n, plural, one {# repair} other {# repairs}} kept of earlier batches of this connection.',
    backups:
      '{n, plural, =0 {No backup is there;} one {The backup of the data folder;} other {All # backups of the data folder;}} a new one is made without this data.',
    setAside:
      '{n, plural, one {# copy of the database that was set aside.} other {# copies of the database that were set aside.}}',
    uploads: '{n, plural, one {# upload that no batch uses.} other {# uploads that no batch uses.}}',
    practice: 'Their accounts in the practice service.',
  },
  remains: 'Remains',
  remainsWords:
    'Name, supplier and numbers of each batch, in Audit log › Data folder. Templates, notes on codes and the audit log stay. Files outside the data folder stay where they are.',
  action: '{n, plural, =0 {Purge} one {Purge # batch} other {Purge # batches}}',
  nothing: 'Nothing was purged',
  begun:
    '{n, plural, =0 {What was listed is being removed} one {# batch is being purged} other {# batches are being purged}}',
  stayed:
    '{n, plural, one {# batch stays, since it changed meanwhile} other {# batches stay, since they changed meanwhile}}',
  list: {
    heading: 'Purged batches',
    words: 'What remains of batches whose data was removed.',
    none: 'No batch was purged yet.',
    batch: 'Batch',
    connection: 'Connection',
    noConnection: 'None',
    rows: 'Rows',
    accounts: 'Accounts',
    became: 'What became of them',
    purged: 'Purged',
    retention: 'Retention period',
    underWay: 'Data is being removed',
    created: 'Loaded {at}',
    files: 'SHA-256 of its files: {files}',
    countOfEnding: '{ending}: {n, number}',
  },
} as const
