// The words of the window with their meanings, in English: one list for the help beside a word and for the list of
// all words.
export const words = {
  whatIs: 'What does “{word}” mean?',
  all: 'All words',
  of: {
    batch: {
      word: 'Batch',
      meaning: 'One spreadsheet, or several that belong together, on the way from file to report.',
    },
    account: {
      word: 'Account',
      meaning:
        'One customer account: its rows in the file, its state and its problems. It is created once at most.',
    },
    connection: {
      word: 'Connection',
      meaning: 'Where the service is and how to talk to it: address, key, limits and supplier codes.',
    },
    supplier: {
      word: 'Supplier',
      meaning:
        'The import supplier that the accounts are created for, by its code at the service. The operator decides what a supplier does to customers, such as sending e-mails.',
    },
    catalogue: { word: 'Catalogue', meaning: 'The fields that the service documents, with their rules.' },
    mapping: {
      word: 'Mapping',
      meaning: 'Which column fills which field. Carryover suggests matches by names and values; you decide.',
    },
    conversion: {
      word: 'Conversion',
      meaning: 'How the text of a cell becomes the value of a field, such as a date read with the day first.',
    },
    template: {
      word: 'Template',
      meaning: 'A mapping saved under a name, for the next file of the same kind.',
    },
    cause: {
      word: 'Cause',
      meaning: 'All problems with the same code and field. They are usually fixed together.',
    },
    notValidated: {
      word: 'Not validated',
      meaning: 'Our own checks find nothing wrong. The service has not checked it yet.',
    },
    rejected: { word: 'Rejected', meaning: 'The service checked it and named problems.' },
    ready: {
      word: 'Ready to send',
      meaning: 'The service accepted exactly what would be sent. It is not created until you release it.',
    },
    validate: {
      word: 'Validate',
      meaning: 'The service checks the accounts as they would be sent. It creates none.',
    },
    overruled: {
      word: 'Left to the service',
      meaning:
        'You overruled one of our own checks: the account may be sent in spite of it, and the service’s answer counts.',
    },
    hold: {
      word: 'Hold',
      meaning:
        'The account keeps its state and is not created until you end the hold. The reason is in the report.',
    },
    exclude: {
      word: 'Exclude',
      meaning: 'The account is not migrated from this batch. It stays in the report, with the reason.',
    },
    wave: {
      word: 'Wave',
      meaning: 'Accounts that are released together. A small one first shows whether all is well.',
    },
    release: {
      word: 'Release',
      meaning:
        'What you do in the step Submit: the accounts of a wave go into the queue, and are then sent and created. This cannot be undone at the service.',
    },
    brake: {
      word: 'Brake',
      meaning: 'A rule that stops a batch by itself, for instance when too many accounts go wrong.',
    },
    pause: { word: 'Pause', meaning: 'Nothing is sent to a connection or a supplier until you resume.' },
    team: {
      word: 'Team',
      meaning:
        'Several desktops that work on one migration. A PostgreSQL database that they share grants each account to one of them.',
    },
    claim: {
      word: 'Claim',
      meaning:
        'The right to create one account, which the team’s database grants once. Where another operator has it, the account is not sent from here and says with whom it is.',
    },
    unconfirmed: {
      word: 'Unconfirmed',
      meaning:
        'It was sent, and the answer was lost. Carryover looks up whether it exists, and never sends it again before that is known.',
    },
    alreadyThere: {
      word: 'Already there',
      meaning: 'The service had this account before. It was not created a second time.',
    },
    unknownOrigin: {
      word: 'There, unknown origin',
      meaning:
        'The account exists at the service, but it is not certain that it comes from this batch. Please check it.',
    },
    dryRun: {
      word: 'Dry run',
      meaning: 'The service went through the creation for practice and created nothing.',
    },
    reconciliation: {
      word: 'Reconciliation',
      meaning:
        'Every row that was read is in an account or has a reason why not. Unexplained rows must be none.',
    },
  },
} as const
