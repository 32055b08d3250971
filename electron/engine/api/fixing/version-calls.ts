// API calls about newer versions of a file: open, compare, decide, merge.
import type { VersionLine } from '../../../../shared/contract/fixing/versions.ts'
import { checkTexts, maskOf } from '../../accounts/masking/masks.ts'
import { failed } from '../../system/failure.ts'
import { filesGiven } from '../../import/several-files.ts'
import { writtenOf } from '../../accounts/batch-removal.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import { openVersion } from '../../fixing/version-merge/open-version.ts'
import { accountLineView, lineView, versionViewOf } from '../../fixing/version-merge/version-view.ts'
import { writeChanged } from '../../fixing/version-merge/write-changed.ts'
import { batchOf, type CallContext, type Inputs, os, type Refuse, unwrap } from '../call-context.ts'
import { message } from '../../../../shared/texts/create-message.ts'
import { createMessageFormat } from '../../../../shared/texts/message-format.ts'

const never = new AbortController().signal

export function versionCalls(context: CallContext) {
  const { store } = context
  const calls = os.versions

  return {
    open: calls.open.handler(({ input, errors }) => open(context, input, errors)),
    get: calls.get.handler(({ input, errors }) =>
      versionViewOf(store, batchOf(context, input.batch, errors)),
    ),
    compare: calls.compare.handler(({ input, errors, signal }) => compare(context, input, errors, signal)),
    lines: calls.lines.handler(({ input, errors }) => lines(context, input, errors)),
    choose: calls.choose.handler(({ input, errors }) => choose(context, input, errors)),
    sameAccount: calls.sameAccount.handler(({ input, errors }) => sameAccount(context, input, errors)),
    merge: calls.merge.handler(({ input, errors }) => merge(context, input, errors)),
    undo: calls.undo.handler(({ input, errors }) => undo(context, input, errors)),
    standAlone: calls.standAlone.handler(({ input, errors }) => standAlone(context, input, errors)),
    writeChanged: calls.writeChanged.handler(({ input, errors, signal }) =>
      writeChangedCells(context, input, errors, signal),
    ),
  }
}

/** A batch that continues another, both of them loaded. */
function bothOf(
  context: CallContext,
  id: number,
  errors: Refuse,
): { batch: StoredBatch; earlier: StoredBatch } {
  const { store } = context
  const batch = batchOf(context, id, errors)
  const { earlier: before } = store.versions.of(id)
  const earlier = before === null ? null : store.batches.get(before)
  if (earlier === null)
    return unwrap<never>(
      failed('input', 'no_earlier_version', message('versions.no_newer_version', { batch: id })),
      errors,
    )
  const unready = [earlier, batch].find(({ stage }) => stage !== 'open')
  if (unready !== undefined)
    return unwrap<never>(
      failed('input', 'batch_not_loaded', message('versions.not_loaded', { batch: unready.id })),
      errors,
    )
  return { batch, earlier }
}

/** The compared batches; refuses before a comparison. */
function comparedOf(context: CallContext, id: number, errors: Refuse): { batch: StoredBatch; first: number } {
  const { store } = context
  const batch = batchOf(context, id, errors)
  const comparison = store.versionLines.comparison(id)
  const missing = failed('input', 'not_compared', message('versions.not_compared'))
  return comparison === null ? unwrap(missing, errors) : { batch, first: comparison.first }
}

function refuseMerged({ store }: CallContext, id: number, errors: Refuse): void {
  if (store.versions.of(id).merge !== null)
    unwrap(failed('input', 'already_merged', message('versions.already_merged')), errors)
}

async function open(context: CallContext, input: Inputs['versions']['open'], errors: Refuse) {
  const { eventBus } = context
  const { batch: id, ...files } = input
  const earlier = batchOf(context, id, errors)
  const opened = unwrap(await openVersion(context, earlier, filesGiven(files)), errors)
  eventBus.batchChanged(earlier.id)
  eventBus.batchChanged(opened.batch)
  return opened
}

async function* compare(
  context: CallContext,
  input: Inputs['versions']['compare'],
  errors: Refuse,
  signal: AbortSignal | undefined = never,
) {
  const { store, versions, eventBus } = context
  const { batch, earlier } = bothOf(context, input.batch, errors)
  // After the merge the comparison stays visible; it is gone if the earlier batch was built again.
  if (store.versionLines.comparison(batch.id) !== null) refuseMerged(context, batch.id, errors)
  yield* versions.compare(batch, earlier, signal)
  eventBus.batchChanged(batch.id)
}

function lines(context: CallContext, input: Inputs['versions']['lines'], errors: Refuse) {
  const { store } = context
  const { list, offset, limit, open } = input
  if (list === 'on_its_way' || list === 'ended') {
    const { earlier } = store.versions.of(batchOf(context, input.batch, errors).id)
    if (earlier === null) return { total: 0, lines: [] }
    const { total, accounts } = store.versionMarks.currentState(earlier, list, offset, limit)
    return { total, lines: accounts.map(accountLineView) }
  }
  const { batch, first } = comparedOf(context, input.batch, errors)
  const column = input.column === undefined ? null : { sheet: input.column.sheet, col: input.column.column }
  const { total, lines } = store.versionLines.page(input.batch, first, list, {
    open,
    column,
    offset,
    limit,
  })
  return { total, lines: lines.map((line) => maskedLine(context, batch, lineView(line))) }
}

/** A line about a cell that is masked in either version. */
function maskedLine({ store, masking }: CallContext, batch: StoredBatch, line: VersionLine): VersionLine {
  const { sheet, column, sheetName, columnName } = line
  const { earlier: before } = store.versions.of(batch.id)
  const earlier = before === null ? null : store.batches.get(before)
  const at = sheet === null ? null : store.rows.sheet(batch.id, sheet)?.info
  const name = columnName ?? at?.columns.find(({ index }) => index === column)?.name ?? null
  const isMasked =
    (sheet !== null && column !== null && masking.isMasked(batch, sheet, column)) ||
    (earlier !== null && name !== null && masking.isMaskedName(earlier, sheetName ?? at?.name ?? null, name))
  const mask = (text: string | null): string | null => (text === null ? null : maskOf(text))
  const { old, ours, fresh, chosen } = line
  return isMasked
    ? { ...line, old: mask(old), ours: mask(ours), fresh: mask(fresh), chosen: mask(chosen) }
    : line
}

function choose(context: CallContext, input: Inputs['versions']['choose'], errors: Refuse) {
  const { store, eventBus } = context
  const { first } = comparedOf(context, input.batch, errors)
  refuseMerged(context, input.batch, errors)
  const { where, open, choice } = input
  unwrap(checkTexts(choice?.kind === 'typed' ? [choice.text] : []), errors)
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
}

function sameAccount(context: CallContext, input: Inputs['versions']['sameAccount'], errors: Refuse) {
  const { store, eventBus } = context
  comparedOf(context, input.batch, errors)
  refuseMerged(context, input.batch, errors)
  const line = store.versionLines.line(input.batch, input.line)
  if (line?.kind !== 'keys' || line.detail.other === null)
    return unwrap<never>(failed('input', 'no_such_line', message('versions.offer_gone')), errors)
  const { other } = line.detail
  const choice = input.same === null ? null : input.same ? 'same' : 'apart'
  store.sending.together(() => {
    store.versionLines.chooseKey(input.batch, line.seq, choice)
    store.versions.setSameKey(input.batch, line.key, input.same === true ? other : null)
  })
  eventBus.batchChanged(input.batch)
}

async function merge(context: CallContext, input: Inputs['versions']['merge'], errors: Refuse) {
  const { versions } = context
  const { batch, earlier } = bothOf(context, input.batch, errors)
  refuseMerged(context, batch.id, errors)
  unwrap(await versions.merge(batch, earlier, input), errors)
}

async function undo(context: CallContext, input: Inputs['versions']['undo'], errors: Refuse) {
  const { store, versions } = context
  const batch = batchOf(context, input.batch, errors)
  if (store.history.attemptsInBatch(batch.id) > 0)
    unwrap(failed('input', 'batch_was_sent', message('versions.batch_was_sent', { batch: batch.id })), errors)
  unwrap(await versions.undo(batch.id), errors)
}

function standAlone(context: CallContext, input: Inputs['versions']['standAlone'], errors: Refuse) {
  const { store, eventBus } = context
  const batch = batchOf(context, input.batch, errors)
  refuseMerged(context, batch.id, errors)
  const { earlier } = store.versions.of(batch.id)
  store.versions.link(batch.id, null)
  eventBus.batchChanged(batch.id)
  if (earlier !== null) eventBus.batchChanged(earlier)
}

async function writeChangedCells(
  context: CallContext,
  input: Inputs['versions']['writeChanged'],
  errors: Refuse,
  signal: AbortSignal = never,
) {
  const { store, unfinished } = context
  const batch = batchOf(context, input.batch, errors)
  const folder = input.folder ?? writtenOf(context.status.folder, batch.id)
  const { language, locale } = input.inLanguage
  const request = { folder, kind: input.format, format: createMessageFormat(language, locale) }
  return unwrap(await writeChanged({ store, unfinished }, batch, request, signal), errors)
}
