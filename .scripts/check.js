// Static checks: types, lint, format and glossary. The rules for imports are a test (test/unit/architecture.test.ts),
// which also runs alone for `npm run check`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../electron/cli/launch.js'
import { checkGlossary } from './glossary.js'

const checks = [
  { name: 'types', package: 'typescript', program: 'bin/tsc', words: ['-b'] },
  {
    name: 'lint',
    package: 'oxlint',
    program: 'bin/oxlint',
    words: [
      '-c',
      '.oxlintrc.json',
      '--type-aware',
      '--deny-warnings',
      '--report-unused-disable-directives-severity=error',
    ],
  },
  {
    name: 'format',
    package: '@biomejs/biome',
    program: 'bin/biome',
    words: ['format', '--config-path=.biome.json', '.'],
  },
]

/** Runs every check, even after one failed. Returns how many passed and failed. */
export function runChecks() {
  let failed = 0
  for (const check of checks) {
    const start = performance.now()
    const program = join(root, 'node_modules', check.package, check.program)
    const result = spawnSync(process.execPath, [program, ...check.words], {
      cwd: root,
      stdio: ['ignore', 1, 2],
    })
    const passed = result.status === 0
    if (!passed) failed += 1
    const time = ((performance.now() - start) / 1000).toFixed(1)
    process.stdout.write(`${passed ? 'ok' : 'FAILED'} ${check.name} (${time} s)\n`)
  }
  const found = checkGlossary()
  for (const line of found) process.stdout.write(`${line}\n`)
  process.stdout.write(`${found.length === 0 ? 'ok' : 'FAILED'} glossary\n`)
  if (found.length > 0) failed += 1
  return { passed: checks.length + 1 - failed, failed }
}
