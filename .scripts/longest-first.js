// Sorts the test files: one project after the other, because a process serves the files of one project only, and the
// short ones of `unit` last, so that no worker is left with a slow file at the end. In each project the slowest come
// first; for the others vitest's order applies: by the times of the last run, or on a fresh clone by file size, which is
// misleading for a short file that repeats its work a thousand times.
import { BaseSequencer } from 'vitest/node'

/** Slowest files in CI, in order. A file that is not listed only runs later. */
export const longest = [
  'test/engine/faults/random-kills.test.ts',
  'test/engine/accounts/model-wide.test.ts',
  'test/web/journey.test.ts',
  'test/engine/model/model.test.ts',
  'test/web/load.test.ts',
  'test/web/map.test.ts',
  'test/web/sending.test.ts',
  'test/web/fixes.test.ts',
  'test/engine/cli/waves.test.ts',
  'test/engine/cli/sending.test.ts',
  'test/engine/faults/named-kills.test.ts',
  'test/engine/version-merge/killed.test.ts',
  'test/engine/repair-memory/memory.test.ts',
]

const projects = ['long', 'web', 'engine', 'desktop', 'unit']

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
