// Removes secrets from answers before they are read, since answers are stored and shown. Finds every secret that this
// process has used, also escaped for JSON, URLs or HTML, and in base 64 or hex.
import {
  alreadyImportedReply,
  codedReply,
  codes,
  events,
  processStatuses,
  statusRecord,
  validationErrorReply,
} from '../../../../shared/sending/service.ts'
import type { Trouble } from '../../../../shared/sending/network-trouble.ts'
import type { MessageValue, Said } from '../../../../shared/texts/message.ts'
import type { TransportResult } from './transport.ts'
import { type Reading, readings, smallLetters } from './unescape.ts'

/** Shorter secrets are part of ordinary words and are not searched for. */
const shortest = 6
/** Only the latest are searched for. A connection has a key, at most two passwords, and one token at a time. */
const mostSecrets = 24
const inItsPlace = '…'

/** Words of the service that the program depends on: they stay even if a password is part of one. */
const documented: ReadonlySet<string> = new Set(
  [
    ...Object.values(codes),
    ...Object.values(events),
    ...processStatuses,
    ...[statusRecord, codedReply, validationErrorReply, alreadyImportedReply].flatMap(({ shape }) =>
      Object.keys(shape),
    ),
  ].map((word) => word.toLowerCase()),
)

export type Secrets = ReturnType<typeof createSecrets>

export function createSecrets() {
  /** Per secret, its forms as UTF-8 bytes in lower case. */
  const forms = new Map<string, readonly string[]>()

  function withoutAny(bytes: string): string {
    const needles = [...forms.values()].flat()
    const spans = readings(bytes).flatMap((reading) => needles.flatMap((needle) => spansOf(needle, reading)))
    if (spans.length === 0) return bytes
    let out = ''
    let from = 0
    for (const [start, end] of spans.sort((left, right) => left[0] - right[0])) {
      if (start >= from) out += bytes.slice(from, start) + replacement
      from = Math.max(from, end)
    }
    return out + bytes.slice(from)
  }

  const textWithout = (text: string): string =>
    forms.size === 0 ? text : asText(withoutAny(bytesOf(Buffer.from(text, 'utf8'))))

  return {
    /** Searches for this secret in every answer from now on. */
    add(secret: string | null): void {
      if (secret === null || secret.length < shortest) return
      forms.delete(secret)
      forms.set(secret, formsOf(secret))
      const [oldest] = forms.keys()
      if (forms.size > mostSecrets && oldest !== undefined) forms.delete(oldest)
    },
    textWithout,
    /** Returns the result with all secrets removed from body, headers and texts. */
    resultWithout(result: TransportResult): TransportResult {
      if (forms.size === 0) return result
      if (result.kind === 'reply') {
        const body = bytesOf(result.body)
        const rest = withoutAny(body)
        return {
          ...result,
          headers: Object.fromEntries(
            Object.entries(result.headers).map(([name, value]) => [name, textWithout(value)]),
          ),
          body: rest === body ? result.body : Buffer.from(rest, 'latin1'),
        }
      }
      const { trouble } = result
      return {
        ...result,
        message: changeSaid(result.message, textWithout),
        ...(trouble === undefined ? {} : { trouble: changeTrouble(trouble, textWithout) }),
      }
    },
  }
}

const replacement = bytesOf(Buffer.from(inItsPlace, 'utf8'))

function bytesOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function asText(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

type Change = (text: string) => string

/** Changes each text of a trouble except its kind. */
function changeTrouble({ kind, ...facts }: Trouble, change: Change): Trouble {
  return { kind, ...changeEach(facts, change) }
}

/** Changes each text among a message's values, but not its key; or else the text itself. */
function changeSaid(words: Said, change: Change): Said {
  if (typeof words === 'string') return change(words)
  return words.values === undefined ? words : { ...words, values: changeEach(words.values, change) }
}

/** Changes the texts of all values, whatever their names. */
function changeEach<V extends Readonly<Record<string, MessageValue | undefined>>>(
  values: V,
  change: Change,
): V {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, changeValue(value, change)]),
  ) as V
}

function changeValue(value: MessageValue | undefined, change: Change): MessageValue | undefined {
  if (value === undefined || typeof value === 'number') return value
  if (typeof value === 'string' || 'key' in value) return changeSaid(value, change)
  return value.map((one) => (typeof one === 'number' ? one : changeSaid(one, change)))
}

/** The forms of a secret: plain, hex, and base 64 at any offset in a longer text. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const encoded = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // Only the characters that do not depend on neighbouring bytes.
    return text.slice([0, 2, 3][before], Math.floor(((before + bytes.length) * 8) / 6))
  })
  const forUrl = encoded.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
  const all = [bytesOf(bytes), bytes.toString('hex'), ...encoded, ...forUrl]
  return [...new Set(all.map(smallLetters))]
}

function spansOf(needle: string, { text, sourceOf }: Reading): [number, number][] {
  const spans: [number, number][] = []
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
    const end = at + needle.length
    if (!documented.has(wordAround(text, at, end))) spans.push([sourceOf?.[at] ?? at, sourceOf?.[end] ?? end])
  }
  return spans
}

function wordAround(text: string, start: number, end: number): string {
  const before = /\w*$/.exec(text.slice(Math.max(0, start - longestWord), start))?.[0] ?? ''
  const after = /^\w*/.exec(text.slice(end, end + longestWord))?.[0] ?? ''
  return before + text.slice(start, end) + after
}
const longestWord = Math.max(...[...documented].map(({ length }) => length))
