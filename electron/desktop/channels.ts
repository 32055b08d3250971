// The names under which page and program speak to each other, beside the engine's own messages. Both sides import this
// file, so they cannot disagree. It imports nothing: it is part of the preload, which stays small.

export const channels = {
  /** Hands over the port on which the engine's calls go. */
  engine: 'carryover:engine',
  pickFile: 'carryover:pick-file',
  pickFolder: 'carryover:pick-folder',
  showFile: 'carryover:show-file',
  /** A file was dropped or picked in the page; answered before its path is used. */
  grant: 'carryover:grant',
} as const

export type FileKind = 'spreadsheet' | 'catalogue' | 'certificate'
