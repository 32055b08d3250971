// English messages of the engine’s calls, jobs and alerts.
export const systemMessages = {
  reading_was_stopped:
    'Reading the file again was stopped before its end. Read it again, or remove the batch.',
} as const
