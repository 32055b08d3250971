// Chooses the tests for `npm run test:changed`: those that reach a changed file by imports, nearest first, as many as take
// less than a minute by their last measured times. The others are left to `npm test`.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'

/** Seconds that the chosen files may take together, on the two workers that two cores can feed. */
const budget = 60
/** Seconds of a file that was never measured, by its project. */
const usual = { unit: 1, engine: 10, desktop: 3, web: 60 }

/** Files that differ from the last commit, or from `base`, new ones included; those of the last commit if none does. */
export function changedFiles(root, base) {
  const git = (...words) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((name) => name !== '')
  const added = git('ls-files', '--others', '--exclude-standard')
  const changed = [...git('diff', '--name-only', base ?? 'HEAD'), ...added]
  return changed.length > 0 || base !== undefined ? changed : git('diff', '--name-only', 'HEAD~1')
}

/** Imported files by importing file, both as paths below `root`. `namesOf(file, text)` gives the imports as written. */
export function importGraph(root, namesOf) {
  const graph = new Map()
  for (const area of ['shared', 'electron', 'renderer', 'test']) {
    for (const name of readdirSync(join(root, area), { recursive: true, encoding: 'utf8' })) {
      const file = `${area}/${name.split(sep).join('/')}`
      if (!/\.[jt]sx?$/.test(file) || file.includes('node_modules')) continue
      const names = namesOf(file, readFileSync(join(root, file), 'utf8'))
      const near = names.filter((one) => one.startsWith('.'))
      graph.set(
        file,
        near.map((one) => posix.join(posix.dirname(file), one)),
      )
    }
  }
  return graph
}

/** How many imports lie between each file and the nearest changed one; files that reach none are not in it. */
export function distances(graph, changed) {
  const importers = new Map()
  for (const [file, imported] of graph)
    for (const one of imported) importers.set(one, [...(importers.get(one) ?? []), file])
  const far = new Map(changed.map((file) => [file, 0]))
  const queue = [...changed]
  for (const file of queue)
    for (const importer of importers.get(file) ?? [])
      if (!far.has(importer)) {
        far.set(importer, far.get(file) + 1)
        queue.push(importer)
      }
  return far
}

/** Test files, nearest to the change first, until their times fill the budget; and how many others reach the change. */
export function chooseTests(far, seconds) {
  const tests = [...far]
    .filter(([file]) => /^test\/(unit|engine|desktop|web)\/.*\.test\.ts$/.test(file))
    .map(([file, distance]) => ({ file, distance, takes: seconds[file] ?? usual[file.split('/')[1]] }))
    .sort((a, b) => a.distance - b.distance || a.takes - b.takes)
  const chosen = []
  let left = budget
  for (const { file, distance, takes } of tests) {
    // A changed test file always runs.
    if (distance > 0 && takes > left) continue
    left -= takes
    chosen.push(file)
  }
  return { chosen, others: tests.length - chosen.length }
}
