// Tests the protocol between the reader's process and its parent: rows arrive as the texts that were sent, however
// the output is cut into chunks, and a malformed line is reported as such.
import {
  array,
  assert,
  constant,
  constantFrom,
  dictionary,
  integer,
  nat,
  oneof,
  option,
  property,
  record,
  string,
  tuple,
  type Arbitrary,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReadMessage } from '../../../electron/engine/import/reader.ts'
import { createWireParser, parseRequest, wireText } from '../../../electron/engine/import/process/wire.ts'
import { rowOfText, type SourceRow } from '../../../shared/sheet/sheet.ts'

const text = oneof(
  string({ unit: 'binary' }),
  constantFrom('\t', '\n', '\r\n', '"', '\\', '\u2028', '\0', ''),
)
const kept = record({ kind: constant('number' as const), raw: text })
const row: Arbitrary<SourceRow> = tuple(
  integer({ min: 1, max: 1_048_576 }),
  array(text, { maxLength: 5 }),
  option(dictionary(nat(9).map(String), kept, { noNullPrototype: true })),
).map(([number, cells, beside]) =>
  beside === null ? { row: number, cells } : { row: number, cells, kept: beside },
)

/** In pieces of that many characters. */
function parsed(sent: string, length: number) {
  const parse = createWireParser()
  const pieces = Array.from({ length: Math.ceil(sent.length / length) }, (_, at) =>
    sent.slice(at * length, (at + 1) * length),
  )
  return pieces.flatMap((piece) => parse(piece))
}

describe('rows between the processes', () => {
  test('arrive unchanged, with any text in their cells and any chunk size', () => {
    assert(
      property(
        array(array(row, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
        integer({ min: 1, max: 60 }),
        (chunks, length) => {
          const progress = { kind: 'progress', bytes: 1, bytesTotal: 2, rows: 3 } as const
          const messages = chunks.flatMap((rows, sheet): ReadMessage[] => [
            { kind: 'rows', sheet, rows },
            progress,
          ])
          const found = parsed(messages.map((message) => wireText(message)).join(''), length)
          const read = found.map((message) =>
            message?.kind === 'rows' ? { ...message, rows: message.rows.map(rowOfText) } : message,
          )
          expect(read).toEqual(messages)
        },
      ),
    )
  })

  test.each([
    ['a missing row', '{"kind":"rows","sheet":0,"count":2}\n1\t[]\t\n{"kind":"end"}\n'],
    ['an invalid row number', '{"kind":"rows","sheet":0,"count":1}\nx\t[]\t\n'],
    ['row 0', '{"kind":"rows","sheet":0,"count":1}\n0\t[]\t\n'],
    ['a missing field', '{"kind":"rows","sheet":0,"count":1}\n1\t[]\n'],
    ['an extra field', '{"kind":"rows","sheet":0,"count":1}\n1\t[]\t\t\n'],
    ['cells that are not a list', '{"kind":"rows","sheet":0,"count":1}\n1\t{}\t\n'],
    ['kept values that are not an object', '{"kind":"rows","sheet":0,"count":1}\n1\t[]\t[]\n'],
    ['rows without a count', '{"kind":"rows","sheet":0}\n'],
    ['no rows', '{"kind":"rows","sheet":0,"count":0}\n'],
    ['rows in the earlier format', '{"kind":"rows","sheet":0,"rows":[{"row":1,"cells":[]}]}\n'],
    ['an unknown kind', '{"kind":"other"}\n'],
    ['a line that is not JSON', 'Segmentation fault\n'],
  ])('%s is refused', (_what, sent) => {
    expect(parsed(sent, 1000)).toContain(null)
  })

  test('an unfinished line is not yet a message', () => {
    const parse = createWireParser()
    expect(parse('{"kind":"rows","sheet":0,"count":1}\n7\t["a"]')).toEqual([])
    expect(parse('\t{"0":{}}')).toEqual([])
    expect(parse('\n')).toEqual([
      { kind: 'rows', sheet: 0, rows: [{ row: 7, cells: '["a"]', kept: '{"0":{}}' }] },
    ])
  })
})

test('cells that are not a list of texts are not read', () => {
  expect(() => rowOfText({ row: 1, cells: '[1]', kept: null })).toThrow('no list of texts')
  expect(() => rowOfText({ row: 1, cells: '["a"', kept: null })).toThrow('JSON')
  expect(() => rowOfText({ row: 1, cells: '[]', kept: '{"0":{"kind":"odd","raw":""}}' })).toThrow('kind')
})

test('only a request as written by the parent process is accepted', () => {
  expect(parseRequest('{"path":"x.csv","options":{"maxRows":3},"key":null}')).toEqual({
    path: 'x.csv',
    options: { maxRows: 3 },
    key: null,
  })
  const odd = ['{}', 'null', '{"path":1,"options":{},"key":null}', '{"path":"x","key":null}']
  for (const line of [...odd, '{"path":"x","options":{}}', '{"path":"x","options":{},"key":"0g"}'])
    expect(() => parseRequest(line)).toThrow('none of ours')
})
