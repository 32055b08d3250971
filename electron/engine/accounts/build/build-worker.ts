// Task of the build thread: compiles the mapping once, then turns rows into accounts. It gets the rows with the
// request or reads the rows of a batch itself.
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import { readCatalogue } from '../../../../shared/catalogue/catalogue.ts'
import { compileMapping } from '../../../../shared/mapping/compile/compile.ts'
import { serveTask } from '../../jobs/thread-task.ts'
import { openMarkedReader } from '../../store/accounts/rebuilt.ts'
import { createAccountBuilder } from './account-builder.ts'
import type { BuildJob, BuildTask } from './builder-thread.ts'
import { converterTools } from './phones.ts'
import { createRebuilding, type Rebuilding } from '../rebuild/rebuild-task.ts'
import { inEnglish } from '../../../../shared/texts/message.ts'

serveTask<BuildTask>((job) => {
  const { plan, build } = builderOf(job)
  let known: Rebuilding | null = null
  function rebuilding(): Rebuilding {
    if (job.stored === undefined) throw new Error('This build thread was not given the path of its database')
    const { file, batch } = job.stored
    known ??= createRebuilding({ batch, plan, build, reader: openMarkedReader(file) })
    return known
  }
  return {
    run(asked, { progress }) {
      switch (asked.kind) {
        case 'build':
          return asked.accounts.map(build)
        case 'marked':
          return rebuilding().buildMarked(asked.after, asked.limit)
        case 'effect':
          return rebuilding().countEffect(asked.changes, progress)
        default:
          return assertNever(asked)
      }
    },
  }
})

function builderOf(job: BuildJob) {
  const read = readCatalogue(job.catalogue)
  if (!read.ok) throw new Error(inEnglish(read.failure.message))
  const compiled = compileMapping(job.mapping, job.sheets, read.catalogue, {
    supplier: job.supplier,
    tools: converterTools(job.phoneRegion),
  })
  if (!compiled.ok) throw new Error(compiled.problems.map((problem) => inEnglish(problem.message)).join(' '))
  const build = createAccountBuilder({
    plan: compiled.plan,
    catalogue: read.catalogue,
    statusTemplate: job.statusTemplate,
    phoneRegion: job.phoneRegion,
    bodyBytes: job.bodyBytes,
    now: () => Date.now(),
  })
  return { plan: compiled.plan, build }
}
