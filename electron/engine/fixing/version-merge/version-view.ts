// View of a batch as one version of its file.
import { countOf, thereOutcomes, unsuccessfulOutcomes } from '../../../../shared/sending/states.ts'
import type { VersionLine, VersionView } from '../../../../shared/contract/fixing/versions.ts'
import { failed, type Result } from '../../system/failure.ts'
import { fileNameOf, type StoredBatch } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'
import type { StoredLine } from '../../store/fixing/version-lines.ts'
import type { LineAccount } from '../../store/fixing/version-marks.ts'
import { stampOf } from './comparing.ts'
import { lineOf } from './lines.ts'
import { message } from '../../../../shared/texts/create-message.ts'

export function batchVersionOf(store: Store, batch: number): VersionView['version'] {
  const { number, earlier, later, merge, due } = store.versions.of(batch)
  return { number, earlier, later: [...later], merge: merge === null ? 'none' : due ? 'due' : 'merged' }
}

/** Reason why nothing of a newer version may be released yet; null if it may. */
export function refusalOfRelease(store: Store, batch: number): Result<never> | null {
  const { earlier, number, merge, due } = store.versions.of(batch)
  if (earlier === null || (merge !== null && !due)) return null
  return merge === null
    ? failed(
        'input',
        'version_not_merged',
        message('versions.not_merged', { version: number, batch: earlier }),
      )
    : failed('input', 'version_merging', message('versions.merging', { version: number, batch: earlier }))
}

export function versionViewOf(store: Store, batch: StoredBatch): VersionView {
  const { earlier: id, merge, mergedAt } = store.versions.of(batch.id)
  const earlier = id === null ? null : store.batches.get(id)
  const counts = earlier === null ? null : store.batches.counts(earlier.id)
  const { states, outcomes } = counts ?? store.batches.counts(batch.id)
  const unsent = states.invalid + states.unvalidated + states.rejected + states.validated + states.queued
  return {
    version: batchVersionOf(store, batch.id),
    earlier:
      earlier === null
        ? null
        : {
            id: earlier.id,
            name: earlier.name,
            fileName: fileNameOf(earlier),
            open: earlier.stage === 'open',
          },
    mergedAt,
    comparison: earlier === null ? null : comparisonOf(store, batch, earlier, merge !== null),
    currentState:
      earlier === null
        ? { there: 0, onItsWay: 0, ended: 0, unsent: 0 }
        : {
            there: countOf(outcomes, thereOutcomes),
            onItsWay: states.sending + states.unconfirmed + states.processing,
            ended: countOf(outcomes, unsuccessfulOutcomes) + outcomes.dry_run,
            unsent,
          },
    marks: store.versionMarks.counts(batch.id),
    canUndo: merge !== null && store.history.attemptsInBatch(batch.id) === 0,
  }
}

function comparisonOf(
  store: Store,
  batch: StoredBatch,
  earlier: StoredBatch,
  merged: boolean,
): VersionView['comparison'] {
  const known = store.versionLines.comparison(batch.id)
  if (known === null) return null
  const { at, first, found, columns, stamp } = known
  const count = (list: Parameters<typeof store.versionLines.count>[2], open = false): number =>
    store.versionLines.count(batch.id, first, list, open)
  return {
    at,
    stale: !merged && stamp !== stampOf(store, batch, earlier),
    columns: [...columns],
    found,
    conflicts: count('conflicts'),
    open: count('conflicts', true),
    toLay: found.carry + store.versionLines.countChosen(batch.id, first),
    conflictColumns: store.versionLines
      .conflictColumns(batch.id, first)
      .map(({ sheet, col, lines, open }) => ({ sheet, column: col, lines, open })),
    changed: count('changed'),
    keysOpen: count('keys', true),
  }
}

export function lineView(line: StoredLine): VersionLine {
  const { seq, kind, key, sheet, row, col, earlier, choice, chosen, state, outcome, platformIdentifier } =
    line
  return {
    ...line.detail,
    seq,
    kind,
    key,
    sheet,
    row,
    column: col,
    choice,
    chosen,
    earlier: earlier === null || state === null ? null : { id: earlier, state, outcome, platformIdentifier },
  }
}

/** An account of the earlier batch as a separate line. */
export function accountLineView(account: LineAccount): VersionLine {
  const { id, key, state, outcome, platformIdentifier } = account
  return {
    ...lineOf('new', key, null).detail,
    seq: id,
    kind: null,
    key,
    sheet: null,
    row: null,
    column: null,
    choice: null,
    chosen: null,
    earlier: { id, state, outcome, platformIdentifier },
  }
}
