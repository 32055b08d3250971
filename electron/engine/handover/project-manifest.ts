// The first line of a project file: what the batch is, where it went, and which rows follow. It never holds a key.
import { z } from 'zod'
import { endingCounts } from '../../../shared/contract/purge.ts'
import type { ProjectView } from '../../../shared/contract/handover.ts'

export const projectFormat = 1

const range = z.tuple([z.number(), z.number()]).nullable()

export const projectManifest = z.object({
  format: z.literal(projectFormat),
  /** Carryover's version. */
  program: z.string(),
  /** Of the tables (store/handover/carried-tables.ts). */
  shape: z.string(),
  project: z.string(),
  /** The files that the batch went through, this one last. */
  chain: z.array(z.string()).min(1),
  at: z.number(),
  operator: z.string(),
  batch: z.object({ name: z.string(), supplier: z.string().nullable() }),
  connection: z.object({ name: z.string(), address: z.string() }),
  endings: endingCounts,
  accounts: z.number(),
  ranges: z.object({ account: range, payload: range }),
})
export type ProjectManifest = z.infer<typeof projectManifest>

export function projectViewOf(manifest: ProjectManifest, encrypted: boolean): ProjectView {
  const { program, batch, chain, at, operator, connection, accounts, endings } = manifest
  return {
    program,
    name: batch.name,
    generation: chain.length,
    at,
    operator,
    connection: { ...connection, supplier: batch.supplier },
    accounts,
    endings,
    encrypted,
  }
}
