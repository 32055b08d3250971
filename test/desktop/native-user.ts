// The window's user in the desktop program: the same journey, with files and folders given by the system's dialogs.
import type { Page } from 'playwright'
import { withMouse } from '../web/hands.ts'
import type { User } from '../web/user.ts'

/** `answer`: has the next dialog that the program opens answered with this path. The report goes to `folder`. */
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
