// Contract calls that read a file without storing it, and the events that reading a file emits.
import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { blankRows } from '../../sheet/blank-rows.ts'
import { fillOffer } from '../../sheet/fill-down.ts'
import { oddKinds } from '../../sheet/odd-rows.ts'
import { suggestion } from './mapping.ts'
import { column, fileWarning, keptCell, sheetInfo } from '../../sheet/sheet.ts'
import { base, fileFormat, furtherFiles, readChoices, readOptions } from '../base.ts'

const sourceRow = z.object({
  row: z.number().int(),
  cells: z.array(z.string()).readonly(),
  kept: z.record(z.string(), keptCell).readonly().optional(),
})

/** Events of reading a file; rows come in chunks. */
export const readEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    format: fileFormat,
    bytes: z.number(),
    encoding: z.string().nullable(),
    delimiter: z.string().nullable(),
    quote: readChoices.quote,
    escape: readChoices.escape,
  }),
  z.object({ kind: z.literal('sheet'), index: z.number(), sheet: sheetInfo }),
  z.object({ kind: z.literal('columns'), index: z.number(), columns: z.array(column) }),
  z.object({ kind: z.literal('rows'), sheet: z.number(), rows: z.array(sourceRow) }),
  z.object({
    kind: z.literal('odd_rows'),
    sheet: z.number(),
    rows: z.array(z.object({ row: z.number(), kind: z.enum(oddKinds) })).readonly(),
  }),
  z.object({ kind: z.literal('blank_rows'), sheet: z.number(), found: blankRows }),
  z.object({ kind: z.literal('fills'), sheet: z.number(), offer: fillOffer }),
  z.object({ kind: z.literal('warning'), warning: fileWarning }),
  z.object({ kind: z.literal('progress'), bytes: z.number(), bytesTotal: z.number(), rows: z.number() }),
  z.object({
    kind: z.literal('end'),
    sha256: z.string(),
    sheets: z.array(z.object({ index: z.number(), rowCount: z.number() })),
  }),
])

/** A catalogue: one that ships with Carryover, by name, or a JSON Schema file. */
export const catalogueChoice = z.union([
  z.strictObject({ shipped: z.enum(['documented', 'example']) }),
  z.strictObject({ path: z.string().min(1) }),
  /** One of `catalogues.list`. */
  z.strictObject({ id: z.string().min(1) }),
])

export const filesCalls = {
  /** Reads a whole file and streams its contents; nothing is stored. */
  read: base
    .input(z.object({ ...readOptions, maxRows: z.number().int().positive().optional() }))
    .output(eventIterator(readEvent)),
  /** A mapping proposed from the headers, with the columns that it could not place. */
  suggestMapping: base
    .input(
      z.object({
        ...readOptions,
        also: furtherFiles.optional(),
        catalogue: catalogueChoice,
        supplier: z.string().nullable(),
        identityFields: z.array(z.string()),
      }),
    )
    .output(suggestion),
}
