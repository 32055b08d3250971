// Loads a target: reads its keys from a file or takes pasted ones, and gives their hashes to the team's database in pieces.
// It ends with `done` or `refused`; ended before, it has changed nothing that others see.
import type { TargetLoadEvent } from '../../../../shared/contract/team/board.ts'
import { bareKey } from '../../../../shared/fixing/pasted-keys.ts'
import { cellsOfText, type RowText, type SheetInfo } from '../../../../shared/sheet/sheet.ts'
import { message } from '../../../../shared/texts/message.ts'
import type { Reader } from '../../import/reader.ts'
import { type Failure, failed, fileRefused } from '../../system/failure.ts'
import { identityHash } from '../claims/identity-hash.ts'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamTrouble } from '../database/trouble.ts'
import { teamFailure } from '../team-failure.ts'
import type { KeyColumns } from './key-columns.ts'
import { addTargetKeys, beginTarget, dropTargetKeys, finishTarget, type NewTarget } from './targets.ts'

/** Of one target. */
export const mostTargetKeys = 10_000_000
/** In one statement, which has to end within the time limit of statements and holds up changes of claims. */
export const keysAtOnce = 5000

/** Identities as `identityOf` makes them; null: a row without a key. */
export type KeyPiece = {
  readonly identities: readonly (string | null)[]
  readonly bytes: number
  readonly bytesTotal: number
}
type Refused = { readonly kind: 'refused'; readonly failure: Failure }

/** One identity a row, as `columns` says. */
export async function* keysOfFile(
  reader: Reader,
  path: string,
  columns: KeyColumns,
  signal: AbortSignal,
): AsyncGenerator<KeyPiece | Refused> {
  let place = { bytes: 0, bytesTotal: 0 }
  let chosen = -1
  for await (const one of reader(
    path,
    { caps: { rows: mostTargetKeys, workbookRows: mostTargetKeys } },
    signal,
  )) {
    if (one.kind === 'refused') {
      yield { kind: 'refused', ...fileRefused(one.failure) }
      return
    }
    if (one.kind === 'progress') place = { bytes: one.bytes, bytesTotal: one.bytesTotal }
    if (one.kind === 'sheet' && one.sheet.name === columns.sheet) {
      chosen = one.index
      if (columns.column === null) yield { identities: beforeRows(one.sheet, columns), ...place }
    }
    if (one.kind === 'rows' && one.sheet === chosen)
      yield { identities: one.rows.map((row) => identityIn(cellsOf(row), columns)), ...place }
  }
}

/** A bare list has no header: what was taken for it, and for a text above it, are keys. */
function beforeRows({ above = [], columns: heads }: SheetInfo, columns: KeyColumns): (string | null)[] {
  const rows = [...above.map(({ cells }) => cells), heads.map(({ header }) => header)]
  return rows.map((cells) => identityIn(cells, columns))
}

const cellsOf = ({ cells }: RowText): string[] => cellsOfText(cells)

function identityIn(cells: readonly string[], { parts }: KeyColumns): string | null {
  const values = parts.map((part) => (typeof part === 'string' ? part : bareKey(cells[part] ?? '')))
  return values.includes('') ? null : JSON.stringify(values)
}

export type TargetLoad = NewTarget & {
  readonly database: TeamDatabase
  /** The team's identifier. */
  readonly team: string
  readonly column: string | null
}

export async function* loadTarget(
  load: TargetLoad,
  keys: AsyncIterable<KeyPiece | Refused>,
): AsyncGenerator<TargetLoadEvent | Refused> {
  const { database, desktop } = load
  const begun = await beginTarget(database, load)
  if (!begun.ok) return yield troubled(begun.trouble)
  const target = begun.value
  if (target === null) return yield gone()
  const count = { keys: 0, given: 0, empty: 0 }
  const waiting: string[] = []
  let place = { bytes: 0, bytesTotal: 0 }
  /** Gives full statements to the database; with `all`, the rest too. */
  const add = async (all: boolean): Promise<Refused | null> => {
    while (waiting.length >= (all ? 1 : keysAtOnce)) {
      const given = waiting.splice(0, keysAtOnce)
      const hashes = given.map((identity) => identityHash(load.team, load.service, identity))
      const added = await addTargetKeys(database, desktop, target, hashes)
      if (!added.ok) return troubled(added.trouble)
      if (added.value === null) return gone()
      count.keys += added.value
      count.given += given.length
      if (count.keys > mostTargetKeys)
        return refused('target_too_large', message('team.target_too_large', { most: mostTargetKeys }))
    }
    return null
  }
  for await (const piece of keys) {
    if ('kind' in piece) return yield piece
    place = { bytes: piece.bytes, bytesTotal: piece.bytesTotal }
    for (const identity of piece.identities) {
      if (identity === null) count.empty += 1
      else waiting.push(identity)
    }
    const isFull = waiting.length >= keysAtOnce
    const failure = await add(false)
    if (failure !== null) return yield failure
    if (isFull) yield { kind: 'progress', keys: count.keys, ...place }
  }
  const failure = await add(true)
  if (failure !== null) return yield failure
  if (count.keys === 0) return yield refused('target_empty', message('team.target_empty'))
  yield { kind: 'progress', keys: count.keys, ...place }
  const finished = await finishTarget(database, desktop, target)
  if (!finished.ok) return yield troubled(finished.trouble)
  if (finished.value === null) return yield gone()
  yield {
    kind: 'done',
    keys: finished.value,
    repeated: count.given - count.keys,
    empty: count.empty,
    column: load.column,
  }
  // What was replaced is hidden already; what is not deleted now, the next load or removal deletes.
  await dropTargetKeys(database)
}

function refused(code: string, words: Failure['message']): Refused {
  return { kind: 'refused', failure: failed('input', code, words).failure }
}

function gone(): Refused {
  return refused('target_gone', message('team.target_gone'))
}

const troubled = (trouble: TeamTrouble): Refused => ({
  kind: 'refused',
  failure: teamFailure(trouble).failure,
})
