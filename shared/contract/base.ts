// Basis of the contract, used by all its modules: the failures of calls, the options for reading a file, and the
// batch id.
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { mappingFile } from '../mapping/file.ts'
import { fillChoice, fillChoices } from '../sheet/fill-down.ts'
import { encodingCandidate } from '../sheet/sheet.ts'
import { said } from '../texts/message.ts'

/** An expected failure: a stable code, a message for the user, and who must act. */
export const failureData = z.object({
  code: z.string(),
  message: said,
  /**
   * Who must act. input: the file, the mapping, a setting; service: the service or the credential; workspace: our
   * own data folder.
   */
  kind: z.enum(['input', 'service', 'workspace']),
  /** For a file of uncertain encoding: its text in each candidate encoding, best first. */
  candidates: z.array(encodingCandidate).readonly().optional(),
  /** For one of several files that cannot be read: its position among them. */
  file: z.number().optional(),
})

export const base = oc.errors({ REFUSED: { data: failureData } })

export const batchId = z.number().int().positive()

/** Version of what a view displays. Opaque: it is only compared. */
export const displayedVersion = z.string().min(1).max(100)

/**
 * The version that the caller of an action displayed. If it is no longer the current one, nothing is done and the
 * call fails with the code `changed`. Left out, the action applies to whatever there is now.
 */
export const expectedVersion = displayedVersion.optional()

/** The user's options for reading a file, where its bytes do not show them or are misleading. */
export const readChoices = {
  encoding: z.string().optional(),
  delimiter: z.string().optional(),
  /** The quotation mark around cells; null when there is none and a quotation mark is part of the text. */
  quote: z.enum(['"', "'"]).nullable().optional(),
  /** How a quotation mark is written inside a quoted cell. */
  escape: z.enum(['doubled', 'backslash']).optional(),
  headerRow: z.number().int().positive().optional(),
  /** By the sheet's name, before `headerRow`. */
  headerRows: z.record(z.string(), z.number().int().positive()).optional(),
  /** What is filled from the cells above. */
  fill: fillChoice.optional(),
  /** By the sheet's name, before `fill`. */
  fills: fillChoices.optional(),
}

export const readOptions = { path: z.string().min(1), sheet: z.string().optional(), ...readChoices }

/** Further files of the same batch: their sheets follow those of the first, as if all were one workbook. */
export const furtherFiles = z.array(z.object({ path: z.string().min(1), ...readChoices })).max(20)

export const fileFormat = z.enum(['csv', 'xlsx', 'ods'])

/** A mapping in progress that is not the batch's yet. */
export const draft = {
  batch: batchId,
  mapping: mappingFile,
  catalogue: z.string(),
  supplier: z.string().nullable(),
}
