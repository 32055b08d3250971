// IPC handlers: the only way from the page into the program. A message must come from the main frame of our window
// at our exact origin, with arguments of the declared shape. Anything else gets an error without details.
import { z } from 'zod'
import { language } from '../../../shared/texts/language.ts'
import { channels, type FileKind } from './channels.ts'
import type { AppWindow, ElectronParts, EnginePort, PageContents, PageFrame } from '../electron-parts.ts'
import { isOurPage, origin } from './origin.ts'

const path = z.string().min(1).max(32_768)
const fileKind = z.enum(['spreadsheet', 'catalogue', 'certificate', 'project']) satisfies z.ZodType<FileKind>

/** Schema of each message's arguments; nothing else is accepted. */
const ipcArguments = {
  engine: z.tuple([z.null()]),
  pickFile: z.tuple([fileKind]),
  pickFiles: z.tuple([fileKind]),
  pickFolder: z.tuple([]),
  showFile: z.tuple([path]),
  grant: z.tuple([path]),
  language: z.tuple([language]),
} as const satisfies Record<keyof typeof channels, z.ZodType>

type Sender = { readonly sender: PageContents; readonly senderFrame: PageFrame | null }
type Arguments<Name extends keyof typeof channels> = z.infer<(typeof ipcArguments)[Name]>

export type Doors = {
  readonly engine: (port: EnginePort) => void
  readonly pickFile: (...args: Arguments<'pickFile'>) => Promise<string | null>
  readonly pickFiles: (...args: Arguments<'pickFiles'>) => Promise<string[]>
  readonly pickFolder: (...args: Arguments<'pickFolder'>) => Promise<string | null>
  readonly showFile: (...args: Arguments<'showFile'>) => Promise<void>
  readonly grant: (...args: Arguments<'grant'>) => void
  readonly language: (...args: Arguments<'language'>) => void
}

/** True if a message comes from our own page. Null: there is no window now. */
export function isFromOurPage({ sender, senderFrame }: Sender, window: AppWindow | null): boolean {
  if (window === null || window.isDestroyed() || sender !== window.webContents) return false
  // Null: the frame has navigated or is gone.
  if (senderFrame === null || senderFrame.parent !== null) return false
  const { mainFrame } = window.webContents
  const isMain =
    senderFrame.processId === mainFrame.processId && senderFrame.routingId === mainFrame.routingId
  return isMain && senderFrame.origin === origin && isOurPage(senderFrame.url)
}

export function openDoors(
  ipcMain: ElectronParts['ipcMain'],
  window: () => AppWindow | null,
  doors: Doors,
): void {
  function accept<Name extends keyof typeof channels>(
    name: Name,
    event: Sender,
    args: unknown,
  ): Arguments<Name> {
    if (!isFromOurPage(event, window())) throw new Error('Refused.')
    const parsed = ipcArguments[name].safeParse(args)
    if (!parsed.success) throw new Error('Refused.')
    return parsed.data as Arguments<Name>
  }
  /** Invalid messages without an answer are dropped. */
  function quietly(take: () => void): boolean {
    try {
      take()
      return true
    } catch {
      return false
    }
  }

  ipcMain.on(channels.engine, (event, ...args: unknown[]) => {
    const [port, ...more] = event.ports
    const taken = quietly(() => {
      accept('engine', event, args)
      if (port === undefined || more.length > 0) throw new Error('Refused.')
      doors.engine(port)
    })
    if (!taken) for (const one of event.ports) one.close()
  })
  ipcMain.on(channels.grant, (event, ...args: unknown[]) => {
    event.returnValue = quietly(() => doors.grant(...accept('grant', event, args)))
  })
  ipcMain.handle(channels.language, async (event, ...args: unknown[]) =>
    doors.language(...accept('language', event, args)),
  )
  ipcMain.handle(channels.pickFile, async (event, ...args: unknown[]) =>
    doors.pickFile(...accept('pickFile', event, args)),
  )
  ipcMain.handle(channels.pickFiles, async (event, ...args: unknown[]) =>
    doors.pickFiles(...accept('pickFiles', event, args)),
  )
  ipcMain.handle(channels.pickFolder, async (event, ...args: unknown[]) =>
    doors.pickFolder(...accept('pickFolder', event, args)),
  )
  ipcMain.handle(channels.showFile, async (event, ...args: unknown[]) =>
    doors.showFile(...accept('showFile', event, args)),
  )
}
