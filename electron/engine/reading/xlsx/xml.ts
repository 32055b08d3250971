// A part's XML as events by local name, so that prefixes and the strict and transitional namespaces read alike. A
// document type is refused, and so is anything that is not well-formed. Streams: text comes in pieces as it arrives.
import { SaxesParser } from 'saxes'
import { refusal } from '../refusal.ts'
import { createWay, type Shortcut } from './xml-shortcut.ts'

export type XmlHandlers = {
  /** `attribute` gives a value by local name; empty text and absence differ. */
  readonly open: (name: string, attribute: (name: string) => string | undefined) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

/** Feeds a part to the handlers, chunk by chunk; yields after each, when the handlers' results can be taken. */
export async function* parseXml(
  part: string,
  bytes: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
  shortcut?: Shortcut,
): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const broken = (cause: unknown): Error =>
    refusal(
      'workbook_damaged',
      `The part "${part}" of the workbook is not well-formed XML. Open the file in a spreadsheet program and save it again.`,
      { cause },
    )
  parser.on('doctype', () => {
    throw refusal(
      'workbook_damaged',
      `The part "${part}" of the workbook declares a document type, which no spreadsheet program writes. It is not read.`,
    )
  })
  parser.on('error', (error) => {
    throw broken(error)
  })
  const way = shortcut === undefined ? null : createWay(parser, shortcut)
  parser.on('opentag', ({ name, attributes }) => {
    handlers.open(local(name), (wanted) => attributeOf(attributes, wanted))
    way?.opened(name)
  })
  parser.on('closetag', ({ name }) => {
    handlers.close(local(name))
    way?.closed(name)
  })
  parser.on('text', handlers.text)
  parser.on('cdata', handlers.text)
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
    if (way === null) parser.write(decode(chunk))
    else way.write(decode(chunk))
    yield
  }
  parser.write(decode())
  parser.close()
  yield
}

/** For a small part whose results are wanted only at its end. */
export async function parseAll(
  part: string,
  bytes: AsyncIterable<Buffer>,
  handlers: XmlHandlers,
): Promise<void> {
  const events = parseXml(part, bytes, handlers)
  while ((await events.next()).done !== true);
}

/** Parts are UTF-8 or UTF-16 by the standard. */
function encodingOf(chunk: Buffer): string {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le'
  return chunk[0] === 0xfe && chunk[1] === 0xff ? 'utf-16be' : 'utf-8'
}

function local(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

/** The attributes that belong to another namespace, so that they always have a prefix; which one is the file's choice. */
const prefixed = new Set(['id'])

function attributeOf(attributes: Readonly<Record<string, string>>, wanted: string): string | undefined {
  const plain = attributes[wanted]
  if (plain !== undefined || !prefixed.has(wanted)) return plain
  const found = Object.keys(attributes).find((name) => name.endsWith(`:${wanted}`))
  return found === undefined ? undefined : attributes[found]
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
