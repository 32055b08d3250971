// Tests the reader in its own process: the same messages as in this process, and a child that can be stopped, paused,
// starved of memory and crashed without harm.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import { readHere } from '../../../electron/engine/import/read-here.ts'
import type { ReadMessage } from '../../../electron/engine/import/reader.ts'
import { handWorkbook, textRows } from './make-zip.ts'
import { collect, useFolder } from './reading-files.ts'

const { folder, write } = useFolder()
const never = () => new AbortController().signal

/** A reader that records its child process, and whether that is running. */
function watched(settings: Parameters<typeof createProcessReader>[0] = {}) {
  let pid: number | undefined
  const reader = createProcessReader({ ...settings, onStart: (child) => void (pid = child.pid) })
  const alive = (): boolean => {
    if (pid === undefined) throw new Error('No child was started')
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  return { reader, alive, started: () => pid !== undefined }
}

const withoutProgress = (messages: readonly ReadMessage[]) =>
  messages.filter(({ kind }) => kind !== 'progress')

/** Files of the scripts that Node loads with a module. */
async function scriptsOf(module: string): Promise<string[]> {
  const coverage = join(folder(), 'coverage')
  const code = `await import(${JSON.stringify(module)})`
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, NODE_V8_COVERAGE: coverage },
  })
  const [file = ''] = await readdir(coverage)
  const { result } = JSON.parse(await readFile(join(coverage, file), 'utf8')) as { result: { url: string }[] }
  return result.map(({ url }) => url)
}

test('the process of the reader loads no library of schemas, as it starts once for each file', async () => {
  const reading = new URL('../../../electron/engine/import/process/reader-answer.ts', import.meta.url)
  const scripts = await scriptsOf(reading.href)
  expect(scripts.some((url) => url.endsWith('/sheet-assembly.ts'))).toBe(true)
  expect(scripts.filter((url) => url.includes('/node_modules/zod/'))).toEqual([])
})

describe('the process reader', () => {
  test('gives the same result as the reader in this process, and its child process ends', async () => {
    const rows = Array.from({ length: 2500 }, (_row, at) => [`${at}`, `Ünï "${at}"\n€`])
    const text = `a,b\n${rows.map(([id, name]) => `${id},"${name?.replaceAll('"', '""')}"`).join('\n')}`
    const files = [
      await write('x.csv', text),
      await write('x.xlsx', handWorkbook({ sheets: [{ rows: textRows([['a', 'b'], ...rows]) }] })),
      await write('x.pdf', '%PDF-1.7'),
    ]
    for (const path of files) {
      const { reader, alive } = watched()
      const there = await collect(reader(path, {}, never()))
      const here = await collect(readHere(path, {}, never()))
      expect(withoutProgress(there.messages)).toEqual(withoutProgress(here.messages))
      expect(alive()).toBe(false)
    }
  })

  test('passes options to the child process', async () => {
    const path = await write('x.csv', 'a;b\n1;2,5\n3;4\n')
    const { sheets, end } = await collect(
      createProcessReader()(path, { delimiter: ',', maxRows: 1, headerRow: 2 }, never()),
    )
    expect(sheets[0]?.columns.map(({ header }) => header)).toEqual(['1;2', '5'])
    expect(end?.sheets).toEqual([{ index: 0, rowCount: 1 }])
  })

  test('ends the iteration and the child process on an abort', async () => {
    const path = await write('x.csv', `a,b\n${'1,2\n'.repeat(500_000)}`)
    const { reader, alive } = watched()
    const abort = new AbortController()
    const kinds: string[] = []
    for await (const message of reader(path, {}, abort.signal)) {
      kinds.push(message.kind)
      if (message.kind === 'rows') abort.abort()
    }
    expect(kinds.filter((kind) => kind === 'rows')).toHaveLength(1)
    expect(kinds).not.toContain('end')
    expect(kinds).not.toContain('refused')
    expect(alive()).toBe(false)
  })

  test('starts no child process for an aborted signal', async () => {
    const { reader, started } = watched()
    expect((await collect(reader('x.csv', {}, AbortSignal.abort()))).messages).toEqual([])
    expect(started()).toBe(false)
  })

  test('ends the child process if the consumer stops reading', async () => {
    const path = await write('x.csv', `a,b\n${'1,2\n'.repeat(500_000)}`)
    const { reader, alive } = watched()
    for await (const message of reader(path, {}, never())) if (message.kind === 'rows') break
    expect(alive()).toBe(false)
  })

  test('pauses the child process while the consumer pauses', async () => {
    const text = `a,b\n${'one cell of some length,another cell of some length\n'.repeat(400_000)}`
    const path = await write('x.csv', text)
    const { reader } = watched()
    const messages = reader(path, {}, never())[Symbol.asyncIterator]()
    let rows = 0
    while (rows === 0) {
      const { value } = await messages.next()
      if (value?.kind === 'rows') rows += value.rows.length
    }
    // Long enough for the child to read everything if it were not paused: another child does.
    expect((await collect(createProcessReader()(path, {}, never()))).end?.sheets[0]?.rowCount).toBe(400_000)
    // Measured by its own progress: without demand it can only fill the pipes.
    let bytes = 0
    while (bytes === 0) {
      const { value } = await messages.next()
      if (value?.kind === 'progress') bytes = value.bytes
    }
    expect(bytes).toBeLessThan(text.length / 4)
    await messages.return?.()
  })

  test('returns a refusal instead of throwing if the child process crashes', async () => {
    const main = await write(
      'crash.ts',
      `process.stdout.write('{"kind":"progress","bytes":1,"bytesTotal":2,"rows":0}\\n'); process.stdin.once('data', () => process.abort())`,
    )
    const { reader, alive } = watched({ mainPath: main })
    const { failure, messages } = await collect(reader('x.csv', {}, never()))
    expect(failure?.code).toBe('reader_crashed')
    expect(messages.map(({ kind }) => kind)).toEqual(['progress', 'refused'])
    expect(alive()).toBe(false)
  })

  test('returns a refusal for invalid output of the child process and for a failed start', async () => {
    const main = await write(
      'nonsense.ts',
      `process.stdout.write('{"kind":"rows","sheet":0,"rows":[7]}\\n'); process.stdin.resume()`,
    )
    expect((await collect(createProcessReader({ mainPath: main })('x.csv', {}, never()))).failure?.code).toBe(
      'reader_crashed',
    )
    const none = createProcessReader({ nodePath: `${main}-none` })
    expect((await collect(none('x.csv', {}, never()))).failure?.code).toBe('reader_crashed')
  })

  test('ends a silent child process', async () => {
    const main = await write('silent.ts', 'process.stdin.resume()')
    const { reader, alive } = watched({ mainPath: main, stallMs: 300 })
    expect((await collect(reader('x.csv', {}, never()))).failure?.code).toBe('reader_stalled')
    expect(alive()).toBe(false)
  })

  test('ends a child process that reports too much memory or exceeds its heap', async () => {
    const reported = await write(
      'reported.ts',
      `process.stdout.write('{"kind":"progress","bytes":1,"bytesTotal":2,"rows":0,"rss":5e9}\\n'); process.stdin.resume()`,
    )
    expect(
      (await collect(createProcessReader({ mainPath: reported })('x.csv', {}, never()))).failure?.code,
    ).toBe('reader_memory')
    const strings = Array.from(
      { length: 300_000 },
      (_one, at) => `<t>${createHash('sha256').update(`${at}`).digest('hex').repeat(4)}</t>`,
    )
    const book = await write(
      'x.xlsx',
      handWorkbook({
        sheets: [
          {
            rows: textRows([
              ['a', 'b'],
              ['1', '2'],
            ]),
          },
        ],
        strings,
      }),
    )
    const small = createProcessReader({ maxMemoryBytes: 96 * 1024 ** 2 })
    expect((await collect(small(book, {}, never()))).failure?.code).toBe('reader_memory')
  })

  test('fills the compile cache in the first child process without changing results', async () => {
    const cacheFolder = join(folder(), 'compiled')
    const path = await write('x.csv', 'a,b\n1,2\n')
    const reader = createProcessReader({ cacheFolder })
    const first = await collect(reader(path, {}, never()))
    const files = await readdir(cacheFolder, { recursive: true, withFileTypes: true })
    expect(files.filter((entry) => entry.isFile()).length).toBeGreaterThan(0)
    const second = await collect(reader(path, {}, never()))
    expect(withoutProgress(second.messages)).toEqual(withoutProgress(first.messages))
    expect(second.sheets[0]?.rows).toEqual([{ row: 2, cells: ['1', '2'] }])
  })

  test('passes no secret of the environment to the child process', async () => {
    const main = await write(
      'environment.ts',
      `process.stdin.once('data', () => process.stdout.write(JSON.stringify({ kind: 'refused', failure: { code: 'is_binary', message: Object.keys(process.env).join(), sheet: null, row: null } }) + '\\n'))`,
    )
    process.env.CARRYOVER_API_KEY = 'canary'
    try {
      const { failure } = await collect(createProcessReader({ mainPath: main })('x.csv', {}, never()))
      expect(failure?.code).toBe('is_binary')
      expect(failure?.message).not.toContain('CARRYOVER')
      expect(failure?.message).not.toContain('HOME')
    } finally {
      delete process.env.CARRYOVER_API_KEY
    }
  })
})
