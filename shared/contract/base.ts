// Shapes that the whole contract uses: failures, reading options, and how a batch is named.
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { mappingFile } from '../mapping/file.ts'
import { encodingCandidate } from '../sheet/sheet.ts'

/** An expected failure: a stable code, a sentence for a person, and whose turn it is. */
export const failureData = z.object({
  code: z.string(),
  message: z.string(),
  /** input: the file, the mapping, a setting; service: the service or the credential; workspace: our own data folder. */
  kind: z.enum(['input', 'service', 'workspace']),
  /** Of a file whose encoding is not certain: what it says in each, best first. */
  candidates: z.array(encodingCandidate).readonly().optional(),
})

export const base = oc.errors({ REFUSED: { data: failureData } })

export const batchId = z.number().int().positive()

/** How a person wants a file to be read, where its bytes do not say it or say it wrongly. */
export const readChoices = {
  encoding: z.string().optional(),
  delimiter: z.string().optional(),
  /** What stands around cells; null where nothing does and a quotation mark is part of the text. */
  quote: z.enum(['"', "'"]).nullable().optional(),
  /** How a quotation mark is written inside a quoted cell. */
  escape: z.enum(['doubled', 'backslash']).optional(),
  headerRow: z.number().int().positive().optional(),
  /** By the sheet's name, before `headerRow`. */
  headerRows: z.record(z.string(), z.number().int().positive()).optional(),
}

export const readOptions = { path: z.string().min(1), sheet: z.string().optional(), ...readChoices }

export const fileFormat = z.enum(['csv', 'xlsx', 'ods'])

/** A mapping under work: not yet the batch's. */
export const draft = {
  batch: batchId,
  mapping: mappingFile,
  catalogue: z.string(),
  supplier: z.string().nullable(),
}
