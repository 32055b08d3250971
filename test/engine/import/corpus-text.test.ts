// Corpus of delimited text: each small file with every expected result of reading it. Each is read twice, in large
// and in tiny pieces, so that no result depends on where a chunk ends.
import { describe, expect, test } from 'vitest'
import type { CorpusCase } from './corpus/case.ts'
import { damageCases } from './corpus/damage.ts'
import { dialectCases } from './corpus/dialects.ts'
import { encodingCases } from './corpus/encodings.ts'
import { refusedCases } from './corpus/refused.ts'
import { rowCases } from './corpus/rows.ts'
import { writingCases } from './corpus/writing.ts'
import { cellsOf, headersOf, useFolder, type WholeReading } from './reading-files.ts'

const { read } = useFolder()

function check(whole: WholeReading, wanted: CorpusCase): void {
  const last = whole.messages.at(-1)
  expect(whole.messages.filter(({ kind }) => kind === 'end' || kind === 'refused')).toEqual([last])
  if ('refused' in wanted) {
    expect(whole.failure?.code).toBe(wanted.refused)
    if (wanted.line !== undefined) expect(whole.failure?.row).toBe(wanted.line)
    if (wanted.says !== undefined) expect(whole.failure?.message).toContain(wanted.says)
    return
  }
  expect(whole.failure).toBeNull()
  const [sheet] = whole.sheets
  expect([headersOf(sheet), ...cellsOf(sheet)]).toEqual(wanted.cells)
  expect([...new Set(whole.warnings.map(({ code }) => code))].toSorted()).toEqual(
    [...(wanted.reported ?? [])].toSorted(),
  )
  // A sentence, not the key of one that is missing.
  for (const { message } of whole.warnings) expect(message).toMatch(/ /)
  if (wanted.lines !== undefined) expect(sheet?.rows.map(({ row }) => row)).toEqual(wanted.lines)
  if (wanted.headerRow !== undefined) expect(sheet?.headerRow).toBe(wanted.headerRow)
  if (wanted.encoding !== undefined) expect(whole.encoding).toBe(wanted.encoding)
  if (wanted.delimiter !== undefined) expect(whole.delimiter).toBe(wanted.delimiter)
}

const withoutProgress = ({ messages }: WholeReading) => messages.filter(({ kind }) => kind !== 'progress')

describe.each([
  ['encodings', encodingCases],
  ['delimiters, quotation marks and escapes', writingCases],
  ['delimiters against faults and other delimiters', dialectCases],
  ['lines, rows and headers', rowCases],
  ['damage', damageCases],
  ['files that are something else', refusedCases],
])('%s', (_title, cases) => {
  test.each(cases)('$name', async (wanted) => {
    const { file: name = 'Accounts.csv', options = {} } = wanted
    const whole = await read(wanted.bytes, { ...options, name })
    check(whole, wanted)
    const inPieces = await read(wanted.bytes, {
      ...options,
      name,
      chunkBytes: wanted.bytes.length > 9999 ? 997 : 5,
    })
    expect(withoutProgress(inPieces)).toEqual(withoutProgress(whole))
  })
})

test('no two files of the corpus share a name', () => {
  const names = [encodingCases, writingCases, dialectCases, rowCases, damageCases, refusedCases]
    .flat()
    .map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})
