// Contract calls about the program log and the support file. Neither has contents of cells, keys, tokens, names of people
// or addresses: entries hold only what this file lists.
import { z } from 'zod'
import { fileLanguage } from '../texts/language.ts'
import { base } from './base.ts'

/** A word of the program's own: a name of a call, a code, a place in its sources. */
const ownWord = z.string().regex(/^[\w.:/@<>-]{1,160}$/)
const milliseconds = z.number().int().nonnegative()

/** What the log keeps. A new kind, or a new field, is added here. */
export const logEntry = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('started'),
    version: ownWord,
    node: ownWord,
    platform: ownWord,
    endedCleanly: z.boolean(),
    readsOnly: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('ended') }),
  /** A call that took longer than a second. */
  z.strictObject({ kind: z.literal('slow'), call: ownWord, ms: milliseconds }),
  /** A call that was refused for a reason that is no bug. */
  z.strictObject({ kind: z.literal('refused'), call: ownWord, code: ownWord }),
  /** An error that no one expected; `frames`: where, in the program's own files. Its sentence is not kept. */
  z.strictObject({
    kind: z.literal('fault'),
    where: z.enum(['call', 'background']),
    call: ownWord.nullable(),
    name: ownWord,
    code: ownWord.nullable(),
    frames: z.array(ownWord).max(20),
  }),
  z.strictObject({ kind: z.literal('damaged'), code: ownWord }),
])
export type LogEntry = z.infer<typeof logEntry>

export const logLine = z.object({ at: z.iso.datetime(), entry: logEntry })
export type LogLine = z.infer<typeof logLine>

export const supportCalls = {
  /** The latest lines, newest first, at most 1,000. */
  log: base.output(z.array(logLine)),
  /** The file for whoever supports the program, to be read before it is sent. `id` names this text. */
  file: base
    .input(z.object({ inLanguage: fileLanguage.default({ language: 'en', locale: 'en-GB' }) }))
    .output(z.object({ id: z.string(), fileName: z.string(), text: z.string() })),
  /** Writes the text that was read into a folder. Refused where it is not kept any more: only the last few are. */
  write: base
    .input(z.object({ folder: z.string().min(1), id: z.string() }))
    .output(z.object({ path: z.string() })),
}
