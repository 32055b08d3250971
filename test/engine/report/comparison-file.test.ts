// Tests a comparison that is saved while accounts change: every line has the results by which its kind was found.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, openHarness } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'

const count = 1500

test('a line never says that two results are the same beside two that are not', async () => {
  const harness = await openHarness()
  const client = harness.client()
  const load = async (name: string): Promise<number> =>
    harness.load(await plainAccounts(freshFolder(), numbered(count), name))
  const asked = {
    first: { batch: await load('first'), pass: null },
    second: { batch: await load('second'), pass: null },
    kind: null,
  }
  const last = await client.comparison.lines({ ...asked, offset: count - 300, limit: 300 })
  const accounts = last.lines.flatMap(({ second }) => (second === null ? [] : [second.id]))
  const folder = freshFolder()
  const written = client.comparison.write({ ...asked, format: 'csv', folder })
  // Its first lines are being written.
  while (!existsSync(join(folder, 'comparison.csv.part')))
    await new Promise((resolve) => setImmediate(resolve))
  await client.accounts.hold({ accounts, reason: 'Wait', until: null })
  const { path, lines } = await written
  expect(lines).toBe(count)
  const [header, ...found] = readFileSync(path, 'utf8').trimEnd().split(/\r?\n/)
  expect(header).toContain('first')
  const results = new Set(
    found.map((line) => {
      const [, kind, first, , second] = line.split(',')
      return [kind, first, second].join(' / ')
    }),
  )
  expect([...results]).toEqual(['Same result / Not validated / Not validated'])
})
