// Opens a data folder for a host, and stands in for the engine while none can be opened: what happened, the backups, and
// the steps that end it. The host serves whichever router it is told of; nothing has to be started again.
//
//   closed ──restore, another try, another folder──▶ open
//   open ──its database is found to be damaged──▶ closed, and the engine on it is ended
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { RecoveryState } from '../../shared/contract.ts'
import { createRecoveryRouter, type RecoveryRouter } from './calls/recovery-calls.ts'
import { type Failure, failed, messageOf, type Result, success } from './failure.ts'
import { describeBackups } from './store/backups.ts'
import { retireOriginal } from './store/folder-identity.ts'
import { databaseName } from './store/open.ts'
import { restoreBackup } from './store/restore.ts'

export type Standing<Opened> =
  | { readonly kind: 'open'; readonly folder: string; readonly opened: Opened }
  | {
      readonly kind: 'closed'
      readonly folder: string
      readonly failure: Failure
      readonly router: RecoveryRouter
    }

export type Recovery<Opened> = {
  readonly standing: () => Standing<Opened>
  /** Ends the engine that is open, after the step that is under way. */
  close(): Promise<void>
}

export type RecoveryOptions<Opened> = {
  readonly folder: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Opens the engine on a folder; told where its database is found to be damaged, after which it is closed. */
  readonly open: (folder: string, damaged: (failure: Failure) => void) => Promise<Result<Opened>>
  /** Another router is to be served from now on. */
  readonly changed: (standing: Standing<Opened>) => void
  /** Hears of an engine that did not end in order. */
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
  /** One step at a time. */
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
      // A turn later, so that the answer is on its way to the page that asked.
      if (done.ok) setImmediate(() => options.changed(standing()))
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
    options.changed(standing())
  }

  function standing(): Standing<Opened> {
    return 'opened' in held
      ? { kind: 'open', folder, opened: held.opened }
      : { kind: 'closed', folder, failure: held.trouble.failure, router }
  }

  await openHere()
  return {
    standing,
    close() {
      isEnding = true
      return afterLast(async () => {
        if ('opened' in held) await held.opened.close()
      })
    },
  }
}

function notYet(folder: string): ReturnType<typeof failed> {
  return failed('workspace', 'not_opened', `The data folder ${folder} has not been opened yet.`)
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

/** Only a folder of Carryover's, an empty one, or one that is yet to be made is taken on a window's word. */
function holdsOther(folder: string): ReturnType<typeof failed> | null {
  if (!existsSync(folder)) return null
  try {
    const names = readdirSync(folder)
    if (names.length === 0 || names.includes(databaseName)) return null
  } catch (error) {
    return failed('workspace', 'folder_not_usable', `${folder} cannot be used (${messageOf(error)}).`)
  }
  return failed(
    'workspace',
    'folder_of_others',
    `${folder} holds something else. Choose a folder of Carryover's, or a name that is not taken.`,
  )
}
