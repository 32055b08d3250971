// In which order the files of tests run: those that take longest first, the short ones of `unit` last, so that no worker is
// left with a long file when the other has nothing more to do. Within a folder as vitest orders them: by the times of the
// last run, and on a fresh clone by their size, which says little where a short file does a thing a thousand times.
import { BaseSequencer } from 'vitest/node'

/** Files that took longest in CI, in that order. One that is not here runs later, and nothing else. */
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
  return place >= 0 ? place : longest.length + projects.indexOf(project.name)
}

/** The same files; those of the same rank stay as they stood. */
export function inOrder(files) {
  return files.toSorted((a, b) => rank(a) - rank(b))
}

export class LongestFirst extends BaseSequencer {
  async sort(files) {
    return inOrder(await super.sort(files))
  }
}
