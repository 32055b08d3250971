// Task of the build thread: compiles the mapping once, then turns rows into accounts. It gets the rows with the
// request or reads the rows of a batch itself.
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import { serveTask } from '../../jobs/thread-task.ts'
import { openMarkedReader } from '../../store/accounts/building/rebuilt.ts'
import { builderOf } from './account-builder.ts'
import type { BuildTask } from './builder-thread.ts'
import { createRebuilding, type Rebuilding } from '../rebuild/rebuild-task.ts'

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
    close: () => known?.close(),
  }
})
