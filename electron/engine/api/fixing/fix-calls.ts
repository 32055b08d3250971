// API calls about bulk fixes: the preview while it is computed, the change itself, and the removal of an item from
// a payload.
import { effectOf } from '../../fixing/fix-effect.ts'
import type { FixMade } from '../../fixing/fixing.ts'
import { checkTexts, maskOf } from '../../accounts/masking/masks.ts'
import { removalOf } from '../../accounts/item-removal.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import { targetOfBatch } from '../../accounts/build/build-target.ts'
import { batchOf, type CallContext, type Inputs, os, type Refuse, unwrap } from '../call-context.ts'
import { message, type Message } from '../../../../shared/texts/create-message.ts'

/** Interval of progress reports; a short search reports none. */
const reportEveryMs = 150
const never = new AbortController().signal

export function fixCalls(context: CallContext) {
  const { store, editing, fixing, playbook, masking } = context
  const calls = os.fixes
  return {
    preview: calls.preview.handler(({ input, errors, signal }) => preview(context, input, errors, signal)),
    apply: calls.apply.handler(async ({ input, errors, signal = never }) => {
      const batch = batchOf(context, input.batch, errors)
      unwrap(checkTexts(textsIn(input.fix)), errors)
      return playbook.around(batch, input.cause, input, async () => {
        const made = unwrap(await fixing.apply(batch, input, signal), errors)
        // A value that is right for each row separately says nothing about the same text on another row.
        const isByRow = input.fix.kind === 'take' || input.fix.kind === 'fill_down'
        if (made !== null && isByRow) store.memory.markByRow(made.edit)
        const one = unwrap(madeOf(made, changesNothing), errors)
        return { ...one, words: masking.wordsOf(batch, one.edit, input.words) }
      })
    }),
    previewRemoval: calls.previewRemoval.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const removal = unwrap(removalOf(context, batch, input.account, input.attr), errors)
      return {
        ...removal,
        cells: removal.cells.map((cell) =>
          masking.isMasked(batch, cell.sheet, cell.column) ? { ...cell, text: maskOf(cell.text) } : cell,
        ),
      }
    }),
    removeItem: calls.removeItem.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const { cells } = unwrap(removalOf(context, batch, input.account, input.attr), errors)
      const changes = cells.map(({ sheet, row, column }) => ({ sheet, row, column, text: '' }))
      const words = takeOut(input.attr, store.accounts.get(input.account).key)
      return { cells: cells.length, ...unwrap(editing.apply(batch, words, changes), errors) }
    }),
  }
}

async function* preview(
  context: CallContext,
  input: Inputs['fixes']['preview'],
  errors: Refuse,
  signal: AbortSignal | undefined = never,
) {
  const { store, editing, fixing, masking } = context
  const batch = batchOf(context, input.batch, errors)
  unwrap(checkTexts(textsIn(input.fix)), errors)
  const search = fixing.find(batch, input, signal)
  let step = await search.next()
  for (let reported = performance.now(); step.done !== true; step = await search.next()) {
    if (performance.now() - reported < reportEveryMs) continue
    reported = performance.now()
    yield { kind: 'looking' as const, ...step.value }
  }
  const found = unwrap(step.value, errors)
  if (found === null) return
  const { count, accounts, locked, sample, otherNumbers } = found
  const columns = found.columns.map((col) => ({ sheet: found.sheet, col }))
  // A text that is taken from a masked column is masked in every column.
  const { fix } = input
  const isTaken = fix.kind === 'take' && masking.isMasked(batch, found.sheet, fix.column)
  const takenFrom = isTaken ? fix.column : null
  const masked = (col: number, cell: { readonly before: string; readonly after: string }) => {
    const [before = '', after = ''] = masking.texts(batch, found.sheet, takenFrom ?? col, [
      cell.before,
      cell.after,
    ])
    return { before, after }
  }
  const refusal = editing.refusalOf(batch, columns)
  const keys = editing.movesRows(batch, columns)
  yield {
    kind: 'cells' as const,
    cells: count,
    accounts: accounts.size,
    locked,
    keys,
    refusal: refusal === null ? null : { code: refusal.code, message: refusal.message },
    sample: sample.map(({ col, account, ...cell }) => {
      const key = account === null ? null : (store.accounts.find(account)?.key ?? null)
      return { ...cell, ...masked(col, cell), column: col, key }
    }),
    otherNumbers:
      otherNumbers === null
        ? null
        : { cells: otherNumbers.cells, example: masked(otherNumbers.first.col, otherNumbers.first) },
  }
  if (count === 0 || keys) return
  const change = { changes: [found], accounts: accounts.size }
  for await (const effect of effectOf(store, batch, change, targetOfBatch(store, batch), signal))
    yield { kind: 'effect' as const, ...effect }
}

/** Every text of a fix, at any depth. */
function textsIn(fix: unknown): string[] {
  if (typeof fix === 'string') return [fix]
  return typeof fix === 'object' && fix !== null
    ? [...Object.keys(fix), ...Object.values(fix).flatMap(textsIn)]
    : []
}

function takeOut(path: string, key: string): Message {
  return message('fixing.take_out', { path, key })
}

const changesNothing = message('fixing.fix_changes_nothing')

/** Result of an edit of many cells; null: there was nothing to do, as the text says. */
export function madeOf(
  made: FixMade | null,
  nothing: Message,
): Result<{ edit: number; cells: number; accounts: number; locked: number }> {
  if (made === null) return failed('input', 'nothing_to_change', nothing)
  const { edit, found } = made
  return success({ edit, cells: found.count, accounts: found.accounts.size, locked: found.locked })
}
