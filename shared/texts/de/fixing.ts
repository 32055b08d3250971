// German messages of edits, repairs and file versions.
export const fixingMessages = {
  redo_would_be_lost:
    '{undone, plural, one {Eine rückgängig gemachte Änderung könnte} other {# rückgängig gemachte Änderungen könnten}} wiederholt werden, zuerst „{first}“; eine andere Änderung verwirft {undone, plural, one {sie} other {sie alle}} endgültig. Wiederholen Sie zuerst, oder ändern Sie trotzdem.',
  two_sentences: '{first} {second}',
  version_not_merged: 'Version {version, number} wurde nicht zusammengeführt. {why}',
} as const
