// English messages of edits, repairs and file versions.
export const fixingMessages = {
  redo_would_be_lost:
    'There {undone, plural, one {is an undone edit} other {are # undone edits}} that could be done again, “{first}” first; another edit forgets {undone, plural, one {it} other {them}} for good. Redo first, or make the change all the same.',
  two_sentences: '{first} {second}',
  version_not_merged: 'Version {version, number} was not merged. {why}',
} as const
