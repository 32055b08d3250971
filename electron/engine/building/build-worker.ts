// The build worker: a thread that compiles the mapping once and then turns chunks of rows into accounts.
import { parentPort, workerData } from 'node:worker_threads'
import { readCatalogue } from '../../../shared/catalogue.ts'
import { compileMapping } from '../../../shared/mapping.ts'
import type { AccountRows } from '../../../shared/payload.ts'
import { createAccountBuilder } from './account-builder.ts'
import type { BuildJob } from './builder-thread.ts'
import { converterTools } from './phones.ts'

if (parentPort === null) throw new Error('The build worker runs as a thread of the engine')
const port = parentPort
const job = workerData as BuildJob
const read = readCatalogue(job.catalogue)
if (!read.ok) throw new Error(read.failure.message)
const compiled = compileMapping(job.mapping, job.sheets, read.catalogue, {
  supplier: job.supplier,
  tools: converterTools(job.phoneRegion),
})
if (!compiled.ok) throw new Error(compiled.problems.map((problem) => problem.message).join(' '))
const build = createAccountBuilder({
  plan: compiled.plan,
  catalogue: read.catalogue,
  statusTemplate: job.statusTemplate,
  phoneRegion: job.phoneRegion,
  now: () => Date.now(),
})

port.on('message', (message: { readonly id: number; readonly accounts: readonly AccountRows[] }) => {
  port.postMessage({ id: message.id, built: message.accounts.map(build) })
})
