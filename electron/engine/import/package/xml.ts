// Parses an XML part as a stream and calls the places that a reader knows (places.ts). It refuses a document type,
// anything that is not well-formed, and a part of an unexpected kind.
import { SaxesParser } from 'saxes'
import { refusal } from '../refusal.ts'
import { type Children, createWalk } from '../xlsx/places.ts'
import { createWay, type Shortcut } from './xml-shortcut.ts'
import { message } from '../../../../shared/texts/create-message.ts'

/** Parses a part chunk by chunk and calls the places; yields after each chunk, when results can be taken. */
export async function* parseXml(
  part: string,
  bytes: AsyncIterable<Buffer>,
  roots: Children,
  shortcut?: Shortcut,
): AsyncGenerator<void> {
  const broken = (cause: unknown): Error =>
    refusal('workbook_damaged', message('import.part_not_well_formed', { part }), { cause })
  const parser = createParser(part, roots, shortcut, broken)
  let decoder: InstanceType<typeof TextDecoder> | null = null
  const decode = (chunk?: Buffer): string => {
    try {
      if (chunk === undefined) return decoder?.decode() ?? ''
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      return decoder.decode(chunk, { stream: true })
    } catch (error) {
      throw broken(error)
    }
  }
  for await (const chunk of bytes) {
    parser.write(decode(chunk))
    yield
  }
  parser.write(decode())
  parser.close()
  yield
}

function createParser(
  part: string,
  roots: Children,
  shortcut: Shortcut | undefined,
  broken: (cause: unknown) => Error,
): { readonly write: (text: string) => void; readonly close: () => void } {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const walk = createWalk(
    roots,
    (prefix) => parser.resolve(prefix),
    (name) => {
      throw refusal('workbook_damaged', message('import.part_begins_otherwise', { part, element: name }))
    },
  )
  parser.on('doctype', (text) => {
    // Very old programs declared a document type in the list of parts; it has no effect there.
    if (part === 'META-INF/manifest.xml' && !text.includes('[')) return
    throw refusal('workbook_damaged', message('import.part_with_document_type', { part }))
  })
  parser.on('error', (error) => {
    throw broken(error)
  })
  const way = shortcut === undefined ? null : createWay(parser, shortcut)
  parser.on('opentag', (tag) => {
    const place = walk.open(tag)
    way?.opened(tag.name, place)
  })
  parser.on('closetag', ({ name }) => {
    walk.close()
    way?.closed(name)
  })
  parser.on('text', walk.text)
  parser.on('cdata', walk.text)
  return {
    write: (text) => (way === null ? void parser.write(text) : way.write(text)),
    close: () => void parser.close(),
  }
}

/** For a small part whose results are needed only at its end. */
export async function parseAll(part: string, bytes: AsyncIterable<Buffer>, roots: Children): Promise<void> {
  const events = parseXml(part, bytes, roots)
  while ((await events.next()).done !== true);
}

/** The standard allows UTF-8 and UTF-16 for parts. */
function encodingOf(chunk: Buffer): string {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
  return chunk[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** `_x000D_` is a character that XML cannot hold; `_x005F_` is an underscore that would look like one. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
}

export function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true' || text === 'on'
}
