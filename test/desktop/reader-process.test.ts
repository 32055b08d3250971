// Tests reading in an Electron utility process, which the fake runs as a real process: the same messages as under
// Node, and a child that can be stopped or run out of memory.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { utilityReaderChild } from '../../electron/desktop/engine/reader-process.ts'
import {
  createProcessReader,
  type ProcessReaderSettings,
} from '../../electron/engine/import/process/process-reader.ts'
import type { ReadMessage } from '../../electron/engine/import/reader.ts'
import type { RowText } from '../../shared/sheet/sheet.ts'
import { createFakeElectron } from './fake-electron.ts'
import { freshFolder, root, samples } from './desktop-harness.ts'

const readerMain = join(root, 'electron', 'desktop', 'engine', 'reader-child.ts')
const utility = (settings: ProcessReaderSettings = {}) =>
  createProcessReader({
    mainPath: readerMain,
    startChild: utilityReaderChild(createFakeElectron().electron.utilityProcess),
    ...settings,
  })

async function collect(messages: AsyncIterable<ReadMessage<RowText>>): Promise<ReadMessage<RowText>[]> {
  const all: ReadMessage<RowText>[] = []
  for await (const message of messages) if (message.kind !== 'progress') all.push(message)
  return all
}
const never = (): AbortSignal => new AbortController().signal

function script(text: string): string {
  const path = join(freshFolder(), 'child.mjs')
  writeFileSync(path, text)
  return path
}

test('the reader process gives the same result as the reader under Node', async () => {
  const file = join(samples, 'linked-500.xlsx')
  const messages = await collect(utility()(file, {}, never()))
  expect(messages).toEqual(await collect(createProcessReader()(file, {}, never())))
  expect(messages.at(-1)).toMatchObject({ kind: 'end' })
  const broken = join(freshFolder(), 'x.pdf')
  writeFileSync(broken, '%PDF-1.7')
  expect(await collect(utility()(broken, {}, never()))).toMatchObject([
    { kind: 'refused', failure: { code: 'is_pdf' } },
  ])
})

test('the reader process ends on an abort and when the consumer stops', async () => {
  const file = join(freshFolder(), 'x.csv')
  writeFileSync(file, `a,b\n${'1,2\n'.repeat(500_000)}`)
  const abort = new AbortController()
  const kinds: string[] = []
  for await (const message of utility()(file, {}, abort.signal)) {
    kinds.push(message.kind)
    if (message.kind === 'rows') abort.abort()
  }
  expect(kinds.filter((kind) => kind === 'rows')).toHaveLength(1)
  for await (const message of utility()(file, {}, never())) if (message.kind === 'rows') break
})

test('a crash, an endless loop and too much memory are reported as refusals', async () => {
  const crash = script('process.abort()')
  expect(await collect(utility({ mainPath: crash })('x.csv', {}, never()))).toMatchObject([
    { failure: { code: 'reader_crashed' } },
  ])
  const loop = script('for (;;);')
  expect(await collect(utility({ mainPath: loop, stallMs: 300 })('x.csv', {}, never()))).toMatchObject([
    { failure: { code: 'reader_stalled' } },
  ])
  const greedy = script(
    `process.stdout.write('{"kind":"progress","bytes":1,"bytesTotal":2,"rows":0,"rss":5e9}\\n'); setInterval(() => {}, 1000)`,
  )
  expect(await collect(utility({ mainPath: greedy })('x.csv', {}, never()))).toMatchObject([
    { failure: { code: 'reader_memory' } },
  ])
})
