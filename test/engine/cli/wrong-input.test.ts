// Tests wrong input: one clear sentence on stderr, the exit code that says who must act (3 the user, 4 the service),
// nothing on stdout, and never a stack trace.
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import type { Sandbox } from '../../../electron/sandbox/sandbox.ts'
import {
  carryover,
  type Ended,
  refusedWith,
  reported,
  freshFolder,
  runWords,
  testSystem,
  sample,
  start,
  startSandbox,
} from './command-line.ts'

let sandbox: Sandbox
let folder: string
beforeAll(async () => {
  sandbox = await startSandbox()
  folder = freshFolder()
})

function write(name: string, content: string | Uint8Array): string {
  const file = join(folder, name)
  writeFileSync(file, content, { mode: 0o600 })
  return file
}

type Given = {
  readonly file?: string
  readonly mapping?: string
  readonly catalogue?: string
  readonly data?: string
}
function run(given: Given, more: readonly string[] = []): Promise<Ended> {
  const { file, mapping, catalogue, data } = given
  return carryover(
    [
      'run',
      file ?? sample('wide-50.csv'),
      '--base-url',
      sandbox.baseUrl,
      ...testSystem,
      '--supplier',
      'ACME',
      '--yes',
      '--mapping',
      mapping ?? sample('wide-50.mapping.json'),
      '--data-dir',
      data ?? freshFolder(),
      ...(catalogue === undefined ? [] : ['--catalogue', catalogue]),
      ...more,
    ],
    sandbox.apiKey,
  )
}

type LooseMapping = { columns: Record<string, unknown>[] }
function changedMapping(name: string, change: (mapping: LooseMapping) => void): string {
  const mapping = JSON.parse(readFileSync(sample('wide-50.mapping.json'), 'utf8')) as LooseMapping
  change(mapping)
  return write(name, JSON.stringify(mapping))
}

describe('an unreadable file', () => {
  const compound = Uint8Array.from([
    0xd0,
    0xcf,
    0x11,
    0xe0,
    0xa1,
    0xb1,
    0x1a,
    0xe1,
    ...Array<number>(504).fill(0),
  ])
  const files: [string, () => string, RegExp][] = [
    ['a missing file', () => join(folder, 'none.csv'), /There is no file "none\.csv"/],
    ['an empty file', () => write('empty.csv', ''), /The file is empty/],
    ['a folder', () => folder, /This is a folder, not a file/],
    ['a PDF called .xlsx', () => write('pdf.xlsx', '%PDF-1.7\n'), /This is a PDF, not a spreadsheet/],
    ['an old .xls', () => write('old.xls', compound), /an old /],
    ['HTML called .xls', () => write('page.xls', '<html><table><tr><td>1'), /This is a web page \(HTML\)/],
    ['a zip that is no workbook', () => write('zip.xlsx', 'PK\u0003\u0004nothing'), /./],
  ]
  it.concurrent.each(files)('%s: run ends with 3 and says what to do', async (_, file, says) => {
    const ended = await run({ file: file() })
    expect(reported(ended)).toEqual(refusedWith(3, says))
    expect(ended.stdout).toBe('')
  })

  it('read prints the same error', async () => {
    const ended = await carryover(['read', write('other.xlsx', '%PDF-1.7\n')])
    expect(reported(ended)).toEqual(refusedWith(3, /This is a PDF, not a spreadsheet/))
    expect(ended.stdout).toBe('')
  })
})

describe('a mapping or catalogue that does not fit', () => {
  const mappings: [string, () => string, RegExp][] = [
    ['a missing mapping file', () => join(folder, 'none.json'), /There is no mapping file .*none\.json/],
    [
      'broken JSON',
      () => write('broken.json', '{"version":1,'),
      /The mapping file .*broken\.json is not JSON/,
    ],
    ['a mapping that is a list', () => write('list.json', '[]'), /mapping file/],
    [
      'an unknown column',
      () => changedMapping('column.json', (one) => one.columns.push({ column: 'Nope', ignore: true })),
      /has no column “Nope”/,
    ],
    [
      'an unknown field',
      () => changedMapping('field.json', (one) => Object.assign(one.columns[3] ?? {}, { field: 'nope.x' })),
      /no field nope\.x/,
    ],
    [
      'a column neither mapped nor ignored',
      () => changedMapping('rest.json', (one) => one.columns.splice(5, 1)),
      /The column “Bill street” .* is neither mapped nor ignored/,
    ],
  ]
  it.concurrent.each(mappings)('%s ends with 3', async (_, mapping, says) => {
    expect(reported(await run({ mapping: mapping() }))).toEqual(refusedWith(3, says))
  })

  const catalogues: [string, () => string, RegExp][] = [
    [
      'no catalogue',
      () => join(folder, 'none-at-all.json'),
      /The catalogue .*none-at-all\.json cannot be read/,
    ],
    ['a catalogue that is not JSON', () => write('catalogue.txt', 'fields'), /The catalogue .* is not JSON/],
    ['a catalogue that is a list', () => write('list-catalogue.json', '[]'), /not a JSON Schema/],
    [
      'a catalogue that is no schema',
      () => write('other.json', '{"fields":1}'),
      /The root has no single `type`/,
    ],
  ]
  it.concurrent.each(catalogues)('%s ends with 3', async (_, catalogue, says) => {
    expect(reported(await run({ catalogue: catalogue() }))).toEqual(refusedWith(3, says))
  })

  it('a missing supplier ends with 3', async () => {
    const ended = await carryover(runWords(sandbox, freshFolder()), sandbox.apiKey)
    expect(reported(ended)).toEqual(refusedWith(3, 'Nothing says which supplier the accounts come from'))
  })
})

describe('a wrong service, key or supplier', () => {
  const words = (baseUrl: string, supplier = 'ACME'): string[] =>
    runWords({ baseUrl }, freshFolder(), '--supplier', supplier, '--yes')

  it('an address without a server', async () => {
    expect(reported(await carryover(words('http://127.0.0.1:1'), 'key'))).toEqual(
      refusedWith(4, /127\.0\.0\.1:1 refused the connection/),
    )
  })

  it('an address of another kind of server', async () => {
    const server = createServer((request, response) => {
      request.resume()
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Welcome')
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    try {
      const ended = await carryover(words(`http://127.0.0.1:${port}`), 'key')
      expect(reported(ended)).toEqual(refusedWith(4, /answered with a web page \(HTTP 200\)/))
    } finally {
      server.close()
    }
  })

  it('a path that the service does not have', async () => {
    const ended = await carryover(words(`${sandbox.baseUrl}/elsewhere`), sandbox.apiKey)
    expect(reported(ended)).toEqual(refusedWith(4, /answered HTTP 404 .* Check the address/))
  })

  it('a wrong key is rejected and not printed', async () => {
    const ended = await carryover(words(sandbox.baseUrl), 'sk_wrong_key')
    expect(reported(ended)).toEqual(refusedWith(4, 'The service refused the API key'))
    expect(ended.stderr).not.toContain('sk_wrong_key')
  })

  it('a missing key', async () => {
    const ended = await carryover(words(sandbox.baseUrl))
    expect(reported(ended)).toEqual(
      refusedWith(4, 'There is no API key. Put it in CARRYOVER_API_KEY, or name a file with --api-key-file.'),
    )
  })

  it('a key file that is missing or empty', async () => {
    const none = [...words(sandbox.baseUrl), '--api-key-file', join(folder, 'no-key')]
    expect(reported(await carryover(none))).toEqual(refusedWith(3, 'There is no key file'))
    const empty = [...words(sandbox.baseUrl), '--api-key-file', write('empty-key', '\n')]
    expect(reported(await carryover(empty))).toEqual(refusedWith(3, /The key file .* is empty/))
  })

  it('an unknown supplier is reported once, not once per account', async () => {
    const ended = await carryover(words(sandbox.baseUrl, 'NOBODY'), sandbox.apiKey)
    expect(reported(ended)).toEqual(
      refusedWith(
        4,
        /NOBODY: The service refused 3 accounts in a row in the same way \(HTTP 400, code invalid_choice\)/,
      ),
    )
    expect(ended.stdout).toMatch(/\d {2}refused by the service/)
  })

  it('a paused supplier', async () => {
    const ended = await carryover(words(sandbox.baseUrl, 'ACME PAUSED'), sandbox.apiKey)
    expect(reported(ended)).toEqual(refusedWith(4, /Nothing is being sent\. ACME PAUSED: /))
    expect(ended.stdout).toMatch(/47 {2}not validated yet/)
  })

  it('none of these runs creates an account', () => {
    expect(sandbox.ledger.acceptedCreates().size).toBe(0)
  })
})

describe('a data folder or report folder that cannot be used', () => {
  it('is refused if another process uses it', async () => {
    const data = join(freshFolder(), 'data')
    const slow = await startSandbox()
    slow.faults.add({ route: 'validate', skip: 1, effect: { kind: 'latency', ms: 60_000 } })
    const owner = start(
      [
        'validate',
        sample('wide-50.csv'),
        '--mapping',
        sample('wide-50.mapping.json'),
        '--supplier',
        'ACME',
        '--base-url',
        slow.baseUrl,
        ...testSystem,
        '--data-dir',
        data,
      ],
      slow.apiKey,
    )
    await expect.poll(() => slow.ledger.entries().length, { timeout: 120_000 }).toBeGreaterThan(1)
    expect(reported(await carryover(['batches', '--data-dir', data]))).toEqual(
      refusedWith(3, /Another Carryover is using the data folder/),
    )
    owner.child.kill('SIGKILL')
    await owner.ended
    expect(await carryover(['batches', '--data-dir', data])).toMatchObject({ code: 0 })
  })

  it('is refused if it is a file', async () => {
    expect(reported(await run({ data: write('a-file', 'x') }))).toEqual(
      refusedWith(3, /The data folder .* cannot be used/),
    )
    expect(reported(await run({ data: join(write('a-file', 'x'), 'below') }))).toEqual(
      refusedWith(3, /The data folder .* cannot be used/),
    )
  })

  it('is refused if it is not writable', async (context) => {
    const locked = join(freshFolder(), 'locked')
    mkdirSync(locked, { mode: 0o500 })
    // Permissions do not restrict root, so the test uses the kernel's own folder, which accepts no files.
    const isRoot = process.getuid?.() === 0
    if (process.platform === 'win32')
      context.skip('because folder permissions mean something else on Windows')
    if (isRoot && process.platform !== 'linux') context.skip('because nothing refuses the super-user here')
    const ended = await run({ data: isRoot ? '/proc/carryover' : join(locked, 'data') })
    expect(reported(ended)).toEqual(
      refusedWith(3, /The data folder .* cannot be used .*Choose a folder that you may write to/),
    )
    chmodSync(locked, 0o700)
  })

  it('is refused unchanged if a newer version wrote it', async () => {
    const data = freshFolder()
    await run({ data, mapping: sample('wide-50.mapping.json') }, ['--until', 'scheduled'])
    const database = openDatabaseFile(join(data, 'carryover.sqlite'))
    database.pragma('user_version = 9999')
    database.close()
    const before = readFileSync(join(data, 'carryover.sqlite'))
    expect(reported(await carryover(['batches', '--data-dir', data]))).toEqual(
      refusedWith(3, /written by a newer Carryover and was not touched/),
    )
    expect(readFileSync(join(data, 'carryover.sqlite')).equals(before)).toBe(true)
  })

  it('is refused if its database file is not a database', async () => {
    const data = freshFolder()
    writeFileSync(join(data, 'carryover.sqlite'), 'not a database, whatever its name says\n'.repeat(100))
    expect(reported(await carryover(['batches', '--data-dir', data]))).toEqual(
      refusedWith(3, /damaged|not a database/),
    )
  })

  it("a report folder that is the data folder's own is reported before any account is sent", async () => {
    const data = freshFolder()
    const created = sandbox.ledger.acceptedCreates().size
    expect(reported(await run({ data }, ['--out', join(data, 'reports', 'mine')]))).toEqual(
      refusedWith(3, /encrypts or deletes files there\. Choose a folder outside of/),
    )
    expect(sandbox.ledger.acceptedCreates().size).toBe(created)
    expect(readdirSync(data)).toEqual([])
  })

  it('a report folder that is a file is reported before any account is sent', async () => {
    const creates = sandbox.ledger.acceptedCreates().size
    expect(reported(await run({}, ['--out', write('report', 'x')]))).toEqual(
      refusedWith(3, /The report cannot be written to/),
    )
    expect(sandbox.ledger.acceptedCreates().size).toBe(creates)
  })
})
