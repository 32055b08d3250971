// Sorts the test files: one project after the other, because a process serves the files of one project only. In each
// project the slowest come first; for the others vitest's order applies: by the times of the last run, or on a fresh clone
// by file size, which is misleading for a short file that repeats its work a thousand times.
import { BaseSequencer } from 'vitest/node'

/**
 * Slowest files in CI by their duration. A file that is not listed only runs later.
 */
export const longest = [
  'test/web/fix.test.ts',
  'test/web/typing.test.ts',
  'test/web/lifecycle.test.ts',
  'test/web/sending.test.ts',
  'test/web/watch.test.ts',
  'test/web/connect.test.ts',
  'test/web/home.test.ts',
  'test/web/features/team.test.ts',
  'test/web/features/deciding.test.ts',
  'test/web/features/map.test.ts',
  'test/web/features/fixes.test.ts',
  'test/web/features/typed-secrets.test.ts',
  'test/web/features/moving-rows.test.ts',
  'test/web/features/rebuild.test.ts',
  'test/web/features/load.test.ts',
  'test/web/features/grid.test.ts',
  'test/web/features/overruling.test.ts',
  'test/web/features/memory.test.ts',
  'test/engine/faults/named-kills.test.ts',
  'test/engine/faults/storms.test.ts',
  'test/engine/cli/sending.test.ts',
  'test/engine/cli/team.test.ts',
  'test/engine/handover/killed.test.ts',
  'test/engine/faults/replies.test.ts',
  'test/engine/adverse/adverse.test.ts',
  'test/engine/faults/pauses.test.ts',
  'test/engine/team/features/for-all.test.ts',
  'test/engine/model/model.test.ts',
  'test/engine/api/pace.test.ts',
  'test/engine/faults/clocks.test.ts',
  'test/engine/api/watch-view.test.ts',
  'test/engine/cli/waves.test.ts',
  'test/engine/faults/connections.test.ts',
  'test/engine/purge/killed.test.ts',
  'test/engine/faults/storage.test.ts',
  'test/engine/api/waves.test.ts',
  'test/engine/cli/reading.test.ts',
  'test/engine/faults/disk.test.ts',
  'test/engine/api/restart.test.ts',
  'test/engine/version-merge/killed.test.ts',
  'test/engine/handover/locked.test.ts',
  'test/engine/api/disk-loading.test.ts',
  'test/engine/cli/handover.test.ts',
  'test/engine/import/process-reader.test.ts',
  'test/engine/cli/purge.test.ts',
  'test/engine/faults/random-kills.test.ts',
  'test/engine/faults/lost-tail.test.ts',
  'test/engine/cli/wrong-input.test.ts',
  'test/engine/cli/connections.test.ts',
  'test/engine/handover/refused.test.ts',
  'test/engine/version-merge/merging.test.ts',
  'test/engine/faults/checked-late.test.ts',
  'test/engine/repair-memory/memory.test.ts',
  'test/engine/accounts/kept-verdicts.test.ts',
  'test/engine/api/supplier-refusals.test.ts',
  'test/engine/faults/flips.test.ts',
  'test/desktop/page-in-chromium.test.ts',
  'test/desktop/machine.test.ts',
]

const projects = ['long', 'web', 'desktop', 'unit', 'engine']

function rank({ moduleId, project }) {
  const place = longest.findIndex((path) => moduleId.endsWith(`/${path}`))
  return projects.indexOf(project.name) * 1000 + (place >= 0 ? place : longest.length)
}

/** The same files; those of equal rank keep their order. */
export function inOrder(files) {
  return files.toSorted((a, b) => rank(a) - rank(b))
}

export class LongestFirst extends BaseSequencer {
  async sort(files) {
    return inOrder(await super.sort(files))
  }
}
