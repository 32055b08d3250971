// Ledger of the requests that the sandbox really received, and their results. Entries are written before their
// answer is sent, to memory and optionally to an append-only file of JSON lines that survives a kill. Keys and
// tokens are never kept.
import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { z } from 'zod'

export const works = [
  /** A new process. */
  'created',
  /** A create of a process that is still running: answered 201, with nothing new. */
  'again',
  'already_imported',
  /** A validated payload, with or without errors. */
  'valid',
  'refused',
  /** A status read, with or without a record. */
  'read',
  'missing',
  'token',
  'none',
] as const
export type Work = (typeof works)[number]

export const connections = ['open', 'answered', 'cut', 'reset', 'hung', 'client_gone'] as const
export type Connection = (typeof connections)[number]

const entryShape = z.strictObject({
  seq: z.number().int(),
  /** ISO 8601, by the sandbox's clock. */
  time: z.string(),
  method: z.string(),
  /** Target as sent, including the query. */
  path: z.string(),
  route: z.string(),
  /** Lower-case names; `authorization` holds a short hash and the last four characters of its value. */
  headers: z.record(z.string(), z.string()),
  bodySha256: z.string(),
  bodyBytes: z.number().int(),
  /** Null for sign-ins, which carry the key. */
  body: z.string().nullable(),
  supplier: z.string().nullable(),
  account: z.string().nullable(),
  work: z.enum(works),
  /** Planned status of the answer; null if there was none. */
  status: z.number().int().nullable(),
  faults: z.array(z.string()),
  /** Set on the second of two deliveries that a fault rule created from one request. */
  duplicateOf: z.number().int().nullable(),
  connection: z.enum(connections),
})
export type LedgerEntry = z.infer<typeof entryShape>

const fileLine = z.union([
  z.strictObject({ entry: entryShape }),
  z.strictObject({ seq: z.number().int(), connection: z.enum(connections) }),
])

export type Ledger = ReturnType<typeof createLedger>

/** Identity of an account in counts: both parts as JSON, so that two pairs never collide. */
export function identityOf(supplier: string, account: string): string {
  return JSON.stringify([supplier, account])
}

export function createLedger(settings: { readonly file?: string | undefined; readonly keep: number }) {
  let entries: LedgerEntry[] = []
  const accepted = new Map<string, number>()
  const file = settings.file === undefined ? null : openSync(settings.file, 'a', 0o600)
  // A line cut off by a kill must not merge with the next one.
  if (file !== null) writeSync(file, '\n')
  let seq = 0
  let closed = false
  const write = (line: z.infer<typeof fileLine>): void => {
    if (file !== null && !closed) writeSync(file, `${JSON.stringify(line)}\n`)
  }

  return {
    /** Durable against a process kill when it returns; call it before the answer is sent. Returns its `seq`. */
    record: (received: Omit<LedgerEntry, 'seq' | 'connection'>): number => {
      seq += 1
      const entry: LedgerEntry = { seq, ...received, connection: 'open' }
      write({ entry })
      entries.push(entry)
      if (entries.length > settings.keep * 1.25) entries = entries.slice(-settings.keep)
      count(accepted, entry)
      return seq
    },
    /** Records the end of the connection. The entry object is replaced, never changed. */
    close: (seq: number, connection: Connection): void => {
      write({ seq, connection })
      const at = entries.findLastIndex((entry) => entry.seq === seq)
      const entry = entries[at]
      if (entry !== undefined) entries[at] = { ...entry, connection }
    },
    /** Oldest first. */
    entries: (): readonly LedgerEntry[] => entries,
    /** Creates answered as accepted (new or again), by identity; deliveries doubled by our own fault count once. */
    acceptedCreates: (): ReadonlyMap<string, number> => accepted,
    end: (): void => {
      closed = true
      if (file !== null) closeSync(file)
    },
  }
}

function count(accepted: Map<string, number>, entry: LedgerEntry): void {
  if (entry.work !== 'created' && entry.work !== 'again') return
  if (entry.duplicateOf !== null || entry.supplier === null || entry.account === null) return
  const identity = identityOf(entry.supplier, entry.account)
  accepted.set(identity, (accepted.get(identity) ?? 0) + 1)
}

/** Reads a ledger file, including one whose last line was cut off by a kill. */
export function readLedgerFile(path: string): {
  entries: LedgerEntry[]
  acceptedCreates: Map<string, number>
} {
  const entries = new Map<number, LedgerEntry>()
  let runs = 0
  const acceptedCreates = new Map<string, number>()
  for (const text of readFileSync(path, 'utf8').split('\n').slice(0, -1)) {
    const line = fileLine.safeParse(parsed(text)).data
    if (line === undefined) continue
    if ('entry' in line) {
      // Every run of the sandbox counts from 1 again.
      if (line.entry.seq === 1) runs += 1
      entries.set(runs * 1e9 + line.entry.seq, line.entry)
      count(acceptedCreates, line.entry)
    } else {
      const entry = entries.get(runs * 1e9 + line.seq)
      if (entry !== undefined) entries.set(runs * 1e9 + line.seq, { ...entry, connection: line.connection })
    }
  }
  return { entries: [...entries.values()], acceptedCreates }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Headers as stored: one text per name, the credential reduced to a form that still distinguishes two. */
export function keptHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const kept: [string, string][] = []
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue
    const text = Array.isArray(value) ? value.join(', ') : value
    kept.push([
      name,
      name === 'authorization' ? `sha256:${sha256(text).slice(0, 12)} …${text.slice(-4)}` : text,
    ])
  }
  return Object.fromEntries(kept)
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}
