// Opens a data folder for a host, and replaces the engine while none can be opened: offers the failure, the backups
// and the repair steps. The host serves whichever router `changed` gives it; no restart is needed.
//
// closed ──restore, another try, another folder──▶ open
// open ──its database is found damaged──▶ closed, and the engine on it is ended
//   open ──its database is found to be damaged──▶ closed, and the engine on it is ended
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { RecoveryState } from '../../../../shared/contract/contract.ts'
import { createRecoveryRouter, type RecoveryRouter } from '../../api/recovery-calls.ts'
import { type Failure, failed, messageOf, type Result, success } from '../failure.ts'
import { describeBackups } from '../../store/database/backup/backups.ts'
import { retireOriginal } from '../../store/database/folder/folder-identity.ts'
import { databaseName } from '../../store/database/open.ts'
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
   * closed.
   */
  readonly open: (folder: string, damaged: (failure: Failure) => void) => Promise<Result<Opened>>
  /** Called when another router must be served. */
  readonly changed: (currentState: CurrentState<Opened>) => void
  /** Called with the error of an engine that did not shut down in order. */
  readonly onBug: (error: unknown) => void
}

type Trouble = { readonly failure: Failure; readonly whileOpen: boolean }

/** Resolves once the folder was opened or is known not to open. */
export async function createRecovery<Opened extends { close(): Promise<void> }>(
  options: RecoveryOptions<Opened>,
): Promise<Recovery<Opened>> {
  let { folder } = options
  let held: { readonly opened: Opened } | { readonly trouble: Trouble } = {
    trouble: { failure: notYet(folder).failure, whileOpen: false },
  }
  let isEnding = false
  /** Serializes steps: one at a time. */
  let last: Promise<unknown> = Promise.resolve()
  const router = createRecoveryRouter({
    state: () => ('trouble' in held ? stateOf(folder, held.trouble) : null),
    restore: (backup) =>
      step(async () => {
        const restored = await restoreBackup({ folder, now: options.now(), backup })
        if (!restored.ok && restored.failure.code !== 'database_sound') return restored
        return openHere()
      }),
    tryAgain: () => step(openHere),
    retireOriginal: () =>
      step(async () => {
        const retired = retireOriginal(join(folder, databaseName), folder, options.now())
        return retired.ok ? openHere() : retired
      }),
    useFolder: (name) =>
      step(async () => {
        const other = join(dirname(folder), name)
        return holdsOther(other) ?? open(other)
      }),
  })

  function afterLast<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }

  function step(work: () => Promise<Result<void>>): Promise<Result<void>> {
    return afterLast(async () => {
      if (isEnding || 'opened' in held) return success(undefined)
      const done = await work()
      // One turn later, so that the answer leaves to the page that asked.
      if (done.ok) setImmediate(() => options.changed(currentState()))
      return done
    })
  }

  async function openHere(): Promise<Result<void>> {
    const done = await open(folder)
    if (!done.ok) held = { trouble: { failure: done.failure, whileOpen: false } }
    return done
  }

  async function open(at: string): Promise<Result<void>> {
    let mine: Opened | null = null
    let early: Failure | null = null
    const result = await options.open(at, (failure) => {
      if (mine === null) early ??= failure
      else leave(mine, failure)
    })
    if (!result.ok) return result
    if (early !== null) {
      await result.value.close()
      return { ok: false, failure: early }
    }
    mine = result.value
    folder = at
    held = { opened: mine }
    return success(undefined)
  }

  function leave(opened: Opened, failure: Failure): void {
    if (!('opened' in held) || held.opened !== opened) return
    held = { trouble: { failure, whileOpen: true } }
    void afterLast(() => opened.close().catch(options.onBug))
    options.changed(currentState())
  }

  function currentState(): CurrentState<Opened> {
    return 'opened' in held
      ? { kind: 'open', folder, opened: held.opened }
      : { kind: 'closed', folder, failure: held.trouble.failure, router }
  }

  await openHere()
  return {
    currentState,
    close() {
      isEnding = true
      return afterLast(async () => {
        if ('opened' in held) await held.opened.close()
      })
    },
  }
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
