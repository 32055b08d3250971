// Tests the target of a run: the environment given for an address, the saved connection that a run uses and does not
// change, and the chosen catalogue.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { carryover, type Ended, freshFolder, refusedWith, startSandbox, reported } from './command-line.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ speed: 'instant' })
})

const accepted = (): number => sandbox.ledger.acceptedCreates().size
const shown = z.object({ name: z.string(), environment: z.string(), settings: connectionSettings })

/** A file of `count` accounts that no other test sends, and a data folder. */
let files = 0
function place(count = 2) {
  files += 1
  const folder = freshFolder()
  const file = join(folder, 'accounts.csv')
  const lines = Array.from({ length: count }, (_, at) => `C${files}-${at},true`)
  writeFileSync(file, `Account No,Occupier\n${lines.join('\n')}\n`)
  const data = join(folder, 'data')
  const run = (...words: string[]): Promise<Ended> =>
    carryover(
      ['run', file, '--supplier', 'ACME', '--data-dir', data, '--poll', '0.1', ...words],
      sandbox.apiKey,
    )
  const connections = (...words: string[]): Promise<Ended> =>
    carryover(['connections', ...words, '--data-dir', data])
  const saved = async (name: string = sandbox.baseUrl) =>
    shown.parse(JSON.parse((await connections('show', name, '--json')).stdout))
  return { folder, data, run, connections, saved }
}

describe('an address without a stated environment', () => {
  it('ends a run with 3 and instructions, sends no request and saves nothing', async () => {
    const { run, connections } = place()
    const before = sandbox.ledger.entries().length
    const ended = await run('--base-url', sandbox.baseUrl, '--catalogue', 'example', '--yes')
    expect(reported(ended)).toEqual(
      refusedWith(
        3,
        `Nobody has said what answers at ${sandbox.baseUrl}. Say it once: --environment test where it is a test system, or --environment production --confirm ${sandbox.baseUrl} where accounts are created for real.`,
      ),
    )
    expect(sandbox.ledger.entries()).toHaveLength(before)
    expect((await connections('list')).stdout).toBe('')
  })

  it('stays a test system after --environment test, also for later runs', async () => {
    const { run, saved } = place()
    const said = ['--environment', 'test', '--catalogue', 'example']
    expect(await run('--base-url', sandbox.baseUrl, ...said, '--yes')).toMatchObject({ code: 0 })
    expect(await saved()).toMatchObject({ environment: 'test', settings: { catalogue: 'example' } })
    expect(await run('--base-url', sandbox.baseUrl, '--yes')).toMatchObject({ code: 0 })
    expect(reported(await run('--base-url', sandbox.baseUrl, '--environment', 'production'))).toEqual(
      refusedWith(
        3,
        'is saved as a test system. Say otherwise once, for the connection: "carryover connections set',
      ),
    )
  })

  it('cannot be set to practice', async () => {
    expect(reported(await place().run('--base-url', sandbox.baseUrl, '--environment', 'practice'))).toEqual(
      expect.objectContaining({
        code: 3,
        stderr: expect.stringContaining('Allowed choices are test, production'),
      }),
    )
  })
})

describe('production', () => {
  it('requires the connection’s name even with --yes, and uses the default waves', async () => {
    const { run, connections } = place(15)
    const before = accepted()
    const set = ['--base-url', sandbox.baseUrl, '--environment', 'production', '--catalogue', 'example']
    expect(await connections('set', 'Live', ...set)).toMatchObject({ code: 0 })
    const unsaid = 'The connection “Live” is production: say its name with --confirm Live to send there.'
    expect(reported(await run('--connection', 'Live', '--yes'))).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(unsaid),
    })
    expect(reported(await run('--connection', 'Live', '--yes', '--confirm', 'live'))).toEqual(
      refusedWith(3, '--confirm: “live” is not the name of the connection, which is “Live”.'),
    )
    expect(accepted()).toBe(before)
    const first = await run('--connection', 'Live', '--confirm', 'Live')
    expect(reported(first)).toEqual(
      refusedWith(6, 'Wave 1: 1 account, 1 created. The next is wave 2 (10 accounts)'),
    )
    expect(accepted()).toBe(before + 1)
  })

  it('requires the connection’s name again on resume', async () => {
    const { run, connections, data } = place(15)
    const set = ['--base-url', sandbox.baseUrl, '--environment', 'production', '--catalogue', 'example']
    await connections('set', 'Live', ...set)
    await run('--connection', 'Live', '--confirm', 'Live')
    const before = accepted()
    const resume = (...words: string[]): Promise<Ended> =>
      carryover(['resume', '--data-dir', data, '--go-on', ...words], sandbox.apiKey)
    const refused = await resume('--yes')
    expect(refused.code).toBe(3)
    expect(refused.stderr).toContain('This command created no account: say --confirm Live to go on.')
    expect(accepted()).toBe(before)
    expect(await resume('--confirm', 'Live')).toMatchObject({ code: 6 })
    expect(accepted()).toBe(before + 10)
  })
})

describe('a saved connection', () => {
  it('is used by a run as saved; options of the run apply to that run only', async () => {
    const { run, connections, saved } = place()
    const set = ['--base-url', sandbox.baseUrl, '--environment', 'test', '--catalogue', 'example']
    const notes = ['--supplier-note', 'ACME=Sends a letter.', '--rate', '40', '--max-validation-age', '2h']
    await connections('set', 'Ours', ...set, ...notes)
    const before = await saved('Ours')
    expect(before.settings).toMatchObject({
      suppliers: [{ code: 'ACME', note: 'Sends a letter.' }],
      limits: { rate: 40, validationMaxAgeMs: 7_200_000 },
    })
    const ended = await run('--base-url', sandbox.baseUrl, '--rate', '30', '--attr-prefix', 'x', '--yes')
    expect(ended).toMatchObject({ code: 0 })
    expect(await saved('Ours')).toEqual(before)
    expect((await connections('list')).stdout.trimEnd().split('\n')).toHaveLength(1)
  })

  it('uses the configured header, token mutation and names in the token answer', async () => {
    const { run } = place()
    const odd = [
      '--token-mutation',
      'mutation In($input: ObtainJSONWebTokenInput!) { obtainPlatformToken(input: $input) { token payload } }',
      '--token-answer',
      'nothingOfTheKind',
    ]
    const said = ['--base-url', sandbox.baseUrl, '--environment', 'test', '--catalogue', 'example', '--yes']
    expect(reported(await run(...said, ...odd))).toEqual(refusedWith(4, /token/))
    // The first run saved the connection's settings; this run overrides one of them for itself.
    expect(
      await run('--base-url', sandbox.baseUrl, '--yes', '--token-answer', 'obtainPlatformToken'),
    ).toMatchObject({
      code: 0,
    })
  })

  it('lists its changes on set, and becomes production again after a change of address', async () => {
    const { connections, saved } = place()
    await connections('set', 'Ours', '--base-url', 'http://127.0.0.1:9', '--environment', 'test')
    const changed = await connections('set', 'Ours', '--rate', '7', '--quiet-hours', '22:00-06:00')
    expect(changed.stdout).toContain('Changed “Ours”:\n')
    expect(changed.stdout).toContain('--rate: none → 7')
    const moved = await connections('set', 'Ours', '--base-url', 'http://127.0.0.1:10')
    expect(moved.stdout).toContain('--base-url: http://127.0.0.1:9 → http://127.0.0.1:10')
    expect(moved.stderr).toContain('The address changed, so it is production from now on')
    expect(await saved('Ours')).toMatchObject({
      environment: 'production',
      settings: { tokenUrl: 'http://127.0.0.1:10/v1/graphql/', limits: { rate: 7 } },
    })
    const same = await connections(
      'set',
      'Ours',
      '--base-url',
      'http://127.0.0.1:9',
      '--environment',
      'test',
      '--json',
    )
    expect(JSON.parse(same.stdout)).toMatchObject({ environment: 'test', created: false })
    expect(reported(await connections('show', 'Others'))).toEqual(
      refusedWith(3, 'There is no connection “Others”'),
    )
  })
})

describe('the catalogue', () => {
  it('must be chosen for a real address; otherwise a run ends with 3 and instructions', async () => {
    const { run, connections, saved, folder } = place()
    const said = ['--base-url', sandbox.baseUrl, '--environment', 'test']
    expect(reported(await run(...said, '--yes'))).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(
        `Nobody has chosen a catalogue for the connection “${sandbox.baseUrl}”. Give the service's own with --catalogue FILE or, only for practice, the example catalogue with "--catalogue example"`,
      ),
    })
    const own = join(folder, 'own.json')
    const example = JSON.parse(
      readFileSync(new URL('../../../shared/catalogue/examples/example.json', import.meta.url), 'utf8'),
    ) as Record<string, unknown>
    writeFileSync(own, JSON.stringify({ ...example, title: 'Our own fields' }))
    const out = join(folder, 'out')
    expect(await run(...said, '--catalogue', own, '--yes', '--out', out)).toMatchObject({ code: 0 })
    const page = readFileSync(join(out, 'summary.html'), 'utf8')
    expect(page).toContain('<dd>Our own fields</dd>')
    expect(page).toContain('TEST SYSTEM')
    expect((await saved()).settings.catalogue).toBe('1')
    expect((await connections('list')).stdout).toContain('catalogue 1')
    // Stored with the connection: nobody has to enter it again.
    expect(await run('--base-url', sandbox.baseUrl, '--yes')).toMatchObject({ code: 0 })
  })

  it('is named as illustrative in the report if it is the example', async () => {
    const { run, folder } = place()
    const out = join(folder, 'out')
    const said = ['--base-url', sandbox.baseUrl, '--environment', 'test', '--catalogue', 'example']
    await run(...said, '--yes', '--out', out)
    expect(readFileSync(join(out, 'summary.html'), 'utf8')).toContain('Example fields (illustrative)')
  })
})

describe('removing a connection', () => {
  it('deletes an unused connection and refuses an unknown name', async () => {
    const { connections } = place()
    const set = ['--base-url', sandbox.baseUrl, '--environment', 'test']
    await connections('set', 'Old', ...set)
    await connections('set', 'New', ...set)
    expect(await connections('remove', 'Old')).toMatchObject({ code: 0, stdout: 'Removed “Old”.\n' })
    expect((await connections('list')).stdout).toMatch(/^New /)
    expect(reported(await connections('remove', 'Old'))).toEqual(
      refusedWith(
        3,
        'There is no connection “Old”. "carryover connections list" names those that are saved.',
      ),
    )
    expect(reported(await connections('show', 'Old'))).toMatchObject({ code: 3 })
  })

  it('is refused while a batch uses the connection, and changes nothing', async () => {
    const { run, connections } = place()
    await connections(
      'set',
      'Live',
      '--base-url',
      sandbox.baseUrl,
      '--environment',
      'test',
      '--catalogue',
      'example',
    )
    expect(await run('--connection', 'Live', '--yes')).toMatchObject({ code: 0 })
    const before = (await connections('show', 'Live', '--json')).stdout
    expect(reported(await connections('remove', 'Live'))).toEqual(
      refusedWith(
        3,
        'The connection “Live” is used by the batch “accounts.csv”, whose accounts and reports name it. Remove that batch first, or give it another connection.',
      ),
    )
    expect((await connections('show', 'Live', '--json')).stdout).toBe(before)
  })
})
