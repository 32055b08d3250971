// English messages of the jobs.
export const jobMessages = {
  reading_was_stopped:
    'Reading the file again was stopped before its end. Read it again, or remove the batch.',
} as const
