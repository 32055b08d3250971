// Tests the command line on a terminal, where it asks for consent: once at the start, and for each next wave.
// `script` provides the terminal.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import type { Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { freshFolder, runWords, startSandbox } from './command-line.ts'

// Starts several processes per test, on any machine.

const entry = fileURLToPath(new URL('../../../electron/cli/carryover.js', import.meta.url))
/** `script` of util-linux, which takes a command. */
const probe = spawnSync('script', ['--version'], { encoding: 'utf8' })
const hasScript = probe.status === 0 && probe.stdout.includes('util-linux')

const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

function onTerminal(words: readonly string[], key: string) {
  const command = [process.execPath, entry, ...words].map((word) => `'${word}'`).join(' ')
  const { CARRYOVER_DATA_DIR: _, ...environment } = process.env
  const child = spawn('script', ['-qefc', command, '/dev/null'], {
    detached: true,
    env: { ...environment, CARRYOVER_API_KEY: key, COLUMNS: '200' },
  })
  let shown = ''
  let looked = 0
  const watchers = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    for (const look of watchers) look()
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  endings.push(async () => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
      process.kill(-child.pid, 'SIGKILL')
    return ended
  })
  return {
    ended,
    shown: () => shown,
    /** Waits for this text after what was seen before, then types. */
    async answer(question: string, typed: string): Promise<void> {
      await new Promise<void>((resolve, reject) => {
        const look = (): void => {
          const at = shown.indexOf(question, looked)
          if (at < 0) return
          looked = at + question.length
          watchers.delete(look)
          resolve()
        }
        watchers.add(look)
        void ended.then(() => reject(new Error(`It ended without “${question}”: ${shown.slice(looked)}`)))
        look()
      })
      child.stdin.write(typed)
    },
  }
}

const accepted = (sandbox: Sandbox): number => sandbox.ledger.acceptedCreates().size

it('a run asks for consent once and per wave; a no ends with 6, and resume asks one question', async (context) => {
  if (!hasScript) context.skip('because there is no script of util-linux here to make a terminal')
  const sandbox = await startSandbox({ speed: 'instant' })
  const folder = freshFolder()
  const data = join(folder, 'data')
  const run = onTerminal(runWords(sandbox, folder, '--supplier', 'ACME', '--waves', '2,4'), sandbox.apiKey)
  await run.answer('Type yes to go on: ', 'yes\n')
  await run.answer('The next is wave 2 (4 accounts).', '')
  await run.answer('Type yes to send it: ', 'yes\n')
  await run.answer('Type yes to send it: ', 'no\n')
  expect(await run.ended).toBe(6)
  expect(run.shown()).toContain('46 accounts will be created under the import supplier ACME')
  expect(run.shown()).toContain('They go in waves of 2, 4 and 40: a person releases each.')
  expect(accepted(sandbox)).toBe(6)

  const resume = onTerminal(['resume', '--data-dir', data], sandbox.apiKey)
  await resume.answer('The next is wave 3 (40 accounts).', '')
  await resume.answer('Type yes to go on: ', 'yes\n')
  expect(await resume.ended).toBe(2)
  expect(resume.shown()).not.toContain('Type yes to send it')
  expect(accepted(sandbox)).toBe(46)
})

it('production requires the connection’s name; Ctrl-C at a question ends with 5, nothing sent', async (context) => {
  if (!hasScript) context.skip('because there is no script of util-linux here to make a terminal')
  const sandbox = await startSandbox({ speed: 'instant' })
  const words = runWords(
    sandbox,
    freshFolder(),
    '--supplier',
    'ACME',
    '--environment',
    'production',
    '--waves',
    '2',
  )
  const run = onTerminal(words, sandbox.apiKey)
  await run.answer(`Type ${sandbox.baseUrl} to go on: `, `${sandbox.baseUrl}\n`)
  await run.answer('Type yes to send it: ', '\u0003')
  expect(await run.ended).toBe(5)
  expect(run.shown()).toContain('Go on with: carryover resume --data-dir')
  expect(accepted(sandbox)).toBe(2)
})

it('the password of the team’s database is asked for and not shown', async (context) => {
  if (!hasScript) context.skip('because there is no script of util-linux here to make a terminal')
  const server = await sharedPostgres()
  const init = onTerminal(['team', 'init', await server.createDatabase()], 'no key')
  await init.answer('Password of the team’s database (empty: none): ', `${server.password}\n`)
  expect(await init.ended).toBe(0)
  expect(init.shown()).toContain('The tables of the team are there')
  expect(init.shown()).not.toContain(server.password)
})
