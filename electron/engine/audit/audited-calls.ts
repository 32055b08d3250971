// What the audit log says of each call of the contract: counts, numbers, and names of connections and suppliers, and
// nothing that a cell, a reason, a key or a file says. A line is written before the call does anything, so nothing is done
// without one; a call that is refused gets a second line. A wave that follows by
// itself has a line without a name.
import type { Inputs } from '../api/call-context.ts'
import type { AuditEntry, AuditLogStore } from '../store/audit/audit-log.ts'

type Details = AuditEntry['details']
/** Every call has to be here: a new one is either described, or says that the log does not keep it. */
type Audited = {
  readonly [Area in Exclude<keyof Inputs, 'events'>]: {
    readonly [Call in keyof Inputs[Area]]: ((input: Inputs[Area][Call]) => Details) | null
  }
}

const nothing = (): Details => ({})
/** The call only reads, tries or previews, or keeps something of the window's own. */
const notKept = null

export const auditedCalls = {
  accounts: {
    get: notKept,
    cell: notKept,
    find: notKept,
    findList: notKept,
    list: notKept,
    hold: ({ accounts, exclude, until }) => ({ accounts: accounts.length, exclude, until }),
    unhold: ({ accounts }) => ({ accounts: accounts.length }),
    decide: ({ what }) => ({ what: what.kind }),
    undecide: ({ choice }) => ({ choice }),
    validate: nothing,
    sendAgain: ({ account }) => ({ account }),
    attempt: notKept,
    attemptFile: ({ account, number }) => ({ account, number }),
    validations: notKept,
    recheck: ({ accounts }) => ({ accounts: accounts.length }),
  },
  audit: {
    page: notKept,
    newest: notKept,
    startExport: nothing,
    write: nothing,
    verify: notKept,
  },
  batches: {
    open: nothing,
    openSample: nothing,
    openPractice: nothing,
    reread: nothing,
    addFiles: nothing,
    removeFile: nothing,
    shared: notKept,
    serviceWords: notKept,
    setRunSettings: nothing,
    rename: nothing,
    remove: nothing,
    timeline: notKept,
    load: ({ connection, supplier }) => ({ connection, supplier }),
    list: notKept,
    get: notKept,
    warnings: notKept,
    payloads: notKept,
    validate: nothing,
    validateEdited: nothing,
    cancel: nothing,
    release: ({ limit }) => ({ limit }),
    setPlan: nothing,
    goOn: nothing,
    recheck: nothing,
    stopLooking: nothing,
    cancelQueued: ({ supplier }) => ({ supplier }),
    reconcile: notKept,
    report: nothing,
    copyReport: nothing,
  },
  catalogues: {
    list: notKept,
    add: nothing,
    remove: ({ id }) => ({ catalogue: id }),
    fields: notKept,
  },
  connections: {
    list: notKept,
    save: ({ name, settings, environmentSaid }) => ({
      name,
      address: new URL(settings.baseUrl).origin,
      ...(environmentSaid && { environment: settings.environment }),
    }),
    remove: ({ id }) => ({ connection: id }),
    forRun: ({ id }) => ({ connection: id }),
    setKey: ({ id, key }) => ({ connection: id, forgotten: key === null }),
    setSecret: ({ id, secret, value }) => ({ connection: id, secret, forgotten: value === null }),
    test: notKept,
    testUnsaved: notKept,
    checkSupplier: notKept,
    checkUnsavedSupplier: notKept,
    resume: ({ id, supplier = null }) => ({ connection: id, supplier }),
    tryNow: notKept,
    pause: ({ id, supplier = null }) => ({ connection: id, supplier }),
  },
  comparison: {
    passes: notKept,
    get: notKept,
    lines: notKept,
    write: ({ first, second }) => (first.batch === second.batch ? {} : { comparedWith: first.batch }),
  },
  decisions: {
    changes: notKept,
    markRead: notKept,
  },
  display: {
    get: notKept,
    set: notKept,
  },
  duplicates: {
    groups: notKept,
    group: notKept,
    keepFirstOfCopies: nothing,
    renumber: nothing,
    merge: nothing,
  },
  edits: {
    apply: ({ cells }) => ({ cells: cells.length }),
    undo: nothing,
    redo: nothing,
    undoTo: ({ edit }) => ({ edit }),
    redoTo: ({ edit }) => ({ edit }),
    changed: notKept,
    history: notKept,
    ofAccount: notKept,
    cell: notKept,
    revertCells: nothing,
  },
  files: {
    read: notKept,
    suggestMapping: notKept,
  },
  fixes: {
    preview: notKept,
    apply: nothing,
    previewRemoval: notKept,
    removeItem: nothing,
  },
  handover: {
    get: notKept,
    write: ({ passphrase }) => ({ encrypted: passphrase !== null }),
    cancel: nothing,
    inspect: notKept,
    open: ({ connection = null, passphrase }) => ({ connection, encrypted: passphrase !== null }),
    unlock: nothing,
  },
  knowledge: {
    list: notKept,
    refresh: notKept,
    candidates: notKept,
    // The key of a repair says nothing of its texts.
    share: ({ kind, key }) => ({ kind, name: key }),
    unshare: ({ kind, key }) => ({ kind, name: key }),
    compare: notKept,
    resolve: ({ kind, key: name, take, version }) => ({ kind, name, take, version }),
    history: notKept,
    bringBack: ({ kind, key: name, version }) => ({ kind, name, version }),
  },
  mapping: {
    suggest: notKept,
    check: notKept,
    preview: notKept,
    propose: notKept,
    tryColumn: notKept,
    readiness: notKept,
    whatIf: notKept,
    apply: ({ connection, supplier }) => ({ connection, supplier }),
  },
  memory: {
    waiting: notKept,
    dismiss: notKept,
    offers: notKept,
    preview: notKept,
    apply: nothing,
    forget: nothing,
    recall: nothing,
    list: notKept,
    removeKept: nothing,
    keepFor: nothing,
  },
  oddRows: {
    list: notKept,
    decide: nothing,
  },
  operator: {
    get: notKept,
    set: ({ name }) => ({ name }),
  },
  overrulings: {
    list: notKept,
    get: notKept,
    currentState: notKept,
    inBatch: notKept,
    reach: notKept,
    add: nothing,
    addToConnection: nothing,
    revert: nothing,
  },
  playbook: {
    get: notKept,
    list: notKept,
    save: nothing,
    remove: nothing,
    worked: notKept,
    forget: nothing,
  },
  problems: {
    groups: notKept,
    shapes: notKept,
  },
  privacy: {
    state: notKept,
    show: ({ fields }) => ({ fields: fields.join(', ') }),
    hide: nothing,
  },
  purge: {
    retention: notKept,
    setRetention: ({ connection, days }) => ({ connection, days }),
    preview: notKept,
    start: ({ connection, batches }) => ({ connection, batches: batches.length }),
    isOver: notKept,
    purged: notKept,
  },
  questions: {
    preview: notKept,
    write: nothing,
    packs: notKept,
    batchOf: notKept,
    read: notKept,
    page: notKept,
    apply: nothing,
  },
  recovery: {
    state: notKept,
    restore: notKept,
    tryAgain: notKept,
    unlock: notKept,
    retireOriginal: notKept,
    useFolder: notKept,
  },
  report: {
    choice: notKept,
    // What is shown comes first: the line may be too long to be read to its end.
    choose: ({ choice }) => ({
      ...(choice.shown === 'all'
        ? { allSensitiveShown: true }
        : choice.shown.length > 0 && { sensitiveShown: choice.shown.length }),
      files: choice.files.join(', '),
      withheld: choice.withheld.length,
      totals: choice.totals.length,
    }),
    cancel: nothing,
  },
  sheets: {
    list: notKept,
    page: notKept,
  },
  support: {
    log: notKept,
    file: nothing,
    write: nothing,
  },
  team: {
    get: notKept,
    // The address holds no password.
    init: ({ address }) => ({ address }),
    join: ({ address, name }) => ({ address, name }),
    leave: nothing,
    leaveOut: ({ desktop }) => ({ desktop }),
    pause: ({ connection, supplier }) => ({ connection, supplier }),
    resume: ({ connection, supplier }) => ({ connection, supplier }),
    quietHours: ({ connection, hours, timeZone }) => ({ connection, hours: hours.length, timeZone }),
    board: notKept,
    loadTarget: ({ connection, supplier }) => ({ connection, supplier }),
    removeTarget: ({ target }) => ({ target }),
  },
  teamCopies: {
    list: notKept,
    handOver: ({ passphrase }) => ({ encrypted: passphrase !== null }),
    withdraw: nothing,
    takeOver: ({ copy, connection = null }) => ({ copy, connection }),
    keep: ({ of, id, isOn }) => ({ of, id, isOn }),
    setKeeping: ({ everyMinutes = null, passphrase }) => ({
      everyMinutes,
      ...(passphrase !== undefined && { encrypted: passphrase !== null }),
    }),
  },
  templates: {
    list: notKept,
    save: nothing,
    load: notKept,
    fit: notKept,
    remove: nothing,
    print: notKept,
    write: nothing,
    read: notKept,
  },
  values: {
    ofColumn: notKept,
  },
  versions: {
    open: nothing,
    get: notKept,
    compare: notKept,
    lines: notKept,
    choose: nothing,
    sameAccount: nothing,
    merge: nothing,
    undo: nothing,
    standAlone: nothing,
    writeChanged: nothing,
  },
  workspace: {
    status: notKept,
    recoveryKey: nothing,
    attention: notKept,
    machine: notKept,
  },
} satisfies Audited

type Describe = (input: unknown) => Details

/** What the log says of a call, from its parsed input; null: the log does not keep it. */
export function describerOf(
  path: readonly string[],
  batchOfAccounts: (accounts: readonly number[]) => number | null,
): ((input: unknown) => AuditEntry) | null {
  const [area = '', call = ''] = path
  const calls: Readonly<Record<string, Readonly<Record<string, Describe | null>>>> = auditedCalls as never
  const describe = calls[area]?.[call] ?? null
  if (describe === null) return null
  return (input) => ({
    action: `${area}.${call}`,
    batch: batchIn(input) ?? secondBatchIn(input) ?? batchOfAccounts(accountsIn(input)),
    details: describe(input),
  })
}

function batchIn(input: unknown): number | null {
  if (typeof input !== 'object' || input === null || !('batch' in input)) return null
  return typeof input.batch === 'number' ? input.batch : null
}

/** The batch that is compared with another one. */
function secondBatchIn(input: unknown): number | null {
  return typeof input === 'object' && input !== null && 'second' in input ? batchIn(input.second) : null
}

function accountsIn(input: unknown): readonly number[] {
  if (typeof input !== 'object' || input === null) return []
  if ('account' in input && typeof input.account === 'number') return [input.account]
  if (!('accounts' in input) || !Array.isArray(input.accounts)) return []
  return input.accounts.filter((one) => typeof one === 'number')
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
