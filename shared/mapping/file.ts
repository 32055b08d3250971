// Schema of the mapping file: which column feeds which field, through which conversion. A mapping saved under a
// name is a template. Columns are named as in `Column.name`; fields are payload paths, with indexes for column
// groups (`customers.1.landline`). Below `linked` and `grouped`, fields are relative to the list's item.
import { z } from 'zod'
import { ruleKey } from '../texts/issues.ts'

const columnName = z.string().min(1)
const fieldPath = z.string().min(1)

const partNumber = z
  .number()
  .int()
  .min(-100)
  .max(100)
  .refine((part) => part !== 0, { error: ruleKey('rules.part_number') })
const region = z.string().regex(/^[A-Z]{2}$/, { error: ruleKey('rules.region') })

/** Text steps: clean-up, a part of the cell, joining several cells. */
const textSteps = [
  z.strictObject({
    kind: z.literal('text'),
    trim: z.boolean().default(true),
    /** Replaces every exact occurrence, in this order; before everything else. */
    replace: z
      .array(z.strictObject({ find: z.string().min(1), with: z.string() }))
      .min(1)
      .optional(),
    /** Runs of blanks and line breaks become one blank. */
    collapse: z.boolean().optional(),
    letters: z.enum(['upper', 'lower', 'title']).optional(),
  }),
  z.strictObject({
    kind: z.literal('split'),
    /** Matched exactly; a blank matches any run of blanks, a line break any kind of line break. */
    separator: z.string().min(1),
    /** 1 is the first part, -1 the last. */
    part: partNumber,
    /** Takes everything from `part` to this one: `part` 1 to -2 is all but the last. */
    to: partNumber.optional(),
    /** Required number of parts in every cell; a cell with another number is refused. */
    parts: z.number().int().positive().optional(),
    /** Whether a part that is missing or blank is a problem of the cell, or counts as empty. */
    missing: z.enum(['problem', 'empty']).optional(),
  }),
  z.strictObject({
    kind: z.literal('join'),
    /** Columns of the same sheet whose cells are appended to this column's own. */
    with: z.array(columnName).min(1).max(20),
    separator: z.string().default(' '),
  }),
] as const

/** Text steps that know what the text is: a person's name, or several values in one cell. */
const wholeTextSteps = [
  z.strictObject({
    kind: z.literal('name'),
    /** The part of a whole name; a part that a name does not have leaves the field out. */
    part: z.enum(['title', 'given', 'family']),
  }),
  z.strictObject({
    kind: z.literal('several'),
    /** Which of the telephone numbers or e-mail addresses of a cell is taken; 1 is the first. */
    part: z.number().int().min(1).max(20).default(1),
  }),
] as const

/** Value steps: from text to the payload's value. */
const valueSteps = [
  z.strictObject({
    kind: z.literal('date'),
    /**
     * Pattern of `yyyy`, `MM`, `M`, `dd`, `d`, `MMM` (English month) and separators: `dd/MM/yyyy`. Two-digit years
     * are refused.
     */
    pattern: z.string().min(1),
  }),
  z.strictObject({
    kind: z.literal('any_date'),
    /** What comes first where both are numbers. */
    order: z.enum(['day', 'month']),
    /** Two-digit years stand for the hundred years that begin with this one. */
    firstYear: z.number().int().min(1000).max(2100).default(1930),
  }),
  z.strictObject({
    kind: z.literal('datetime'),
    /** As for dates, with `HH`, `H`, `mm`, `ss`, or with `hh`, `h` and `a` (AM, PM). */
    pattern: z.string().min(1),
    /** IANA zone of the written times; the payload is UTC. */
    zone: z.string().min(1).default('UTC'),
  }),
  z.strictObject({
    kind: z.literal('decimal'),
    decimalSign: z.enum(['.', ',']).default('.'),
    /** Allowed before each group of three digits; a blank also matches no-break blanks, `'` also `’`. */
    thousandsSign: z.enum(['.', ',', ' ', "'"]).optional(),
    /** A number in brackets is negative, as accountants write it. */
    brackets: z.literal(true).optional(),
  }),
  z.strictObject({
    kind: z.literal('integer'),
    thousandsSign: z.enum(['.', ',', ' ', "'"]).optional(),
    brackets: z.literal(true).optional(),
  }),
  z.strictObject({
    kind: z.literal('boolean'),
    yes: z.array(z.string()).min(1).default(['yes', 'y', 'true', '1']),
    no: z.array(z.string()).min(1).default(['no', 'n', 'false', '0']),
  }),
  /** A table from the column's words to the field's; compared without case and outer blanks. */
  z.strictObject({ kind: z.literal('choice'), values: z.record(z.string(), z.string()) }),
  z.strictObject({
    kind: z.literal('phone'),
    /** `e164`: `+` and digits, refused when something would be lost; `as_is`: the text, unchanged. */
    to: z.enum(['e164', 'as_is']),
    /** Region of numbers without `+`; default: the connection's region. */
    region: region.optional(),
  }),
  z.strictObject({
    kind: z.literal('document_path'),
    /** The folder to put before a path that is not below it already. */
    prefix: z.string().min(1).optional(),
  }),
] as const

/** The value of an empty cell, as the field expects it. It alone never makes an object or item appear. */
const fallback = z.strictObject({
  kind: z.literal('fallback'),
  value: z.union([z.string().min(1), z.number(), z.boolean()]),
})

export const conversionStep = z.discriminatedUnion('kind', [
  ...textSteps,
  ...wholeTextSteps,
  ...valueSteps,
  fallback,
])
export type ConversionStep = z.infer<typeof conversionStep>

/**
 * Converts a cell's text to a value. Without a conversion, the catalogue's field decides (text stays text). Steps
 * are ordered: a join first, then text steps, then at most one value step, then a fallback.
 */
export const conversion = z.discriminatedUnion('kind', [
  ...textSteps,
  ...wholeTextSteps,
  ...valueSteps,
  fallback,
  z.strictObject({ kind: z.literal('steps'), steps: z.array(conversionStep).min(1).max(12) }),
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

/** One column, or several that form a key together (nested sheets: account number and supply number). */
const keyColumns = z.union([columnName, z.array(columnName).min(1)])

export type LinkedSheet = {
  readonly sheet: string
  /** Columns of this sheet that contain the parent row's key. */
  readonly key: string | readonly string[]
  /** The parent sheet's columns that they must equal; default: the main sheet's key, or the same names. */
  readonly parentKey?: string | readonly string[] | undefined
  /** The list whose items the rows become, relative to the parent's item. */
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

/** Groups rows with the same key on the main sheet into one account; each row gives an item of the list. */
export const groupedList = z.strictObject({ list: fieldPath, columns: z.array(columnMapping) })

export const mappingFile = z.strictObject({
  version: z.literal(1),
  /** The main sheet; optional if the file has only one. */
  sheet: z.string().min(1).optional(),
  /** The column that identifies the account. */
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
