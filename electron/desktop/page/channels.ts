// Names of the IPC channels between page and program, in addition to the engine's own messages. Both sides import
// this file, so the names always match. It imports nothing, because it is part of the preload, which stays small.

export const channels = {
  /** Transfers the port for the engine's calls. */
  engine: 'carryover:engine',
  pickFile: 'carryover:pick-file',
  /** Several files at once. */
  pickFiles: 'carryover:pick-files',
  pickFolder: 'carryover:pick-folder',
  showFile: 'carryover:show-file',
  /** Grants a file that was dropped or picked in the page; answered before its path is used. */
  grant: 'carryover:grant',
  /** The language that the window speaks. */
  language: 'carryover:language',
} as const

export type FileKind = 'spreadsheet' | 'catalogue' | 'certificate' | 'project'
