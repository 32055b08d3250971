// Tests the import of a catalogue from a file: what is no JSON Schema is refused and not stored.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openHarness } from '../api/harness.ts'

const type = 'object'

test.each([
  ['is no JSON', '{', 'catalogue_not_readable'],
  [
    'has a bound that is no number',
    { type, properties: { a: { type: 'string', minLength: 'x' } } },
    'catalogue_not_usable',
  ],
  [
    'has an invalid pattern',
    { type, properties: { a: { type: 'string', pattern: '(' } } },
    'catalogue_not_usable',
  ],
  ['is a JSON Schema', { type, title: 'Ours', properties: { a: { type: 'string' } } }, null],
])('a catalogue that %s is refused or listed', async (_what, content, code) => {
  const harness = await openHarness()
  const { catalogues } = harness.client()
  const path = join(harness.folder, 'catalogue.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  const added = catalogues.add({ path }).then(
    () => null,
    (error: { readonly data: { readonly code: string } }) => error.data.code,
  )
  expect(await added).toBe(code)
  const own = (await catalogues.list()).filter(({ shipped }) => !shipped)
  expect(own.map(({ title }) => title)).toEqual(code === null ? ['Ours'] : [])
})
