// Version 2 of a file as a person merges it, with every kind of line in one pair of files: dropped on the batch while some
// of it is created, some on its way and some failed; conflicts decided by keyboard, a key recognised, what changed after
// creation saved, merged, taken back, merged again. In a real browser over the real engine and sandbox.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mappingFile } from '../../shared/mapping-file.ts'
import { header, mapping } from '../engine/editing/small-batch.ts'
import { line } from '../engine/versions/two-files.ts'
import { takePictures } from './pictures.ts'
import { connected } from './travel.ts'
import { openBrowser, openWindowHouse, type WindowHouse } from './window-house.ts'

let browser: Browser
let house: WindowHouse
let first: number

const columns = { name: 1, street: 2, phone: 7 } as const

beforeAll(async () => {
  browser = await openBrowser()
  house = await openWindowHouse(browser)
  first = await earlierBatch()
}, 90_000)
afterAll(async () => {
  await house.close()
  await browser.close()
})

function fileOf(name: string, lines: readonly string[]): string {
  const path = join(house.folder, name)
  writeFileSync(path, `${[header, ...lines].join('\n')}\n`)
  return path
}

const keys = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `Q-${String(from + at).padStart(2, '0')}`)

/** Twenty-four accounts: created, failed, on the way, repaired, and untouched. */
async function earlierBatch(): Promise<number> {
  const engine = house.engine()
  const { control } = house.sandbox
  const connection = await connected(house)
  const bad = new Set(keys(10, 18))
  const path = fileOf(
    'customers.csv',
    keys(1, 24).map((key) => line(key, bad.has(key) ? { phone: 'bad' } : {})),
  )
  const { batch } = await engine.batches.load({
    path,
    mapping: mappingFile.parse(mapping),
    catalogue: { shipped: 'example' },
    connection,
    supplier: 'ACME',
  })
  await house.reached(batch, ({ stage }) => stage === 'open')
  await engine.batches.validate({ batch })
  await house.reached(batch, ({ validating }) => !validating)
  const sends = async (limit: number, settled: number): Promise<void> => {
    await engine.batches.release({ batch, limit })
    await house.reached(
      batch,
      ({ states }) => states.settled + states.watching === settled && states.queued + states.sending === 0,
    )
  }
  await sends(4, 4)
  await house.reached(batch, ({ outcomes }) => outcomes.created === 4)
  control.setSwitches({ failShare: 1 })
  await sends(1, 5)
  await house.reached(batch, ({ outcomes }) => outcomes.failed === 1)
  control.setSwitches({ failShare: 0, pendingSeconds: [100_000, 100_000] })
  await sends(2, 7)
  const edit = (key: string, texts: Partial<Record<keyof typeof columns, string>>): Promise<unknown> =>
    engine.edits.apply({
      batch,
      words: `Repaired ${key}`,
      cells: Object.entries(texts).map(([name, text]) => ({
        sheet: 0,
        row: Number(key.slice(2)) + 1,
        column: columns[name as keyof typeof columns],
        text,
      })),
    })
  for (const [at, key] of keys(10, 17).entries()) await edit(key, { phone: `020 7946 010${at}` })
  await edit('Q-14', { name: 'Anne Lee' })
  return batch
}

/** What the customer sends next: everything that can have become of a cell, a row or a key. */
function newerFile(): string {
  const old = new Map(
    keys(1, 24).map((key) => [key, line(key, keys(10, 18).includes(key) ? { phone: 'bad' } : {})]),
  )
  const set = (key: string, text: string): unknown => old.set(key, text)
  // Created, and changed since.
  set('Q-01', line('Q-01', { street: 'Moved Away' }))
  // The same repair; three other ones.
  set('Q-11', line('Q-11', { phone: '020 7946 0101' }))
  for (const key of keys(12, 14))
    set(key, line(key, { phone: '020 7946 0999', name: key === 'Q-14' ? 'Anna Lee' : 'Ann Lee' }))
  set('Q-18', line('Q-18', { phone: '020 7946 0118' }))
  // Another key with the same content; a repair goes with it.
  set('Q-17', line('R-17', { phone: 'bad', street: 'Q-17 High St' }))
  // A key twice, one gone with a repair, new ones.
  old.delete('Q-16')
  const lines = [
    ...old.values(),
    line('Q-24', { street: 'Twice St' }),
    ...keys(25, 26).map((key) => line(key)),
  ]
  return fileOf('customers-2.csv', lines)
}

async function drop(page: Page, path: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([name, text]) => {
      const data = new DataTransfer()
      data.items.add(new File([text], name))
      return data
    },
    ['customers-2.csv', readFileSync(path, 'utf8')] as const,
  )
  await page.locator('main').getByRole('grid').first().dispatchEvent('drop', { dataTransfer })
}

async function seriousOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

const list = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'What the comparison found' }).getByRole('button', { name })

/** The rows of the list that is shown, without its head, cells apart. */
async function shown(page: Page, label: string): Promise<string[]> {
  const rows = page.getByRole('grid', { name: label }).getByRole('row')
  await rows.nth(1).waitFor()
  return (await rows.allInnerTexts()).slice(1).map((text) => text.split(/\s*\n\s*/).join(' | '))
}

async function textOf(batch: number, key: string, column: number): Promise<string> {
  const { rows } = await house.engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return rows.find((row) => row.cells[0] === key)?.cells[column] ?? ''
}

test('a newer file dropped on a batch is compared, decided, merged, taken back and merged again', async () => {
  const engine = house.engine()
  const page = await house.openPage()
  await page.goto(`${new URL(page.url()).origin}/#/batch/${first}/load`)
  await page.getByRole('button', { name: 'Newer version of this file…' }).waitFor()
  await drop(page, newerFile())
  const asked = page.getByRole('dialog', { name: 'What is this file?' })
  await asked.waitFor()
  await takePictures(page, 'version-asked')
  await asked.getByRole('button', { name: /^A newer version/ }).click()
  await page.getByRole('heading', { name: /^Version 2 beside version 1/ }).waitFor()
  await list(page, /^Conflicts/).waitFor()
  const second = Number(/#\/batch\/(\d+)\//.exec(page.url())?.[1])
  expect(second).not.toBe(first)

  // Every kind is there, with its count.
  const counted = await page
    .getByRole('navigation', { name: 'What the comparison found' })
    .getByRole('button')
    .allInnerTexts()
  const counts = Object.fromEntries(
    counted.map((text) => {
      const [label = '', count = ''] = text.split('\n').map((part) => part.replace(/ open$/, '').trim())
      return [label, count]
    }),
  )
  expect(counts).toEqual({
    Conflicts: '4',
    'Key changed?': '1',
    'Changed after creation': '1',
    'Carried over': '2',
    'Repaired there too': '1',
    'Changed by the file': '2',
    'New accounts': '3',
    'Not in the new file': '2',
    'Key twice': '2',
    Columns: '0',
    'On their way': '2',
    'Not created there': '1',
  })
  await takePictures(page, 'version-conflicts')
  expect(await seriousOf(page)).toEqual([])
  expect(await page.getByRole('button', { name: 'Merge', exact: true }).isDisabled()).toBe(true)

  // By keyboard: ours, the new file's, a typed text; then the rest of a column at once.
  const grid = page.getByRole('grid', { name: 'Conflicts' })
  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('1')
  await grid.getByRole('button', { name: 'Ours', pressed: true }).waitFor()
  await page.keyboard.press('2')
  await grid.getByRole('button', { name: 'New', pressed: true }).waitFor()
  await page.keyboard.press('3')
  await page.getByRole('textbox', { name: 'Text for Q-14' }).fill('Annie Lee')
  await page.keyboard.press('Enter')
  await grid.getByRole('button', { name: 'Annie Lee', pressed: true }).waitFor()
  await page.getByRole('combobox', { name: 'Column' }).click()
  await page.getByRole('option').filter({ hasText: 'Phone 1' }).click()
  await page.getByRole('button', { name: 'Ours for all of these' }).click()
  await page.getByText('4 conflicts have no choice yet').waitFor({ state: 'hidden' })
  await page.getByText(/conflict has no choice yet|conflicts have no choice yet/).waitFor({ state: 'hidden' })
  await takePictures(page, 'version-decided')

  // The same account under another key: compared anew, its repair goes with it.
  await list(page, /^Key changed/).click()
  expect(await shown(page, 'Key changed?')).toEqual([
    expect.stringMatching(/^R-17 \| was Q-17/) as unknown as string,
  ])
  await page.getByRole('button', { name: 'The same', exact: true }).click()
  await page.getByText('Something changed since this was compared.').waitFor()
  await page.getByRole('button', { name: 'Compare again' }).click()
  await list(page, /^Carried over\s*3/).waitFor()
  await list(page, /^Carried over/).click()
  expect(await shown(page, 'Carried over')).toEqual([
    expect.stringMatching(/^Q-10 \|/) as unknown as string,
    expect.stringMatching(/^Q-15 \|/) as unknown as string,
    expect.stringMatching(/^R-17 \|/) as unknown as string,
  ])

  // What was said of the key stays in sight.
  await list(page, /^Key changed/).click()
  await page.getByRole('button', { name: 'The same', pressed: true }).waitFor()
  await list(page, /^Changed after creation/).click()
  expect(await shown(page, 'Changed after creation')).toEqual([
    expect.stringMatching(/^Q-01 \| Street, row 2 \| Q-01 High St \| Moved Away/) as unknown as string,
  ])
  await takePictures(page, 'version-changed')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  expect(readFileSync(await download.path(), 'utf8')).toContain('Q-01')
  for (const name of ['Not in the new file', 'Key twice', 'On their way', 'Columns'])
    await list(page, new RegExp(`^${name}`)).click()
  await takePictures(page, 'version-columns')
  expect(await seriousOf(page)).toEqual([])

  // Merged: as one edit, with the platform's accounts settled and the earlier batch held.
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  const sure = page.getByRole('dialog', { name: 'Merge version 2?' })
  await sure.waitFor()
  await takePictures(page, 'version-merge')
  await sure.getByRole('button', { name: 'Merge' }).click()
  await page.getByText(/^Merged ·/).waitFor()
  await takePictures(page, 'version-merged')
  expect(await seriousOf(page)).toEqual([])
  const merged = await house.reached(
    second,
    ({ version, work }) => version.merge === 'merged' && work === null,
  )
  expect(merged.outcomes.already_there).toBe(4)
  expect(await textOf(second, 'Q-10', columns.phone)).toBe('020 7946 0100')
  expect(await textOf(second, 'Q-14', columns.name)).toBe('Annie Lee')
  expect(await textOf(second, 'R-17', columns.phone)).toBe('020 7946 0107')
  const [made] = await engine.edits.history({ batch: second })
  expect(made).toMatchObject({ words: 'Repairs carried over from version 1' })

  // Taken back: nothing stays held; and merged once more.
  await page.getByRole('button', { name: 'Take the merge back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take the merge back' }).click()
  await page.getByText('The merge was taken back.').waitFor()
  const back = await house.reached(first, ({ held }) => held === 0)
  expect(back.held).toBe(0)
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await page.getByText(/^Merged ·/).waitFor()

  // Both batches say which version they are, and lead to each other.
  await page.getByRole('link', { name: 'To the Fix step' }).click()
  await page.getByText('Version 2 of the file').first().waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Versions of this file…' }).click()
  await page.getByRole('heading', { name: /^Version 2 beside version 1/ }).waitFor()
  await page.goto(`${new URL(page.url()).origin}/#/batch/${first}/load`)
  await page.getByText('There is version 2 of this file.').waitFor()
  expect(await page.getByRole('button', { name: 'Newer version of this file…' }).count()).toBe(0)
  await takePictures(page, 'version-strip')

  // What was on its way follows by itself, and each account is created once.
  house.sandbox.control.setSwitches({ pendingSeconds: [0, 0] })
  house.sandbox.control.moveClock(200_000_000)
  const { id: connection } = (await engine.connections.list())[0] ?? { id: 0 }
  await engine.connections.resume({ id: connection })
  await engine.batches.validate({ batch: second })
  await house.reached(second, ({ validating }) => !validating)
  await engine.batches.release({ batch: second, limit: null })
  await house.reached(
    second,
    ({ states }) => states.queued + states.sending + states.unconfirmed + states.watching === 0,
  )
  // Q-05 failed there first.
  const twice = [...house.sandbox.ledger.acceptedCreates()].filter(
    ([key, count]) => count > 1 && !key.includes('Q-05'),
  )
  expect(twice).toEqual([])
}, 180_000)
