// German messages of the engine’s calls, jobs and alerts.
import type { systemMessages as english } from '../en/system.ts'
import type { Translation } from '../texts.ts'

export const systemMessages = {
  reading_was_stopped:
    'Das erneute Lesen der Datei wurde vor dem Ende angehalten. Lesen Sie sie noch einmal, oder entfernen Sie den Stapel.',
} as const satisfies Translation<typeof english>
