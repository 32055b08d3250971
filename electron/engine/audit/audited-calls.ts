// The calls that the audit log keeps, and what it says of each: counts, numbers and names of settings, and nothing that a
// cell, a reason, a key or a file says. A line is written before the call does anything, so nothing is done without one;
// a call that is refused gets a second line. What starts by itself, such as a wave that follows, is not a call.
import type { Inputs } from '../api/call-context.ts'
import type { AuditEntry, AuditLogStore } from '../store/audit/audit-log.ts'

type Details = AuditEntry['details']
type Audited = {
  readonly [Area in keyof Inputs]?: {
    readonly [Call in keyof Inputs[Area]]?: (input: Inputs[Area][Call]) => Details
  }
}

const nothing = (): Details => ({})

export const auditedCalls = {
  accounts: {
    hold: ({ accounts, exclude, until }) => ({ accounts: accounts.length, exclude, until }),
    unhold: ({ accounts }) => ({ accounts: accounts.length }),
    decide: ({ what }) => ({ what: what.kind }),
    undecide: ({ choice }) => ({ choice }),
    sendAgain: ({ account }) => ({ account }),
    recheck: ({ accounts }) => ({ accounts: accounts.length }),
  },
  batches: {
    open: nothing,
    load: ({ connection, supplier }) => ({ connection, supplier }),
    reread: nothing,
    addFiles: nothing,
    removeFile: nothing,
    remove: nothing,
    validate: nothing,
    release: ({ limit }) => ({ limit }),
    cancel: nothing,
    cancelQueued: ({ supplier }) => ({ supplier }),
    goOn: nothing,
    setPlan: nothing,
    stopLooking: nothing,
    reconcile: nothing,
    report: nothing,
    copyReport: nothing,
  },
  catalogues: { add: nothing },
  connections: {
    save: ({ name, settings, environmentSaid }) => ({
      name,
      address: new URL(settings.baseUrl).origin,
      ...(environmentSaid && { environment: settings.environment }),
    }),
    remove: ({ id }) => ({ connection: id }),
    forRun: ({ id }) => ({ connection: id }),
    setKey: ({ id }) => ({ connection: id }),
    setSecret: ({ id, secret, value }) => ({ connection: id, secret, forgotten: value === null }),
    pause: ({ id, supplier = null }) => ({ connection: id, supplier }),
    resume: ({ id, supplier = null }) => ({ connection: id, supplier }),
  },
  duplicates: { keepFirstOfCopies: nothing, renumber: nothing, merge: nothing },
  edits: {
    apply: ({ cells }) => ({ cells: cells.length }),
    undo: nothing,
    redo: nothing,
    undoTo: ({ edit }) => ({ edit }),
    redoTo: ({ edit }) => ({ edit }),
    revertCells: nothing,
  },
  fixes: { apply: nothing, removeItem: nothing },
  mapping: { apply: ({ connection, supplier }) => ({ connection, supplier }) },
  memory: { apply: nothing, removeKept: nothing, keepFor: nothing },
  oddRows: { decide: nothing },
  operator: { set: nothing },
  overrulings: { add: nothing, addToConnection: nothing, revert: nothing },
  questions: { write: nothing, apply: nothing },
  templates: { save: nothing, remove: nothing },
  versions: { merge: nothing, undo: nothing, standAlone: nothing },
} satisfies Audited

type Describe = (input: unknown) => Details

/** What the log says of a call, from its parsed input; null: the log does not keep it. */
export function describerOf(path: readonly string[]): ((input: unknown) => AuditEntry) | null {
  const [area = '', call = ''] = path
  const calls: Readonly<Record<string, Readonly<Record<string, Describe>>>> = auditedCalls as never
  const describe = calls[area]?.[call]
  if (describe === undefined) return null
  return (input) => ({ action: `${area}.${call}`, batch: batchIn(input), details: describe(input) })
}

function batchIn(input: unknown): number | null {
  if (typeof input !== 'object' || input === null || !('batch' in input)) return null
  return typeof input.batch === 'number' ? input.batch : null
}

/** Writes the line, then makes the call; a failure is written as well, with its code. */
export async function audited<T>(
  { audit, now }: { readonly audit: Pick<AuditLogStore, 'add'>; readonly now: () => number },
  entry: AuditEntry,
  call: () => T | PromiseLike<T>,
): Promise<T> {
  const line = audit.add(entry, now())
  try {
    return await call()
  } catch (error) {
    const code = codeOf(error)
    audit.add({ action: 'refused', batch: entry.batch, details: { line, code } }, now())
    throw error
  }
}

/** The code of an expected failure; null: it failed otherwise. */
function codeOf(error: unknown): string | null {
  const data: unknown = typeof error === 'object' && error !== null && 'data' in error ? error.data : null
  const code: unknown = typeof data === 'object' && data !== null && 'code' in data ? data.code : null
  return typeof code === 'string' ? code : null
}
