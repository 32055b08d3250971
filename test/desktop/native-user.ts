// The journeys' user in the desktop program: the same journey, with the system's dialogs for files and folders.
import type { Page } from 'playwright'
import { withMouse } from '../web/hands.ts'
import type { User } from '../web/user.ts'

/** `answer`: makes the next dialog of the program return this path. The report goes to `folder`. */
export function nativeUser(page: Page, answer: (path: string) => Promise<void>, folder: string): User {
  return {
    page,
    hands: withMouse(page),
    async giveFile(press, path) {
      await answer(path)
      await press()
    },
    async giveFolder(press) {
      await answer(folder)
      await press()
    },
    look: async () => undefined,
  }
}
