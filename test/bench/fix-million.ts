// `npm run bench -- fix-million`: measures the Fix step over a million accounts. First the engine's replies, each
// with the delay of the thread that serves the window. Then the window in Chromium over the web host, with engine
// and host in their own process: opening the step, and the frames while scrolling through all rows by wheel and by
// scrollbar.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { openSession } from '../../electron/cli/data-folder/session.ts'
import { ofThisProcess } from '../../electron/cli/terminal/invocation.ts'
import { buildWindow, isStale, windowOf } from '../../electron/web/opening/built-window.ts'
import type { RowFilter, RowSort } from '../../shared/fixing/row-filter.ts'
import { generateAccounts } from '../files/generate.ts'
import { openBrowser, root, smallSize } from '../web/window-harness.ts'
import { median } from './measure.ts'
import { multiplyBatch } from './million-batch.ts'

type Session = Awaited<ReturnType<typeof openSession>>
type Client = Session['client']

const built = 20_000
const times = 50
const page = 100

/** A data folder with one batch of a million accounts, a tenth of them damaged. */
async function makeMillion(folder: string): Promise<string> {
  const data = join(folder, 'million-data')
  const sample = await generateAccounts({
    seed: 7,
    count: built,
    shape: 'wide',
    damage: 0.1,
    format: 'csv',
    folder,
    name: 'fix-million',
  })
  const session = await openSession(data, ofThisProcess(new AbortController().signal))
  const events = await session.client.events()
  const { batch } = await session.client.batches.load({
    path: sample.file,
    mapping: sample.mapping,
    catalogue: { shipped: 'example' },
    connection: null,
    supplier: 'ACME',
  })
  while ((await session.client.batches.get({ batch })).stage !== 'open') await events.next()
  await session.close()
  multiplyBatch(data, times)
  return data
}

type Timed = { readonly took: number; readonly held: number }

async function timed(work: () => Promise<unknown>): Promise<Timed> {
  const delay = monitorEventLoopDelay({ resolution: 2 })
  delay.enable()
  const started = performance.now()
  await work()
  const took = performance.now() - started
  delay.disable()
  return { took, held: delay.max / 1e6 }
}

function print(what: string, first: Timed, whole?: Timed): void {
  const of = ({ took, held }: Timed): string =>
    `${took.toFixed(took < 10 ? 1 : 0)} ms (held ${Number.isFinite(held) ? held.toFixed(0) : '0'})`.padStart(
      24,
    )
  process.stdout.write(`${what.padEnd(40)}${of(first)}${whole === undefined ? '' : of(whole)}\n`)
}

async function measureCalls(client: Client, batch: number): Promise<void> {
  const ask = (more: {
    readonly offset?: number
    readonly filter?: RowFilter
    readonly sort?: RowSort
    readonly soon?: boolean
  }) => client.sheets.page({ batch, sheet: 0, offset: 0, limit: page, ...more })
  process.stdout.write(`\n${''.padEnd(40)}${'first page'.padStart(24)}${'all of it'.padStart(24)}\n`)
  await ask({})
  for (const offset of [0, 500_000, 999_900])
    print(`rows from ${offset.toLocaleString('en-GB')}`, await timed(() => ask({ offset })))
  const { groups } = await client.problems.groups({ batch })
  const onCell = groups.find(({ column }) => column !== null)
  const [row] = (await ask({ offset: 777_777 })).rows
  const text = row?.cells[2] ?? ''
  const filters: readonly (readonly [string, RowFilter])[] = [
    ['to fix', { states: ['invalid', 'rejected'], outcomes: ['failed'] }],
    ['unvalidated', { states: ['unvalidated'] }],
    ['one code', { code: onCell?.code ?? null }],
    ['one code on one column', { code: onCell?.code ?? null, column: onCell?.column ?? 0 }],
    ['changed', { changed: true }],
    ['a text in any cell', { text }],
    ['a text that is nowhere', { text: 'nowhere at all' }],
    ['one value of a column', { values: { column: 2, texts: [text] } }],
  ]
  for (const [what, filter] of filters) {
    const first = await timed(() => ask({ filter, soon: true }))
    print(what, first, await timed(() => ask({ filter })))
  }
  const sorts: readonly (readonly [string, RowSort])[] = [
    ['sorted by state', { by: 'state', descending: false }],
    ['sorted by problems', { by: 'problems', descending: true }],
    ['sorted by a column', { by: { column: 2 }, descending: false }],
  ]
  for (const [what, sort] of sorts) print(what, await timed(() => ask({ sort })))
  // The filters' results are cached: after an edit they are computed again.
  // Uses another row than the one searched below: rebuilding it gives a copied account the key of its original.
  const [other] = (await ask({ offset: 555_555 })).rows
  const last = (other?.cells.length ?? 1) - 1
  await client.edits.apply({
    batch,
    words: 'Measure',
    cells: [{ sheet: 0, row: other?.row ?? 2, column: last, text: `${other?.cells[last] ?? ''} x` }],
  })
  print('causes', await timed(() => client.problems.groups({ batch })))
  if (onCell !== undefined)
    print('shapes of one cause', await timed(() => client.problems.shapes({ batch, ...onCell })))
  const key = row?.account?.key ?? ''
  for (const [what, wanted] of [
    ['find a key', key],
    ['find a part of a key', key.slice(2)],
    ['find what is nowhere', 'nowhere at all'],
  ] as const)
    print(what, await timed(() => client.accounts.find({ text: wanted, limit: 20 })))
}

function frameWords(frames: readonly number[]): string {
  const sorted = frames.toSorted((a, b) => a - b)
  const slow = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN
  const over = frames.filter((frame) => frame > 50).length
  return `p50 ${median(frames).toFixed(1)} ms · p95 ${slow.toFixed(1)} ms · longest ${(sorted.at(-1) ?? Number.NaN).toFixed(1)} ms · over 50 ms ${over} of ${frames.length}`
}

/** Milliseconds from the change of the address to the first row's text. */
async function openFix(view: Page, batch: number): Promise<number> {
  const from = await view.evaluate((hash) => {
    location.hash = hash
    return performance.now()
  }, `#/batch/${batch}/fix?show=all`)
  const handle = await view.waitForFunction(
    () =>
      [...document.querySelectorAll('[role="gridcell"]')].some(
        (cell) => (cell.textContent ?? '').trim().length > 6,
      ) && performance.now(),
    undefined,
    { polling: 'raf', timeout: 60_000 },
  )
  return Number(await handle.jsonValue()) - from
}

/** Frames while the wheel turns, with Chromium's own input events. */
async function wheelFrames(view: Page): Promise<number[]> {
  await startFrames(view)
  await view.mouse.move(700, 450)
  for (let turn = 0; turn < 240; turn += 1) await view.mouse.wheel(0, 240)
  return stopFrames(view)
}

/** Frames while the scrollbar moves from the first row to the last, as when its thumb is dragged. */
async function dragFrames(view: Page): Promise<number[]> {
  await startFrames(view)
  await view.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const scroller = document.querySelector('.dvn-scroller')
        let step = 0
        const steps = 240
        const move = (): void => {
          if (scroller === null || step > steps) return resolve()
          scroller.scrollTop = ((scroller.scrollHeight - scroller.clientHeight) * step) / steps
          step += 1
          requestAnimationFrame(move)
        }
        requestAnimationFrame(move)
      }),
  )
  return stopFrames(view)
}

async function startFrames(view: Page): Promise<void> {
  await view.evaluate(() => {
    const { dataset } = document.documentElement
    dataset['frames'] = ''
    let before = performance.now()
    const next = (now: number): void => {
      if (dataset['frames'] === undefined) return
      dataset['frames'] += `${(now - before).toFixed(2)} `
      before = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame((now) => {
      before = now
      requestAnimationFrame(next)
    })
  })
}

async function stopFrames(view: Page): Promise<number[]> {
  const noted = await view.evaluate(() => {
    const { dataset } = document.documentElement
    const frames = dataset['frames'] ?? ''
    delete dataset['frames']
    return frames
  })
  return noted.trim().split(' ').map(Number)
}

async function measureWindowOf(data: string, batch: number): Promise<void> {
  const window = windowOf(root)
  if (isStale(window)) {
    const failure = await buildWindow(window, AbortSignal.timeout(120_000))
    if (failure !== null) throw new Error(`The window could not be built.\n${failure}`)
  }
  const child = fork(fileURLToPath(new URL('window-process.ts', import.meta.url)), [data, root])
  await once(child, 'message')
  const browser = await openBrowser()
  try {
    const answered = once(child, 'message')
    child.send({ kind: 'address' })
    const context = await browser.newContext({ viewport: smallSize, locale: 'en-GB' })
    const view = await context.newPage()
    await view.goto(String((await answered)[0]))
    await view.locator('main').waitFor()
    process.stdout.write(
      `\nopening the Fix step, to the first row's text: ${(await openFix(view, batch)).toFixed(0)} ms\n`,
    )
    await view.locator('.dvn-scroller').waitFor({ state: 'attached' })
    process.stdout.write(`frames by the wheel: ${frameWords(await wheelFrames(view))}\n`)
    process.stdout.write(`frames along the scrollbar: ${frameWords(await dragFrames(view))}\n`)
    await context.close()
  } finally {
    await browser.close()
    const ended = once(child, 'exit')
    child.disconnect()
    await ended
  }
}

/** Prints its results as they arrive; takes some minutes and about 3 GB of disk. */
export async function measureFixMillion(folder: string): Promise<void> {
  const data = await makeMillion(folder)
  const session = await openSession(data, ofThisProcess(new AbortController().signal))
  const [batch] = await session.client.batches.list()
  if (batch === undefined) throw new Error('The data folder has no batch')
  process.stdout.write(`${batch.accounts.toLocaleString('en-GB')} accounts\n`)
  await measureCalls(session.client, batch.id)
  await session.close()
  await measureWindowOf(data, batch.id)
}
