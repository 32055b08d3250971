// Damaged files: whatever bytes are changed, cut out or doubled, a reading ends in one `end` or one `refused`, and
// never in a throw. `MUTATIONS` sets how many are tried.
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readHere } from '../../../electron/engine/reading/read-here.ts'
import { makeZip, textRows, workbookParts } from './make-zip.ts'
import { gather, useFolder } from './reading-files.ts'

const { write } = useFolder()
const runs = Number(process.env.MUTATIONS ?? 400)

/** Park and Miller's generator: the same damage every time. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 0x7f_ff_ff_ff
    return state % below
  }
}

function damaged(bytes: Buffer, random: (below: number) => number): Buffer {
  let result = Buffer.from(bytes)
  for (let change = random(4) + 1; change > 0 && result.length > 0; change -= 1) {
    const at = random(result.length)
    const length = random(40)
    const kind = random(4)
    if (kind === 0) result[at] = random(256)
    else if (kind === 1) result = Buffer.concat([result.subarray(0, at), result.subarray(at + length)])
    else if (kind === 2)
      result = Buffer.concat([result.subarray(0, at), result.subarray(Math.max(0, at - length))])
    else result = result.subarray(0, at)
  }
  return result
}

async function endOf(bytes: Buffer): Promise<string> {
  const path = await write('damaged', bytes)
  const { messages } = await gather(readHere(path, { caps: { columns: 64 } }, new AbortController().signal))
  const ends = messages.filter(({ kind }) => kind === 'end' || kind === 'refused')
  expect(ends).toHaveLength(1)
  expect(messages.at(-1)).toBe(ends[0])
  return ends[0]?.kind ?? ''
}

test('damaged text files and workbooks end in an end or a refusal', async () => {
  const folder = fileURLToPath(new URL('../../files/reading/', import.meta.url))
  const sources = await Promise.all((await readdir(folder)).map((name) => readFile(`${folder}${name}`)))
  sources.push(
    Buffer.from(`a;b\r\n${'1;"x\r\ny""z"\r\n'.repeat(50)}`),
    Buffer.from('\uFEFFa\tb\n1\t2\n', 'utf16le'),
  )
  const random = createRandom(7)
  const ends = new Map<string, number>()
  for (let run = 0; run < runs; run += 1) {
    const source = sources[random(sources.length)] ?? Buffer.alloc(0)
    const end = await endOf(damaged(source, random))
    ends.set(end, (ends.get(end) ?? 0) + 1)
  }
  // Both happen, so the damage is neither harmless nor total.
  expect(Math.min(ends.get('end') ?? 0, ends.get('refused') ?? 0)).toBeGreaterThan(runs / 20)
})

test('workbooks with damage inside their parts end in an end or a refusal', async () => {
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
  const random = createRandom(11)
  const ends = new Map<string, number>()
  for (let run = 0; run < runs; run += 1) {
    const chosen = random(parts.length)
    const bytes = makeZip(
      parts.map((part, at) =>
        at === chosen ? { ...part, content: damaged(Buffer.from(part.content), random) } : part,
      ),
    )
    const end = await endOf(bytes)
    ends.set(end, (ends.get(end) ?? 0) + 1)
  }
  expect(Math.min(ends.get('end') ?? 0, ends.get('refused') ?? 0)).toBeGreaterThan(runs / 20)
})
