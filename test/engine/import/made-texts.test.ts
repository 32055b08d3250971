// Tests text files made by other programs (Python, R, jq, papaparse, SQLite, awk), with the cells that the program
// was given: each is read back equal, refused, or reported by name, and with the right options it is equal. Nothing
// is silently wrong.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readFailureCodes, type ReadOptions } from '../../../electron/engine/import/reader.ts'
import { cellsOf, headersOf, useFolder, type WholeReading } from './reading-files.ts'

const { read } = useFolder()

const made = z.array(
  z.object({
    file: z.string(),
    maker: z.string(),
    /** Base64. */
    bytes: z.string(),
    rows: z.array(z.array(z.string())),
    /** The options for reading it, where they cannot be detected. */
    options: z.object({
      encoding: z.string().optional(),
      delimiter: z.string().optional(),
      quote: z.enum(['"', "'"]).nullable().optional(),
      escape: z.enum(['doubled', 'backslash']).optional(),
    }),
    /** The refusal without options. */
    refused: z.enum(readFailureCodes).optional(),
    /** The warning for a file that is read differently from its maker's intention. */
    reported: z.string().optional(),
  }),
)
const files = made.parse(
  JSON.parse(readFileSync(new URL('corpus/made/text-files.json', import.meta.url), 'utf8')),
)

const trimmed = (rows: readonly (readonly string[])[]): string[][] =>
  rows.map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1))
const rowsOf = ({ sheets: [sheet] }: WholeReading): string[][] =>
  trimmed([headersOf(sheet), ...cellsOf(sheet)])

describe('a text file made by another program', () => {
  test.each(files)('$file ($maker)', async ({ file, bytes, rows, options, refused, reported }) => {
    const content = Buffer.from(bytes, 'base64')
    const found = await read(content, { name: file })
    expect(found.failure?.code).toBe(refused)
    if (reported !== undefined) expect(found.warnings.map(({ code }) => code)).toContain(reported)
    else if (refused === undefined) expect(rowsOf(found)).toEqual(trimmed(rows))
    // Only one seven-bit encoding can be read.
    if (Object.keys(options).length === 0 || refused === 'encoding_seven_bit') return
    const named = await read(content, { ...(options satisfies ReadOptions), name: file })
    expect(named.failure).toBeNull()
    expect(rowsOf(named)).toEqual(trimmed(rows))
  })
})
