// Tests that the READMEs agree with the sources: states, exit codes, options, defaults, report files, and paths.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exitCodes } from '../../electron/cli/terminal/exit.ts'
import { reportFiles } from '../../shared/contract/report.ts'
import { accountStates, moves } from '../../shared/sending/states.ts'
import { connectionSettings, limits } from '../../shared/sending/connection.ts'
import { serviceAnswers } from '../../shared/sending/service-answers.ts'
import { rulings } from '../../shared/fixing/overruling.ts'
import { usualPlan } from '../../shared/sending/wave-plan.ts'

const root = join(import.meta.dirname, '..', '..')
const pages = [
  'README.md',
  'electron/engine/README.md',
  'electron/cli/README.md',
  'electron/sandbox/README.md',
  'test/README.md',
]
const pageOf = new Map(pages.map((page) => [page, readFileSync(join(root, page), 'utf8')]))
const readme = [...pageOf.values()].join('\n')
const scripts = (
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
).scripts

/** The cells of the table whose header line begins with these titles. */
function table(...heads: readonly string[]): string[][] {
  const lines = readme.split('\n').map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  const at = lines.findIndex((cells) => heads.every((head, place) => cells[place] === head))
  expect(at, `a table of ${heads.join()}`).toBeGreaterThan(0)
  const rest = lines.slice(at + 2)
  return rest.slice(
    0,
    rest.findIndex((cells) => cells.length === 0),
  )
}

/** Names of settings or moves in a cell, without footnotes and the text after them. */
const words = (cell: string): string[] => cell.split(/,\s*/).map((part) => /^[a-z]+/.exec(part)?.[0] ?? '')

describe('the READMEs', () => {
  it('name files that exist', () => {
    const named = [
      ...readme.matchAll(/`((?:electron|shared|renderer|test|\.scripts)\/[\w./-]+\.(?:tsx?|js|json))`/g),
    ]
    expect(named.length).toBeGreaterThan(15)
    expect(named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('keep the root page short', () => {
    expect(pageOf.get('README.md')?.split('\n').length).toBeLessThan(130)
  })

  it('list the states and their transitions', () => {
    const rows = table('state', 'meaning', 'may go to')
    expect(rows.map(([state]) => state)).toEqual([...accountStates])
    for (const [state = '', , to = ''] of rows)
      expect(words(to).toSorted(), `from ${state}`).toEqual(
        [...moves[state as keyof typeof moves]].toSorted(),
      )
  })

  it('list every exit code', () => {
    expect(table('exit code', 'means').map(([code]) => Number(code))).toEqual(
      Object.values(exitCodes).toSorted((one, other) => one - other),
    )
  })

  it('name only existing command-line options and scripts', () => {
    const folder = join(root, 'electron', 'cli')
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join()
    const commands = pageOf.get('electron/cli/README.md') ?? ''
    const options = new Set(commands.match(/(?<![\w-])--[a-z][a-z-]+/g))
    expect(options.size).toBeGreaterThan(30)
    for (const option of options)
      if (option !== '--help')
        expect(sources, `${option} is there`).toMatch(new RegExp(`['"]${option}[ '"<]`))
    for (const [, script = ''] of readme.matchAll(/`npm run (?:-s )?([a-z:]+)/g))
      expect(Object.keys(scripts)).toContain(script)
  })

  it('list the default brakes and the default settings', () => {
    expect(usualPlan).toMatchObject({
      sizes: [1, 10, 100],
      brakes: { errorRate: { percent: 10, atLeast: 20 }, sameCode: 5 },
    })
    expect(readme).toContain('(10 % after 20, 5 times)')
    const usual = connectionSettings.parse({ baseUrl: 'https://a.example', tokenUrl: 'https://a.example/t' })
    const numbers = limits.parse({})
    const answers = serviceAnswers.parse({})
    const seconds = (milliseconds: number): string => String(milliseconds / 1000)
    for (const said of [
      `\`statusPath\` (\`${usual.statusPath ?? ''}\`)`,
      `\`answers.refusalsInARow\` (${answers.refusalsInARow})`,
      `\`answers.sameProblemInARow\` (${answers.sameProblemInARow ?? ''}; null: never)`,
      `\`closedCodes\` (\`${answers.closedCodes.join()}\`)`,
      `\`closedStatuses\` (${answers.closedStatuses.join()})`,
      `\`tokenKeyField\` (\`${usual.tokenKeyField}\`)`,
      `\`tokenAnswer\` (\`${usual.tokenAnswer}\`)`,
      `\`tokenField\` (\`${usual.tokenField}\`)`,
      `\`tokenLifeMs\` (${usual.tokenLifeMs / 3_600_000} h)`,
      `\`tokenRenewAfterPercent\` (${usual.tokenRenewAfterPercent})`,
      `\`headerTemplate\` (\`${usual.headerTemplate}\`)`,
      `\`limits.bodyBytes\` (${(numbers.bodyBytes ?? 0).toLocaleString('en-GB')}; null: any)`,
      `connect ${seconds(numbers.connectTimeoutMs)} s, validate ${seconds(numbers.validateTimeoutMs)} s, create ${seconds(numbers.createTimeoutMs)} s, status ${seconds(numbers.statusTimeoutMs)} s`,
      `\`concurrency\` (${numbers.concurrency}), \`rate\` (none), \`readsPerMinute\` (${numbers.readsPerMinute ?? ''})`,
      `\`pollFirstMs\` (${seconds(numbers.pollFirstMs)} s) to \`pollLongestMs\` (${numbers.pollLongestMs / 60_000} min)`,
      `\`limits.validationMaxAgeMs\` (${(numbers.validationMaxAgeMs ?? 0) / 3_600_000} h)`,
      `\`limits.recheckMs\` (${(numbers.recheckMs ?? 0) / 3_600_000} h)`,
      'unconfirmed or not visible 30 min, PENDING 4 days, IN_PROGRESS and unlisted words 1 day',
      `five codes`,
    ])
      expect(readme).toContain(said)
    expect(numbers.stuckAfterMs).toEqual({
      unconfirmed: 1_800_000,
      notVisible: 1_800_000,
      pending: 4 * 86_400_000,
      inProgress: 86_400_000,
      otherWord: 86_400_000,
    })
    expect(answers.signInCodes).toHaveLength(5)
    expect([answers.pausedCodes, answers.completeCodes, answers.closedDomains, numbers.quietHours]).toEqual([
      [],
      [],
      [],
      [],
    ])
    expect([numbers.rate, numbers.adaptive, usual.attrPrefix, usual.catalogue]).toEqual([
      null,
      true,
      '',
      null,
    ])
  })

  it('list the nine files of a report', () => {
    const files = Object.values(reportFiles)
    expect(files).toHaveLength(9)
    for (const file of files) expect(readme).toContain(`\`${file}\``)
  })

  it('say that checks of the specification and checks against duplicate accounts always apply', () => {
    for (const code of [
      'identity_missing',
      'identity_unsafe',
      'duplicate_account',
      'on_its_way_elsewhere',
      'key_missing',
    ] as const)
      expect(rulings[code].overrulable, `${code} stays`).toBe(false)
    for (const code of ['undocumented_field', 'blank', 'null', 'empty'] as const)
      expect(rulings[code].overrulable, `${code} stays`).toBe(false)
  })
})
