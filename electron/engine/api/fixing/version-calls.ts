// API calls about newer versions of a file: open, compare, decide, merge.
import { failed } from '../../system/failure.ts'
import { choicesOf } from '../../import/loading.ts'
import { writtenOf } from '../../accounts/batch-removal.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import { openVersion } from '../../fixing/version-merge/open-version.ts'
import { accountLineView, lineView, versionViewOf } from '../../fixing/version-merge/version-view.ts'
import { writeChanged } from '../../fixing/version-merge/write-changed.ts'
import { batchOf, type CallContext, os, type Refuse, unwrap } from '../call-context.ts'

const never = new AbortController().signal

export function versionCalls(context: CallContext) {
  const { store, versions, eventBus } = context
  const calls = os.versions

  /** A batch that continues another, both of them loaded. */
  function bothOf(id: number, errors: Refuse): { batch: StoredBatch; earlier: StoredBatch } {
    const batch = batchOf(context, id, errors)
    const { earlier: before } = store.versions.of(id)
    const earlier = before === null ? null : store.batches.get(before)
    if (earlier === null)
      return unwrap(
        failed('input', 'no_earlier_version', `Batch ${id} is no newer version of another.`),
        errors,
      )
    const unready = [earlier, batch].find(({ stage }) => stage !== 'open')
    if (unready !== undefined)
      return unwrap(
        failed('input', 'batch_not_loaded', `Batch ${unready.id} has not been loaded and mapped whole yet.`),
        errors,
      )
    return { batch, earlier }
  }

  /** The compared batches; refuses before a comparison. */
  function comparedOf(id: number, errors: Refuse): { batch: StoredBatch; first: number } {
    const batch = batchOf(context, id, errors)
    const comparison = store.versionLines.comparison(id)
    const missing = failed(
      'input',
      'not_compared',
      'The two versions were not compared yet. Compare them first.',
    )
    return comparison === null ? unwrap(missing, errors) : { batch, first: comparison.first }
  }

  function refuseMerged(id: number, errors: Refuse): void {
    if (store.versions.of(id).merge !== null)
      unwrap(
        failed('input', 'already_merged', 'The two versions are merged. Take the merge back first.'),
        errors,
      )
  }

  return {
    open: calls.open.handler(async ({ input, errors }) => {
      const { batch: id, path, ...choices } = input
      const earlier = batchOf(context, id, errors)
      const opened = unwrap(await openVersion(context, earlier, path, choicesOf(choices)), errors)
      eventBus.batchChanged(earlier.id)
      eventBus.batchChanged(opened.batch)
      return opened
    }),
    get: calls.get.handler(({ input, errors }) =>
      versionViewOf(store, batchOf(context, input.batch, errors)),
    ),
    compare: calls.compare.handler(async function* ({ input, errors, signal = never }) {
      const { batch, earlier } = bothOf(input.batch, errors)
      // After the merge the comparison stays visible; it is gone if the earlier batch was built again.
      if (store.versionLines.comparison(batch.id) !== null) refuseMerged(batch.id, errors)
      yield* versions.compare(batch, earlier, signal)
      eventBus.batchChanged(batch.id)
    }),
    lines: calls.lines.handler(({ input, errors }) => {
      const { list, offset, limit, open } = input
      if (list === 'on_its_way' || list === 'ended') {
        const { earlier } = store.versions.of(batchOf(context, input.batch, errors).id)
        if (earlier === null) return { total: 0, lines: [] }
        const { total, accounts } = store.versionMarks.currentState(earlier, list, offset, limit)
        return { total, lines: accounts.map(accountLineView) }
      }
      const { first } = comparedOf(input.batch, errors)
      const column =
        input.column === undefined ? null : { sheet: input.column.sheet, col: input.column.column }
      const { total, lines } = store.versionLines.page(input.batch, first, list, {
        open,
        column,
        offset,
        limit,
      })
      return { total, lines: lines.map(lineView) }
    }),
    choose: calls.choose.handler(({ input, errors }) => {
      const { first } = comparedOf(input.batch, errors)
      refuseMerged(input.batch, errors)
      const { where, open, choice } = input
      const at =
        where === 'all'
          ? where
          : 'lines' in where
            ? { seqs: where.lines }
            : { sheet: where.sheet, col: where.column }
      const text = choice?.kind === 'typed' ? choice.text : null
      const made = { choice: choice?.kind ?? null, text, open }
      const lines = store.versionLines.choose(input.batch, first, at, made)
      eventBus.batchChanged(input.batch)
      return { lines, open: store.versionLines.count(input.batch, first, 'conflicts', true) }
    }),
    sameAccount: calls.sameAccount.handler(({ input, errors }) => {
      comparedOf(input.batch, errors)
      refuseMerged(input.batch, errors)
      const line = store.versionLines.line(input.batch, input.line)
      if (line?.kind !== 'keys' || line.detail.other === null)
        return unwrap(
          failed('input', 'no_such_line', 'This offer is no longer there. Compare again.'),
          errors,
        )
      const { other } = line.detail
      const choice = input.same === null ? null : input.same ? 'same' : 'apart'
      store.sending.together(() => {
        store.versionLines.chooseKey(input.batch, line.seq, choice)
        store.versions.setSameKey(input.batch, line.key, input.same === true ? other : null)
      })
      eventBus.batchChanged(input.batch)
    }),
    merge: calls.merge.handler(async ({ input, errors }) => {
      const { batch, earlier } = bothOf(input.batch, errors)
      refuseMerged(batch.id, errors)
      unwrap(await versions.merge(batch, earlier, input), errors)
    }),
    undo: calls.undo.handler(async ({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      if (store.history.attemptsInBatch(batch.id) > 0)
        unwrap(
          failed(
            'input',
            'batch_was_sent',
            `Accounts of batch ${batch.id} were sent, so what the merge held in the earlier version stays held.`,
          ),
          errors,
        )
      unwrap(await versions.undo(batch.id), errors)
    }),
    standAlone: calls.standAlone.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      refuseMerged(batch.id, errors)
      const { earlier } = store.versions.of(batch.id)
      store.versions.link(batch.id, null)
      eventBus.batchChanged(batch.id)
      if (earlier !== null) eventBus.batchChanged(earlier)
    }),
    writeChanged: calls.writeChanged.handler(async ({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const folder = input.folder ?? writtenOf(context.status.folder, batch.id)
      return unwrap(
        await writeChanged({ store, unfinished: context.unfinished }, batch, folder, input.format),
        errors,
      )
    }),
  }
}
