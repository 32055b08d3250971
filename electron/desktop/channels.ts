// What passes between the page's side and the program's, beside the engine's own messages: names, and the shape of every
// argument. Both sides import this file, so they cannot disagree.
import { z } from 'zod'

export const channels = {
  /** Hands over the port on which the engine's calls go. */
  engine: 'carryover:engine',
  pickFile: 'carryover:pick-file',
  pickFolder: 'carryover:pick-folder',
  showFile: 'carryover:show-file',
  /** A file was dropped or picked in the page; answered before its path is used. */
  grant: 'carryover:grant',
} as const

const path = z.string().min(1).max(32_768)

export const ipcArguments = {
  engine: z.tuple([z.null()]),
  pickFile: z.tuple([z.enum(['spreadsheet', 'catalogue'])]),
  pickFolder: z.tuple([]),
  showFile: z.tuple([path]),
  grant: z.tuple([path]),
} as const satisfies Record<keyof typeof channels, z.ZodType>

export type FileKind = z.infer<typeof ipcArguments.pickFile>[0]
