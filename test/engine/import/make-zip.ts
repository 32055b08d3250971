// Small zip writer for hostile and hand-made workbooks: it writes the given values, valid or not.
import { crc32, deflateRawSync } from 'node:zlib'

export type ZipPart = {
  readonly name: string
  readonly content: string | Uint8Array
  readonly stored?: boolean
  readonly encrypted?: boolean
  /** Replaces the correct checksum. */
  readonly sum?: number
  /** Puts sizes and checksum after the content, as a streaming writer does. */
  readonly descriptor?: boolean
  /** Replaces the correct uncompressed size. */
  readonly size?: number
  /** Replaces the position of the part. */
  readonly offset?: number
}

export function makeZip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const name = Buffer.from(part.name)
    const content = Buffer.from(part.content)
    const packed = part.stored === true ? content : deflateRawSync(content)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE((part.encrypted === true ? 1 : 0) | (part.descriptor === true ? 8 : 0) | 0x800, 2)
    head.writeUInt16LE(part.stored === true ? 0 : 8, 4)
    head.writeUInt32LE(part.sum ?? crc32(content), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(part.size ?? content.length, 18)
    head.writeUInt16LE(name.length, 22)
    const first = Buffer.from(head)
    if (part.descriptor === true) first.fill(0, 10, 22)
    const after = part.descriptor === true ? [Buffer.from('PK\x07\x08', 'latin1'), head.subarray(10, 22)] : []
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), first, name, packed, ...after])
    const attributes = Buffer.alloc(14)
    attributes.writeUInt32LE(part.offset ?? offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, attributes, name]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, central, end])
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationshipTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'
export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

export type HandSheet = {
  readonly name?: string
  readonly state?: string
  /** The content of `sheetData`. */
  readonly rows: string
  readonly before?: string
  readonly after?: string
}
export type HandWorkbook = {
  readonly sheets: readonly HandSheet[]
  readonly formats?: readonly string[]
  /** The contents of `si` elements. */
  readonly strings?: readonly string[]
  readonly date1904?: boolean
  readonly extra?: readonly ZipPart[]
}

/** A hand-made workbook. Style n (from 1) has the n-th format of `formats`, given as a code or as `#id`. */
export function handWorkbook(book: HandWorkbook): Buffer {
  return makeZip([...workbookParts(book), ...(book.extra ?? [])])
}

export function workbookParts({
  sheets,
  formats = [],
  strings = [],
  date1904 = false,
}: HandWorkbook): ZipPart[] {
  const escaped = (text: string): string =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
  const ids = formats.map((code, index) => (/^#\d+$/.test(code) ? Number(code.slice(1)) : 164 + index))
  const declared = formats.flatMap((code, index) =>
    /^#\d+$/.test(code) ? [] : [`<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`],
  )
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${relationshipTypes}/${type}" Target="${target}"/>`
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const typed = (name: string, type: string): string =>
    `<Override PartName="/xl/${name}" ContentType="${types}.${type}+xml"/>`
  return [
    {
      name: '[Content_Types].xml',
      content: `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${typed('workbook.xml', 'sheet.main')}${typed('styles.xml', 'styles')}${typed('sharedStrings.xml', 'sharedStrings')}${sheets.map((_sheet, at) => typed(`worksheets/sheet${at + 1}.xml`, 'worksheet')).join('')}</Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${xmlHead}<Relationships xmlns="${packaged}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${xmlHead}<workbook xmlns="${main}" xmlns:r="${relationshipTypes}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${sheets
        .map(
          ({ name, state }, at) =>
            `<sheet name="${escaped(name ?? `Sheet${at + 1}`)}" sheetId="${at + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="sheet${at + 1}"/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${xmlHead}<Relationships xmlns="${packaged}">${sheets.map((_sheet, at) => relation(`sheet${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('')}${relation('styles', 'styles', 'styles.xml')}${relation('strings', 'sharedStrings', '/xl/sharedStrings.xml')}</Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      content: `${xmlHead}<styleSheet xmlns="${main}"><numFmts>${declared.join('')}</numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`,
    },
    {
      name: 'xl/sharedStrings.xml',
      content: `${xmlHead}<sst xmlns="${main}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    },
    ...sheets.map(({ rows, before = '', after = '' }, at) => ({
      name: `xl/worksheets/sheet${at + 1}.xml`,
      content: `${xmlHead}<worksheet xmlns="${main}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
    })),
  ]
}

/** Rows of inline texts, without any reference. */
export function textRows(rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string => `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
  return rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('')
}
