// Mutation test of damaged files: whatever bytes are changed, cut out, duplicated, inserted or taken from another
// file, and with any options, a reading ends soon with one `end` or one `refused`, and never throws. `MUTATIONS` sets
// how many files each test tries, `MUTATIONS_SEED` which; both tests together are the long run with MUTATIONS=10000.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readHere } from '../../../electron/engine/import/read-here.ts'
import type { ReadOptions } from '../../../electron/engine/import/reader.ts'
import { damageCases } from './corpus/damage.ts'
import { encodingCases } from './corpus/encodings.ts'
import { refusedCases } from './corpus/refused.ts'
import { rowCases } from './corpus/rows.ts'
import { writingCases } from './corpus/writing.ts'
import { makeZip, textRows, workbookParts } from './make-zip.ts'
import { collect, useFolder } from './reading-files.ts'
import { times } from '../../support/repeats.ts'

const { write } = useFolder()
const runs = Number(process.env.MUTATIONS ?? times(150))
const seed = Number(process.env.MUTATIONS_SEED ?? 7)
const patience = { timeout: 60_000 + runs * 200 }
/** Milliseconds allowed for one small file, on a busy machine. */
const longest = 20_000

type Random = (below: number) => number

/** Park and Miller's generator: the same damage every time. */
function createRandom(start: number): Random {
  let state = start
  return (below) => {
    state = (state * 48_271) % 0x7f_ff_ff_ff
    return state % below
  }
}

/** Bytes that break parsers: quotation marks, line ends, byte order marks, NUL, markup, half characters. */
const troublesome = [
  '"',
  "'",
  '""',
  '\\',
  '\r',
  '\n',
  '\r\n',
  ',',
  ';',
  '\t',
  '\0',
  '\xff\xfe',
  '\xef\xbb\xbf',
  '\xe4',
  '\xf0\x9f',
  '</c>',
  '<c r="',
  '&#0;',
  ']]>',
  '<!--',
  'PK\x03\x04',
  'sep=,\n',
].map((text) => Buffer.from(text, 'latin1'))

function damaged(bytes: Buffer, random: Random, other: Buffer): Buffer {
  let result = Buffer.from(bytes)
  for (let change = random(4) + 1; change > 0 && result.length > 0; change -= 1) {
    const at = random(result.length)
    const length = random(40)
    const [before, after] = [result.subarray(0, at), result.subarray(at)]
    const kind = random(7)
    if (kind === 0) result[at] = random(256)
    else if (kind === 1) result = Buffer.concat([before, result.subarray(at + length)])
    else if (kind === 2) result = Buffer.concat([before, result.subarray(Math.max(0, at - length))])
    else if (kind === 3)
      result = Buffer.concat([before, troublesome[random(troublesome.length)] ?? before, after])
    else if (kind === 4) result[at] = (result[at] ?? 0) ^ (1 << random(8))
    else if (kind === 5 && other.length > 0) {
      const from = random(other.length)
      result = Buffer.concat([before, other.subarray(from, from + length * 4), after])
    } else if (kind === 6) result = before
  }
  return result
}

function someOptions(random: Random): ReadOptions {
  const pick = <T>(values: readonly T[]): T | undefined => values[random(values.length * 3)]
  return {
    delimiter: pick([',', ';', '\t', '|']),
    quote: pick(['"', "'", null]),
    escape: pick(['doubled', 'backslash']),
    encoding: pick(['utf-8', 'windows-1252', 'macintosh', 'utf-16le', 'utf-32be']),
    headerRow: pick([1, 2, 30]),
    maxRows: pick([0, 3, 100]),
    caps: { columns: 64 },
  }
}

async function endOf(bytes: Buffer, options: ReadOptions): Promise<string> {
  const path = await write('damaged', bytes)
  const began = performance.now()
  const whole = await collect(readHere(path, options, new AbortController().signal))
  expect(performance.now() - began).toBeLessThan(longest)
  const ends = whole.messages.filter(({ kind }) => kind === 'end' || kind === 'refused')
  expect(ends).toEqual([whole.messages.at(-1)])
  for (const { columns, rows } of whole.sheets)
    for (const { cells } of rows) expect(cells.length).toBeLessThanOrEqual(columns.length)
  return ends[0]?.kind ?? ''
}

/** Count of the rarer result: both must occur, so that the damage is neither harmless nor total. */
async function tryFiles(next: () => { bytes: Buffer; options: ReadOptions }): Promise<number> {
  const ends = new Map<string, number>()
  for (let run = 0; run < runs; run += 1) {
    const { bytes, options } = next()
    const end = await endOf(bytes, options).catch((cause: unknown) => {
      const file = bytes.toString('base64').slice(0, 20_000)
      throw new Error(`Seed ${seed}, file ${run}, options ${JSON.stringify(options)}: ${file}`, { cause })
    })
    ends.set(end, (ends.get(end) ?? 0) + 1)
  }
  return Math.min(ends.get('end') ?? 0, ends.get('refused') ?? 0)
}

async function filesIn(folder: string, wanted: RegExp): Promise<Buffer[]> {
  const all = await readdir(fileURLToPath(new URL(folder, import.meta.url)), {
    recursive: true,
    withFileTypes: true,
  })
  const files = all.filter((entry) => entry.isFile() && wanted.test(entry.name))
  if (files.length === 0) throw new Error(`No files in ${folder}`)
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))))
}

test('reading damaged text files and workbooks always completes or is refused', patience, async () => {
  const sources = [
    ...(await filesIn('../../files/reading/', /./)),
    ...(await filesIn('../../files/libreoffice/', /\.(?:xlsx|ods)$/)),
  ]
  for (const { bytes } of [encodingCases, writingCases, rowCases, damageCases, refusedCases].flat())
    sources.push(Buffer.from(bytes))
  const random = createRandom(seed)
  const source = (): Buffer => sources[random(sources.length)] ?? Buffer.alloc(0)
  const rarer = await tryFiles(() => ({
    bytes: damaged(source(), random, source()),
    options: someOptions(random),
  }))
  expect(rarer).toBeGreaterThan(runs / 20)
})

test('reading workbooks with damaged parts always completes or is refused', patience, async () => {
  const parts = workbookParts({
    sheets: [
      {
        rows: `${textRows([
          ['a', 'b'],
          ['1', '2'],
        ])}<row r="4"><c r="A4" s="1"><v>46085</v></c><c r="B4" t="s"><v>0</v></c></row>`,
      },
    ],
    strings: ['<r><t>one</t></r><r><t>two</t></r>'],
    formats: ['dd/mm/yyyy'],
  })
  const random = createRandom(seed + 4)
  const rarer = await tryFiles(() => {
    const chosen = random(parts.length)
    const other = Buffer.from(parts[random(parts.length)]?.content ?? '')
    const bytes = makeZip(
      parts.map((part, at) =>
        at === chosen ? { ...part, content: damaged(Buffer.from(part.content), random, other) } : part,
      ),
    )
    return {
      bytes,
      options: random(4) === 0 ? { maxRows: 3, caps: { columns: 64 } } : { caps: { columns: 64 } },
    }
  })
  expect(rarer).toBeGreaterThan(runs / 20)
})
