// Tests the public cases of csv-spectrum: our cells equal those of its JSON files.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { cellsOf, headersOf, useFolder } from './reading-files.ts'

const { read } = useFolder()
const suite = dirname(createRequire(import.meta.url).resolve('csv-spectrum'))
const names = readdirSync(join(suite, 'csvs')).map((file) => file.replace(/\.csv$/, ''))
const row = z.record(z.string(), z.string())
/** In a one-row file the list is missing around the row. */
const expected = z.union([z.array(row), row.transform((only) => [only])])

/** In this case the suite's two files disagree about the phone number; the text is right. */
const corrected: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  location_coordinates: { 'Contact Phone Number': '2095257564' },
}

test.each(names)('csv-spectrum: %s', async (name) => {
  const wanted = expected.parse(JSON.parse(readFileSync(join(suite, 'json', `${name}.json`), 'utf8')))
  const { sheets, failure } = await read(readFileSync(join(suite, 'csvs', `${name}.csv`)))
  expect(failure).toBeNull()
  const headers = headersOf(sheets[0])
  const found = cellsOf(sheets[0]).map((cells) =>
    Object.fromEntries(headers.map((header, at) => [header, cells[at] ?? ''])),
  )
  expect(found).toEqual(wanted.map((cells) => ({ ...cells, ...corrected[name] })))
})
