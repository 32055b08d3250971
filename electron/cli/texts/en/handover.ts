// English texts of handing a batch over and opening project files.
export const handover = {
  handedOver:
    'Batch {batch} “{name}” ({accounts, plural, one {# account} other {# accounts}}) was handed over with {path}{encrypted, select, yes {, encrypted with the passphrase} other {, not encrypted: whoever has the file can read it}}. Nothing of it is sent from here until it comes back.',
  copiesNotKnown:
    'Open the file in one other data folder only. Carryover cannot know whether a copy of it is opened in a third one.',
  found:
    'A project file of “{name}”, {accounts, plural, one {# account} other {# accounts}}, written at {at} by {operator}.',
  onlyHere:
    'It may be opened in one data folder only: if a copy of it is opened elsewhere, Carryover cannot know that. Accounts that are not created are looked up before they are sent. Is it opened here only? Type yes:',
  opened:
    'Batch {batch} “{name}” was opened. Its accounts that are not created are looked up before they are sent.',
  returned: 'Batch {batch} “{name}” came back and replaces batch {replaced}.',
  since: 'Between {from} and {to}, by {names}:',
  nobody: 'nobody',
  ending: '  {ending}: {before} before, {after} now',
  work: '  {edits, plural, one {# edit} other {# edits}}, {waves, plural, one {# wave} other {# waves}} released, {attempts, plural, one {# create} other {# creates}} sent; {held, plural, one {# account is} other {# accounts are}} held now',
  otherIsGone:
    'Batch {batch} “{name}” was handed over at {at}. If anybody goes on with it elsewhere, both send. Accounts that are not created are looked up before they are sent; where the service has no status to read, only you know. The project file cannot come back afterwards. Does nobody go on with it? Type yes:',
  unlocked:
    'Batch {batch} “{name}” goes on here. Its accounts that are not created are looked up before they are sent.',
  isElsewhere:
    'Batch {batch} was handed over: nothing of it is sent from here. Open the project file that comes back with “take-over”, or unlock it with “unlock-batch”.',
  needsYes: 'Nothing was done: give --yes without a terminal.',
  nothingDone: 'Nothing was done.',
} as const
