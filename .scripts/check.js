// Static checks: types, lint, format and glossary, side by side. The rules for imports are a test
// (test/unit/architecture.test.ts), which also runs alone for `npm run check`.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { root } from '../electron/cli/launch.js'
import { checkGlossary } from './glossary.js'

const checks = [
  // The linter's type checker is TypeScript's own: one program reads the types for the compiler's errors and the rules.
  {
    name: 'types and lint',
    package: 'oxlint',
    program: 'bin/oxlint',
    words: [
      '-c',
      '.oxlintrc.json',
      '--type-aware',
      '--type-check',
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

/** Runs every check, even after one failed. Resolves to how many passed and failed. */
export async function runChecks() {
  const passed = await Promise.all(checks.map(runCheck))
  const found = checkGlossary()
  for (const line of found) process.stdout.write(`${line}\n`)
  process.stdout.write(`${found.length === 0 ? 'ok' : 'FAILED'} glossary\n`)
  const failed = passed.filter((one) => !one).length + (found.length > 0 ? 1 : 0)
  return { passed: checks.length + 1 - failed, failed }
}

/** Prints what the check has printed when it has ended, so that the checks do not mix. Resolves to whether it passed. */
async function runCheck({ name, package: of, program, words }) {
  const start = performance.now()
  const file = join(root, 'node_modules', of, program)
  const child = spawn(process.execPath, [file, ...words], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  // Tests that run at the same time have deadlines; a check has none.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  const pieces = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => pieces.push(piece))
  const code = await new Promise((resolve) => {
    child.once('close', resolve)
    child.once('error', (error) => {
      pieces.push(Buffer.from(`${error.message}\n`))
      resolve(null)
    })
  })
  const time = ((performance.now() - start) / 1000).toFixed(1)
  process.stdout.write(Buffer.concat(pieces))
  process.stdout.write(`${code === 0 ? 'ok' : 'FAILED'} ${name} (${time} s)\n`)
  return code === 0
}
