// Shapes of the engine's answers about a mapping in progress: suggestions, conversion proposals, effects of a
// change, explanations, templates and how well they fit. Plain data.
import { z } from 'zod'
import { conversion, mappingFile } from '../mapping/file.ts'
import { origin } from '../payload/problems.ts'
import { cellRef } from '../sheet/sheet.ts'

const certainty = z.enum(['certain', 'likely', 'possible'])

const suggestionReason = z.object({
  sheet: z.string(),
  column: z.string(),
  /** The full payload path, with `*` for the items that linked rows become. */
  field: z.string(),
  certainty,
  reason: z.string(),
})

export const suggestion = z.object({
  mapping: mappingFile,
  /** One for each column that the mapping feeds a field from. */
  reasons: z.array(suggestionReason),
  /** Fields that a column could also feed, best match first; not taken into the mapping. */
  offers: z.array(suggestionReason),
  unmapped: z.array(z.object({ sheet: z.string(), column: z.string() })),
  /** Decisions that the user must make before the mapping can be used. */
  questions: z.array(z.string()),
})
export type SuggestionView = z.infer<typeof suggestion>

const choiceProposal = z.object({
  value: z.string(),
  /** Null when no choice of the field is clearly meant. */
  choice: z.string().nullable(),
  certainty: certainty.optional(),
  reason: z.string(),
})

/** The conversion that a column's values need, or the question that must be answered first, or nothing. */
export const conversionProposal = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('fits'), values: z.number() }),
  z.object({ kind: z.literal('proposed'), conversion, certainty, reason: z.string() }),
  z.object({
    kind: z.literal('ask'),
    question: z.string(),
    alternatives: z.array(z.object({ conversion, meaning: z.string() })),
  }),
  z.object({ kind: z.literal('table'), conversion, unknown: z.array(choiceProposal), reason: z.string() }),
  z.object({ kind: z.literal('none'), reason: z.string(), evidence: z.string().nullable() }),
])
export type ConversionProposalView = z.infer<typeof conversionProposal>

const effect = z.object({
  /** Problems of the mapping itself; with any, the accounts cannot be built. */
  mapping: z.array(z.object({ code: z.string(), message: z.string(), where: z.string() })),
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
      problem: z.string().optional(),
    }),
  ),
})
export type WhatIfView = z.infer<typeof whatIfView>

/**
 * The reason why a path is not in the payload, or why a field there must be filled (service-spec.md section 2.1
 * rules 1 to 3).
 */
export const explanationView = z.object({
  path: z.string(),
  rule: z.union([z.literal(1), z.literal(2), z.literal(3)]).nullable(),
  sentence: z.string(),
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
      was: z.string().nullable(),
      certainty: z.enum(['certain', 'likely']),
      reason: z.string(),
    }),
  ),
})
export type FittedTemplateView = z.infer<typeof fittedTemplate>
