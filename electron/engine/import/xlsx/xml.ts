// A part's XML to the places that a reader knows (places.ts). A document type is refused, and so is anything that is
// not well-formed, and a part of another kind than expected. Streams: text comes in pieces as it arrives.
import { SaxesParser } from 'saxes'
import { refusal } from '../refusal.ts'
import { type Children, createWalk } from './places.ts'
import { createWay, type Shortcut } from './xml-shortcut.ts'

/** Feeds a part to the places, chunk by chunk; yields after each, when the results can be taken. */
export async function* parseXml(
  part: string,
  bytes: AsyncIterable<Buffer>,
  roots: Children,
  shortcut?: Shortcut,
): AsyncGenerator<void> {
  const broken = (cause: unknown): Error =>
    refusal(
      'workbook_damaged',
      `The part "${part}" of the workbook is not well-formed XML. Open the file in a spreadsheet program and save it again.`,
      { cause },
    )
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
      throw refusal(
        'workbook_damaged',
        `The part "${part}" of the workbook begins with "${name}", which is not what belongs there. Open the file in a spreadsheet program and save it again.`,
      )
    },
  )
  parser.on('doctype', (text) => {
    // Programs of long ago named a document type in the list of parts; it declares nothing there.
    if (part === 'META-INF/manifest.xml' && !text.includes('[')) return
    throw refusal(
      'workbook_damaged',
      `The part "${part}" of the workbook declares a document type, which no spreadsheet program writes. It is not read.`,
    )
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

/** For a small part whose results are wanted only at its end. */
export async function parseAll(part: string, bytes: AsyncIterable<Buffer>, roots: Children): Promise<void> {
  const events = parseXml(part, bytes, roots)
  while ((await events.next()).done !== true);
}

/** Parts are UTF-8 or UTF-16 by the standard. */
function encodingOf(chunk: Buffer): string {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
  return chunk[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** `_x000D_` stands for a character that XML cannot hold; `_x005F_` for an underscore that would look like one. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
}

export function isTrue(text: string | undefined): boolean {
  return text === '1' || text === 'true' || text === 'on'
}
