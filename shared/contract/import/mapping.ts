// Contract calls about the mapping of a batch, and the shapes of their answers: catalogues, suggestions, conversion
// proposals, effects of a change, explanations, and templates with how well they fit.
import { z } from 'zod'
import { conversion, mappingFile } from '../../mapping/file.ts'
import { origin } from '../../payload/problems.ts'
import { cellRef } from '../../sheet/sheet.ts'
import { catalogueField, catalogueView } from '../views.ts'
import { accountPayload } from '../accounts.ts'
import { base, batchId, draft } from '../base.ts'
import { said } from '../../texts/message.ts'

const certainty = z.enum(['certain', 'likely', 'possible'])

const suggestionReason = z.object({
  sheet: z.string(),
  column: z.string(),
  /** The full payload path, with `*` for the items that linked rows become. */
  field: z.string(),
  certainty,
  reason: said,
})

export const suggestion = z.object({
  mapping: mappingFile,
  /** One for each column that the mapping feeds a field from. */
  reasons: z.array(suggestionReason),
  /** Fields that a column could also feed, best match first; not taken into the mapping. */
  offers: z.array(suggestionReason),
  unmapped: z.array(z.object({ sheet: z.string(), column: z.string() })),
  /** Decisions that the user must make before the mapping can be used. */
  questions: z.array(said),
})
export type SuggestionView = z.infer<typeof suggestion>

const choiceProposal = z.object({
  value: z.string(),
  /** Null when no choice of the field is clearly meant. */
  choice: z.string().nullable(),
  certainty: certainty.optional(),
  reason: said,
})

/** The conversion that a column's values need, or the question that must be answered first, or nothing. */
export const conversionProposal = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fits'), values: z.number() }),
  z.object({ kind: z.literal('proposed'), conversion, certainty, reason: said }),
  z.object({
    kind: z.literal('ask'),
    question: said,
    alternatives: z.array(z.object({ conversion, meaning: said })),
  }),
  z.object({ kind: z.literal('table'), conversion, unknown: z.array(choiceProposal), reason: said }),
  z.object({ kind: z.literal('none'), reason: said, evidence: said.nullable() }),
])
export type ConversionProposalView = z.infer<typeof conversionProposal>

const effect = z.object({
  /** Problems of the mapping itself; with any, the accounts cannot be built. */
  mapping: z.array(z.object({ code: z.string(), message: said, where: z.string() })),
  required: z.object({ covered: z.number(), total: z.number(), missing: z.array(z.string()) }),
  /** Accounts that were tried out. */
  accounts: z.number(),
  accountsWithProblems: z.number(),
  problems: z.number(),
  byCode: z.array(z.object({ code: z.string(), count: z.number() })),
})

export const whatIfView = z.object({
  before: effect,
  after: effect,
  /** At most five values of the field, as they would be. */
  values: z.array(
    z.object({
      key: z.string(),
      attr: z.string(),
      origin: origin.nullable(),
      value: z.union([z.string(), z.number(), z.boolean()]).optional(),
      /** What is wrong with the cell, instead of a value. */
      problem: said.optional(),
    }),
  ),
})
export type WhatIfView = z.infer<typeof whatIfView>

export const readinessView = z.object({
  /** Accounts that were tried, and how many of them would have no local problem and no duplicate among the others. */
  accounts: z.number(),
  ready: z.number(),
  /** Errors of the cells of each column, the most first, with the most frequent message. */
  columns: z.array(z.object({ sheet: z.string(), column: z.string(), errors: z.number(), message: said })),
  /** Errors that no column's cells have, such as a missing field, with the most frequent message. */
  elsewhere: z.object({ errors: z.number(), message: said }),
})
export type ReadinessView = z.infer<typeof readinessView>

export const columnTrial = z.object({
  /** Filled cells, and how many of them the conversion reads. */
  cells: z.number(),
  read: z.number(),
  /** Cells that hold more than one value, of which the conversion takes one. */
  several: z.number(),
  /** Texts that are not read, the most frequent first, each with its first row. */
  rest: z.array(z.object({ text: z.string(), cells: z.number(), row: z.number(), message: said })),
  /** Different texts beyond those listed. */
  more: z.number(),
})
export type ColumnTrial = z.infer<typeof columnTrial>

/**
 * The reason why a path is not in the payload, or why a field there must be filled (service-spec.md section 2.1
 * rules 1 to 3).
 */
export const explanationView = z.object({
  path: z.string(),
  rule: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullable(),
  sentence: said,
  paths: z.array(z.string()),
  cells: z.array(cellRef),
})
export type ExplanationView = z.infer<typeof explanationView>

export const templateView = z.object({
  name: z.string(),
  savedAt: z.number(),
  supplier: z.string().nullable(),
  /** The origin of such files, in the user's words or as the file's name. */
  source: z.string().nullable(),
  /** Earlier savings under this name, newest first. */
  earlier: z.array(z.number()),
})
export type TemplateView = z.infer<typeof templateView>

export const fittedTemplate = z.object({
  mapping: mappingFile,
  differences: z.array(
    z.object({
      kind: z.enum(['moved', 'renamed', 'missing', 'new']),
      sheet: z.string(),
      /** Null when it refers to the whole sheet. */
      column: z.string().nullable(),
      was: said.nullable(),
      certainty: z.enum(['certain', 'likely']),
      reason: said,
    }),
  ),
})
export type FittedTemplateView = z.infer<typeof fittedTemplate>

export const cataloguesCalls = {
  /** The shipped catalogues (`documented`, `example`) and those imported from files. */
  list: base.output(z.array(catalogueView)),
  add: base.input(z.object({ path: z.string().min(1) })).output(z.object({ id: z.string() })),
  /** Refused for shipped ones and for those of connections. Batches keep the copy that they were mapped with. */
  remove: base.input(z.object({ id: z.string() })).output(z.void()),
  fields: base.input(z.object({ id: z.string() })).output(z.array(catalogueField)),
}

export const mappingCalls = {
  suggest: base
    .input(z.object({ batch: batchId, catalogue: z.string(), supplier: z.string().nullable() }))
    .output(suggestion),
  /** The errors of a mapping, and the required fields that nothing feeds. */
  check: base.input(z.object(draft)).output(
    z.object({
      problems: z.array(z.object({ code: z.string(), message: said, where: z.string() })),
      required: z.array(z.object({ path: z.string(), title: said, covered: z.boolean() })),
    }),
  ),
  /** The payload of the account at this place in the main sheet. */
  preview: base.input(z.object({ ...draft, index: z.number().int().nonnegative() })).output(
    z.object({
      accounts: z.number(),
      account: accountPayload.nullable(),
      /** The reasons why fields are left out, and why missing ones are required. */
      explanations: z.array(explanationView),
    }),
  ),
  /** The conversion that a column's values need to feed a field; nothing is applied automatically. */
  propose: base
    .input(
      z.object({
        batch: batchId,
        catalogue: z.string(),
        sheet: z.string(),
        column: z.string(),
        /** The full payload path. */
        field: z.string(),
        /** The zone of written times, where it is known. */
        zone: z.string().optional(),
      }),
    )
    .output(conversionProposal),
  /** What a conversion makes of every filled cell of a column; with the texts that it does not read. */
  tryColumn: base
    .input(
      z.object({
        batch: batchId,
        catalogue: z.string(),
        sheet: z.string(),
        column: z.string(),
        /** The full payload path. */
        field: z.string(),
        conversion: conversion.nullable(),
      }),
    )
    .output(columnTrial),
  /** How many of some accounts would have no problem with the draft: the first of the sheet, and a spread of others. */
  readiness: base.input(z.object(draft)).output(readinessView),
  /** The effect of mapping a column to a field, on a sample of the accounts. */
  whatIf: base
    .input(
      z.object({
        ...draft,
        sheet: z.string(),
        column: z.string(),
        /** As in the mapping file: relative to the item of a linked sheet. Null leaves the column open. */
        field: z.string().nullable(),
        /** The field of the column that it replaces; null: none, the column fills it as well. Default: all. */
        instead: z.string().nullable().optional(),
        conversion: conversion.optional(),
      }),
    )
    .output(whatIfView),
  /** Makes it the batch's mapping and builds the accounts; refused once anything was sent. */
  apply: base.input(z.object({ ...draft, connection: z.number().nullable() })).output(z.void()),
}

export const templatesCalls = {
  list: base.output(z.array(templateView)),
  /** Stores a mapping under a name; an earlier one of that name is kept as an earlier version. */
  save: base
    .input(
      z.object({
        name: z.string().trim().min(1).max(200),
        mapping: mappingFile,
        /** The batch whose file it was made for: it gives the supplier, the file's name and its columns. */
        batch: batchId.optional(),
        /** The supplier or origin of such files, where the batch does not know it yet. */
        supplier: z.string().nullable().optional(),
      }),
    )
    .output(z.void()),
  /** The newest version, or the one that was saved at a time. */
  load: base.input(z.object({ name: z.string(), savedAt: z.number().optional() })).output(mappingFile),
  /** Fitted to a batch's file, with what differs. */
  fit: base
    .input(z.object({ name: z.string(), savedAt: z.number().optional(), batch: batchId }))
    .output(fittedTemplate),
  remove: base.input(z.object({ name: z.string() })).output(z.void()),
  /** As a file for another person: its name and its text. */
  print: base
    .input(z.object({ name: z.string() }))
    .output(z.object({ fileName: z.string(), text: z.string() })),
  /** Writes that file into a folder that a person picked. */
  write: base
    .input(z.object({ name: z.string(), folder: z.string().min(1) }))
    .output(z.object({ path: z.string() })),
  /**
   * Imports a template from such a file, under its own name; an earlier one of that name is kept as an earlier
   * version.
   */
  read: base.input(z.object({ path: z.string().min(1) })).output(z.object({ name: z.string() })),
}
