// Opens a data folder for a host, and replaces the engine while none can be opened: offers the failure, the backups
// and the repair steps. The host serves whichever router `changed` gives it; no restart is needed.
//
//   closed ──restore, another try, recovery key, another folder──▶ open
//   open ──its database is found to be damaged──▶ closed, and the engine on it is ended
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { RecoveryState } from '../../../../shared/contract/contract.ts'
import { createRecoveryRouter, type RecoveryRouter } from '../../api/recovery-calls.ts'
import { type Failure, failed, messageOf, type Result, success } from '../failure.ts'
import { type DataKey, readRecoveryKey } from '../../store/database/data-key.ts'
import { describeBackups } from '../../store/database/backup/backups.ts'
import { retireOriginal } from '../../store/database/folder/folder-identity.ts'
import { databaseName } from '../../store/database/database-file.ts'
import { restoreBackup } from '../../store/database/backup/restore.ts'
import { message } from '../../../../shared/texts/message.ts'

export type CurrentState<Opened> =
  | { readonly kind: 'open'; readonly folder: string; readonly opened: Opened }
  | {
      readonly kind: 'closed'
      readonly folder: string
      readonly failure: Failure
      readonly router: RecoveryRouter
    }

export type Recovery<Opened> = {
  readonly currentState: () => CurrentState<Opened>
  /** Closes the open engine after the current step. */
  close(): Promise<void>
}

export type RecoveryOptions<Opened> = {
  readonly folder: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /**
   * Opens the engine on a folder. `damaged` is called if its database is found damaged later, after which it is
   * closed. `given`: the key that a person gave for an encrypted folder; null: the host's own.
   */
  readonly open: (
    folder: string,
    damaged: (failure: Failure) => void,
    given: DataKey | null,
  ) => Promise<Result<Opened>>
  /** Called when another router must be served. */
  readonly changed: (currentState: CurrentState<Opened>) => void
  /** Called with the error of an engine that did not shut down in order. */
  readonly onBug: (error: unknown) => void
}

type Trouble = { readonly failure: Failure; readonly whileOpen: boolean }

type RecoveryParts<Opened> = Omit<RecoveryOptions<Opened>, 'folder'> & {
  folder: string
  held: { readonly opened: Opened } | { readonly trouble: Trouble }
  isEnding: boolean
  /** Serializes steps: one at a time. */
  last: Promise<unknown>
}

/** What an engine can do here. */
type Closable = { close(): Promise<void> }

/** Resolves once the folder was opened or is known not to open. */
export async function createRecovery<Opened extends Closable>(
  options: RecoveryOptions<Opened>,
): Promise<Recovery<Opened>> {
  const parts: RecoveryParts<Opened> = {
    ...options,
    held: { trouble: { failure: notYet(options.folder).failure, whileOpen: false } },
    isEnding: false,
    last: Promise.resolve(),
  }
  const changed = (): void => options.changed(currentState(parts, router))
  const router = routerFor(parts, changed)
  await openHere(parts, changed)
  return {
    currentState: () => currentState(parts, router),
    close() {
      parts.isEnding = true
      return afterLast(parts, async () => {
        if ('opened' in parts.held) await parts.held.opened.close()
      })
    },
  }
}

function afterLast<T>(parts: Pick<RecoveryParts<unknown>, 'last'>, work: () => Promise<T>): Promise<T> {
  const next = parts.last.then(work, work)
  parts.last = next.catch(() => undefined)
  return next
}

function step<Opened>(
  parts: RecoveryParts<Opened>,
  changed: () => void,
  work: () => Promise<Result<void>>,
): Promise<Result<void>> {
  return afterLast(parts, async () => {
    if (parts.isEnding || 'opened' in parts.held) return success(undefined)
    const done = await work()
    // One turn later, so that the answer leaves to the page that asked.
    if (done.ok) setImmediate(changed)
    return done
  })
}

async function openHere<Opened extends Closable>(
  parts: RecoveryParts<Opened>,
  changed: () => void,
  given: DataKey | null = null,
): Promise<Result<void>> {
  const done = await open(parts, parts.folder, changed, given)
  if (!done.ok) parts.held = { trouble: { failure: done.failure, whileOpen: false } }
  return done
}

async function open<Opened extends Closable>(
  parts: RecoveryParts<Opened>,
  at: string,
  changed: () => void,
  given: DataKey | null = null,
): Promise<Result<void>> {
  let mine: Opened | null = null
  let early: Failure | null = null
  const found = (failure: Failure): void => {
    if (mine === null) early ??= failure
    else leave(parts, mine, failure, changed)
  }
  const result = await parts.open(at, found, given)
  if (!result.ok) return result
  if (early !== null) {
    await result.value.close()
    return { ok: false, failure: early }
  }
  mine = result.value
  parts.folder = at
  parts.held = { opened: mine }
  return success(undefined)
}

/** The database of the open engine was found damaged. */
function leave<Opened extends Closable>(
  parts: RecoveryParts<Opened>,
  opened: Opened,
  failure: Failure,
  changed: () => void,
): void {
  if (!('opened' in parts.held) || parts.held.opened !== opened) return
  parts.held = { trouble: { failure, whileOpen: true } }
  void afterLast(parts, () => opened.close().catch(parts.onBug))
  changed()
}

function currentState<Opened>(parts: RecoveryParts<Opened>, router: RecoveryRouter): CurrentState<Opened> {
  return 'opened' in parts.held
    ? { kind: 'open', folder: parts.folder, opened: parts.held.opened }
    : { kind: 'closed', folder: parts.folder, failure: parts.held.trouble.failure, router }
}

/** The calls of a page that shows why the folder does not open. */
function routerFor<Opened extends Closable>(
  parts: RecoveryParts<Opened>,
  changed: () => void,
): RecoveryRouter {
  return createRecoveryRouter({
    state: () => ('trouble' in parts.held ? stateOf(parts.folder, parts.held.trouble) : null),
    restore: (backup) =>
      step(parts, changed, async () => {
        const restored = await restoreBackup({ folder: parts.folder, now: parts.now(), backup })
        if (!restored.ok && restored.failure.code !== 'database_sound') return restored
        return openHere(parts, changed)
      }),
    tryAgain: () => step(parts, changed, () => openHere(parts, changed)),
    unlock: (recoveryKey) =>
      step(parts, changed, async () => {
        const key = readRecoveryKey(recoveryKey)
        if (key !== null) return openHere(parts, changed, key)
        return failed('workspace', 'no_recovery_key', message('store.no_recovery_key'))
      }),
    retireOriginal: () =>
      step(parts, changed, async () => {
        const retired = retireOriginal(join(parts.folder, databaseName), parts.folder, parts.now())
        return retired.ok ? openHere(parts, changed) : retired
      }),
    useFolder: (name) =>
      step(parts, changed, async () => {
        const other = join(dirname(parts.folder), name)
        return holdsOther(other) ?? open(parts, other, changed)
      }),
  })
}

function notYet(folder: string): ReturnType<typeof failed> {
  return failed('workspace', 'not_opened', message('store.folder_not_opened_yet', { folder }))
}

const kinds: Readonly<Record<string, RecoveryState['kind']>> = {
  database_damaged: 'damaged',
  workspace_in_use: 'in_use',
  newer_database: 'newer',
  foreign_database: 'foreign',
  folder_copied: 'copied',
  key_missing: 'locked',
  key_wrong: 'locked',
}

function stateOf(folder: string, { failure, whileOpen }: Trouble): RecoveryState {
  const kind = kinds[failure.code] ?? 'unusable'
  return {
    folder,
    besideIn: dirname(folder),
    freeName: freeName(folder),
    kind,
    message: failure.message,
    original: failure.original ?? null,
    whileOpen,
    backups:
      kind === 'damaged'
        ? describeBackups(folder).map(({ name, at, bytes, holds }) => ({ name, at, bytes, holds }))
        : [],
  }
}

function freeName(folder: string): string {
  for (let number = 2; ; number += 1) {
    const name = `${basename(folder)}-${number}`
    if (!existsSync(join(dirname(folder), name))) return name
  }
}

/** A window may choose only a folder of Carryover's, an empty one, or one that does not exist yet. */
function holdsOther(folder: string): ReturnType<typeof failed> | null {
  if (!existsSync(folder)) return null
  try {
    const names = readdirSync(folder)
    if (names.length === 0 || names.includes(databaseName)) return null
  } catch (error) {
    return failed(
      'workspace',
      'folder_not_usable',
      message('store.folder_not_usable', { folder, why: messageOf(error) }),
    )
  }
  return failed('workspace', 'folder_of_others', message('store.folder_of_others', { folder }))
}
