// A small streaming writer of workbooks for samples: several sheets, one after the other, none ever whole in memory,
// and the same bytes for the same cells (no clock). Text is inline; dates are serials of the 1900 system shown as
// dd/mm/yyyy; numbers are numbers, as a spreadsheet stores a telephone number that somebody typed.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { crc32, createDeflateRaw } from 'node:zlib'

/** Text, a real number, or a real date; an empty text is an empty cell. */
export type Cell = string | { readonly number: string } | { readonly iso: string }
export type SheetSource = {
  readonly name: string
  readonly rows: Iterable<readonly Cell[]>
  /** Merged ranges, such as `A2:A3`. */
  readonly merges?: readonly string[]
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const documentRelationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

function columnLetters(index: number): string {
  const rest = Math.floor(index / 26) - 1
  return (rest >= 0 ? columnLetters(rest) : '') + String.fromCharCode(65 + (index % 26))
}

function serial(iso: string): number {
  return (
    Date.UTC(Number(iso.slice(0, 4)), Number(iso.slice(5, 7)) - 1, Number(iso.slice(8, 10))) / 86_400_000 +
    25_569
  )
}

function cellXml(cell: Cell, address: string): string {
  if (cell === '') return ''
  if (typeof cell === 'string')
    return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  return 'number' in cell
    ? `<c r="${address}"><v>${cell.number}</v></c>`
    : `<c r="${address}" s="1"><v>${serial(cell.iso)}</v></c>`
}

function* sheetXml({ rows, merges = [] }: SheetSource): Generator<string> {
  yield `${declaration}<worksheet xmlns="${main}"><sheetData>`
  let number = 0
  for (const row of rows) {
    number += 1
    yield `<row r="${number}">${row.map((cell, at) => cellXml(cell, `${columnLetters(at)}${number}`)).join('')}</row>`
  }
  const ranges = merges.map((range) => `<mergeCell ref="${range}"/>`).join('')
  yield `</sheetData>${ranges === '' ? '' : `<mergeCells>${ranges}</mergeCells>`}</worksheet>`
}

function frame(names: readonly string[]): { readonly name: string; readonly text: string }[] {
  const each = (print: (name: string, number: number) => string): string =>
    names.map((name, at) => print(name, at + 1)).join('')
  const types =
    `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${kinds}.sheet.main+xml"/>` +
    `<Override PartName="/xl/styles.xml" ContentType="${kinds}.styles+xml"/>` +
    `${each((_, number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${kinds}.worksheet+xml"/>`)}</Types>`
  const styles =
    `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>` +
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
    '<cellXfs count="2"><xf/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>'
  return [
    { name: '[Content_Types].xml', text: types },
    {
      name: '_rels/.rels',
      text: `${declaration}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${documentRelationships}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      text: `${declaration}<workbook xmlns="${main}" xmlns:r="${documentRelationships}"><sheets>${each((name, number) => `<sheet name="${escaped(name)}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      text: `${declaration}<Relationships xmlns="${relations}">${each((_, number) => `<Relationship Id="rId${number}" Type="${documentRelationships}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${documentRelationships}/styles" Target="styles.xml"/></Relationships>`,
    },
    { name: 'xl/styles.xml', text: styles },
  ]
}

type Entry = {
  readonly name: Buffer
  readonly offset: number
  readonly crc: number
  readonly packed: number
  readonly size: number
}

/** 1 January 2026, midnight, as zip writes it: two 16-bit words, time then date. */
const zipDate = ((2026 - 1980) << 9) | (1 << 5) | 1

function words(...parts: readonly (readonly [size: 2 | 4, value: number])[]): Buffer {
  const buffer = Buffer.alloc(parts.reduce((sum, [size]) => sum + size, 0))
  let at = 0
  for (const [size, value] of parts)
    at = size === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value, at)
  return buffer
}

/** Writes the workbook; rows are pulled only as fast as the disk takes them. Up to 4 GiB. */
export async function writeXlsx(path: string, sheets: readonly SheetSource[]): Promise<void> {
  const output = createWriteStream(path)
  let offset = 0
  const put = async (chunk: Buffer): Promise<void> => {
    offset += chunk.length
    if (!output.write(chunk)) await once(output, 'drain')
  }
  const entries: Entry[] = []
  for (const part of frame(sheets.map((sheet) => sheet.name)))
    entries.push(await writeEntry(part.name, [part.text], offset, put))
  for (const [at, sheet] of sheets.entries()) {
    entries.push(await writeEntry(`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet), offset, put))
  }
  const start = offset
  for (const entry of entries) {
    const sizes = [
      [4, entry.crc],
      [4, entry.packed],
      [4, entry.size],
      [2, entry.name.length],
    ] as const
    const rest = [
      [2, 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, entry.offset],
    ] as const
    await put(
      words([4, 0x02014b50], [2, 20], [2, 20], [2, 0x808], [2, 8], [2, 0], [2, zipDate], ...sizes, ...rest),
    )
    await put(entry.name)
  }
  const size = offset - start
  await put(
    words(
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, entries.length],
      [2, entries.length],
      [4, size],
      [4, start],
      [2, 0],
    ),
  )
  output.end()
  await once(output, 'close')
}

/** One deflated entry whose sizes follow it, since they are not known before it is written. */
async function writeEntry(
  name: string,
  texts: Iterable<string>,
  offset: number,
  put: (chunk: Buffer) => Promise<void>,
): Promise<Entry> {
  const encoded = Buffer.from(name)
  await put(
    words(
      [4, 0x04034b50],
      [2, 20],
      [2, 0x808],
      [2, 8],
      [2, 0],
      [2, zipDate],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, encoded.length],
      [2, 0],
    ),
  )
  await put(encoded)
  let crc = 0
  let size = 0
  let packed = 0
  const deflate = createDeflateRaw()
  const feed = async (): Promise<void> => {
    for (const piece of inPieces(texts)) {
      crc = crc32(piece, crc)
      size += piece.length
      if (!deflate.write(piece)) await once(deflate, 'drain')
    }
    deflate.end()
  }
  const fed = feed()
  for await (const chunk of deflate) {
    packed += (chunk as Buffer).length
    await put(chunk as Buffer)
  }
  await fed
  await put(words([4, 0x08074b50], [4, crc], [4, packed], [4, size]))
  return { name: encoded, offset, crc, packed, size }
}

/** Pieces of at least 64 KiB: deflating each row by itself would be ten times slower. */
function* inPieces(texts: Iterable<string>): Generator<Buffer> {
  let kept = ''
  for (const text of texts) {
    kept += text
    if (kept.length < 65_536) continue
    yield Buffer.from(kept)
    kept = ''
  }
  if (kept !== '') yield Buffer.from(kept)
}
