// The mapping file: which column feeds which field, through which conversion. Saved under a name it is a template.
// Columns are named as in `Column.name`; fields are payload paths, with indexes for column groups
// (`customers.1.landline`). Below `linked` and `grouped`, fields are relative to the list's item.
import { z } from 'zod'

const columnName = z.string().min(1)
const fieldPath = z.string().min(1)

/** How a cell's text becomes a value. Without one, the catalogue's field decides (text stays text). */
export const conversion = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), trim: z.boolean().default(true) }),
  z.strictObject({
    kind: z.literal('date'),
    /** Built of `yyyy`, `MM`, `M`, `dd`, `d`, `MMM` (English month) and separators: `dd/MM/yyyy`. Two-digit years are refused. */
    pattern: z.string().min(1),
  }),
  z.strictObject({
    kind: z.literal('datetime'),
    /** As for dates, with `HH`, `H`, `mm`, `ss`. */
    pattern: z.string().min(1),
    /** IANA zone of the written times; the payload is UTC. */
    zone: z.string().min(1).default('UTC'),
  }),
  z.strictObject({ kind: z.literal('decimal'), decimalSign: z.enum(['.', ',']).default('.') }),
  z.strictObject({ kind: z.literal('integer') }),
  z.strictObject({
    kind: z.literal('boolean'),
    yes: z.array(z.string()).min(1).default(['yes', 'y', 'true', '1']),
    no: z.array(z.string()).min(1).default(['no', 'n', 'false', '0']),
  }),
  /** A table of the column's words to the field's; compared without case and outer blanks. */
  z.strictObject({ kind: z.literal('choice'), values: z.record(z.string(), z.string()) }),
])
export type Conversion = z.infer<typeof conversion>

const mappedColumn = z.strictObject({
  column: columnName,
  field: fieldPath,
  conversion: conversion.optional(),
})
const ignoredColumn = z.strictObject({ column: columnName, ignore: z.literal(true) })
export const columnMapping = z.union([mappedColumn, ignoredColumn])
export type ColumnMapping = z.infer<typeof columnMapping>

/** One column, or several that make a key together (nested sheets: account number and supply number). */
const keyColumns = z.union([columnName, z.array(columnName).min(1)])

export type LinkedSheet = {
  readonly sheet: string
  /** Columns of this sheet that name the parent row. */
  readonly key: string | readonly string[]
  /** Columns of the parent sheet that they equal; the main sheet's key, or the same names, when left out. */
  readonly parentKey?: string | readonly string[] | undefined
  /** The list that one row becomes an item of, relative to the parent's item. */
  readonly list: string
  readonly columns: readonly ColumnMapping[]
  readonly linked?: readonly LinkedSheet[] | undefined
}

export const linkedSheet: z.ZodType<LinkedSheet> = z.strictObject({
  sheet: z.string().min(1),
  key: keyColumns,
  parentKey: keyColumns.optional(),
  list: fieldPath,
  columns: z.array(columnMapping),
  get linked() {
    return z.array(linkedSheet).optional()
  },
})

/** Several rows with the same key on the main sheet fold into one account; each gives an item of the list. */
export const groupedList = z.strictObject({ list: fieldPath, columns: z.array(columnMapping) })

export const mappingFile = z.strictObject({
  version: z.literal(1),
  /** The main sheet; may be left out where the file has one. */
  sheet: z.string().min(1).optional(),
  /** The column that names the account. */
  key: columnName,
  columns: z.array(columnMapping),
  fixed: z
    .array(z.strictObject({ field: fieldPath, value: z.union([z.string(), z.number(), z.boolean()]) }))
    .default([]),
  linked: z.array(linkedSheet).default([]),
  grouped: z.array(groupedList).default([]),
})
export type Mapping = z.infer<typeof mappingFile>
export type MappingInput = z.input<typeof mappingFile>
