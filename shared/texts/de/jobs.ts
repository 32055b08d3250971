// German messages of the jobs.
export const jobMessages = {
  reading_was_stopped:
    'Das erneute Lesen der Datei wurde vor dem Ende angehalten. Lesen Sie sie noch einmal, oder entfernen Sie den Stapel.',
} as const
