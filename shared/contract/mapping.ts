// Contract calls about the mapping of a batch: catalogues, suggestions, effects and templates.
import { z } from 'zod'
import { conversion, mappingFile } from '../mapping/file.ts'
import {
  conversionProposal,
  explanationView,
  fittedTemplate,
  suggestion,
  templateView,
  whatIfView,
} from './mapping-views.ts'
import { catalogueView, fieldView } from './views.ts'
import { accountPayload } from './accounts.ts'
import { base, batchId, draft } from './base.ts'

export const cataloguesCalls = {
  /** The shipped catalogues (`documented`, `example`) and those imported from files. */
  list: base.output(z.array(catalogueView)),
  add: base.input(z.object({ path: z.string().min(1) })).output(z.object({ id: z.string() })),
  fields: base.input(z.object({ id: z.string() })).output(z.array(fieldView)),
}

export const mappingCalls = {
  suggest: base
    .input(z.object({ batch: batchId, catalogue: z.string(), supplier: z.string().nullable() }))
    .output(suggestion),
  /** The errors of a mapping, and the required fields that nothing feeds. */
  check: base.input(z.object(draft)).output(
    z.object({
      problems: z.array(z.object({ code: z.string(), message: z.string(), where: z.string() })),
      required: z.array(z.object({ path: z.string(), title: z.string(), covered: z.boolean() })),
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
  /** The effect of mapping a column to a field, on a sample of the accounts. */
  whatIf: base
    .input(
      z.object({
        ...draft,
        sheet: z.string(),
        column: z.string(),
        /** As in the mapping file: relative to the item of a linked sheet. Null leaves the column open. */
        field: z.string().nullable(),
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
