// Build worker thread: compiles the mapping once, then turns rows into accounts. It gets the rows by message or
// reads the rows of a batch itself.
import { parentPort, workerData } from 'node:worker_threads'
import { assertNever } from '../../../shared/contract/assert-never.ts'
import { readCatalogue } from '../../../shared/catalogue/catalogue.ts'
import { compileMapping } from '../../../shared/mapping/compile.ts'
import { openMarkedReader } from '../store/accounts/rebuilt.ts'
import { createAccountBuilder } from './account-builder.ts'
import type { BuildAnswer, BuildJob, BuildOrder } from './builder-thread.ts'
import { converterTools } from './phones.ts'
import { createRebuilding, type Rebuilding } from './rebuild-task.ts'

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
const { plan } = compiled
const build = createAccountBuilder({
  plan,
  catalogue: read.catalogue,
  statusTemplate: job.statusTemplate,
  phoneRegion: job.phoneRegion,
  bodyBytes: job.bodyBytes,
  now: () => Date.now(),
})

let known: Rebuilding | null = null
function rebuilding(): Rebuilding {
  if (job.stored === undefined) throw new Error('This build worker was not given the path of its database')
  const { file, batch } = job.stored
  known ??= createRebuilding({ batch, plan, build, reader: openMarkedReader(file) })
  return known
}

function say(answer: BuildAnswer): void {
  port.postMessage(answer)
}

port.on('message', (order: BuildOrder) => {
  const { id } = order
  switch (order.kind) {
    case 'build':
      say({ id, kind: 'done', result: order.accounts.map(build) })
      return
    case 'marked':
      say({ id, kind: 'done', result: rebuilding().buildMarked(order.after, order.limit) })
      return
    case 'effect':
      rebuilding().countEffect(order.changes, (counts) => say({ id, kind: 'reported', counts }))
      say({ id, kind: 'done', result: null })
      return
    default:
      assertNever(order)
  }
})
