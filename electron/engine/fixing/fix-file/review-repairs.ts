// Reviews a repaired fix file: each changed cell becomes an item, as an answer of a question pack does, with what speaks
// against it: edited here since, account on its way or created, row gone, copied rows that differ. Rows that were added
// or deleted are listed and change nothing. Nothing is stored.
import { yieldToEventLoop } from '../../system/yield.ts'
import { type Editing, lockOf } from '../../accounts/editing.ts'
import type { RepairedRow, StoredFixFile } from '../../store/fixing/fix-files.ts'
import type { Store } from '../../store/store.ts'
import {
  countPrints,
  fingerprint,
  ownColumns,
  printAt,
  readReference,
} from '../../report/rows/fix-reference.ts'
import { type CellPrints, createCellPrints } from './cell-prints.ts'
import { writtenDate } from '../question-pack/answers/answer-text.ts'
import type { AskColumn, AskCompiledMapping } from '../question-pack/ask-columns.ts'
import { blankDraft, type Draft, finishDrafts, inPieces } from '../question-pack/drafts.ts'
import type { Target } from '../question-pack/find-cells.ts'
import type { Validated } from '../question-pack/answers/validate-answers.ts'
import { matchColumns, type MatchedColumns } from './match-columns.ts'
import {
  type FileRow,
  placeRepairs,
  type PlacedRepairs,
  type RepairedParts,
  type StrangeRow,
} from './place-repairs.ts'
import type { RepairedFile, RepairedSheet } from './repaired-rows.ts'
import { isWithheldText } from '../../../../shared/sheet/withheld-text.ts'
import { commaList } from '../../../../shared/texts/join.ts'
import { message, type Message } from '../../../../shared/texts/create-message.ts'

const pieceOfRows = 200
const shownOfRow = 200

type Context = {
  readonly store: Store
  readonly editing: Pick<Editing, 'refusalOf'>
  readonly compiledMapping: AskCompiledMapping
}
type Watch = { readonly signal: AbortSignal; readonly looked: (done: number, of: number) => void }
type Review = Context & {
  readonly fixFile: StoredFixFile
  readonly prints: CellPrints
  /** Why a column cannot be changed in any row; null if it can. */
  readonly lockOfColumn: (column: AskColumn) => Message | null
}

/** Null if the signal was aborted. */
export async function reviewRepairs(
  context: Context,
  fixFile: StoredFixFile,
  file: RepairedFile,
  watch: Watch,
): Promise<Validated | null> {
  const { store, compiledMapping } = context
  const parts = partsOf(compiledMapping)
  const placed = await placeRepairs(file, fixFile, parts)
  const prints = createCellPrints(fixFile)
  const review = { ...context, fixFile, prints, lockOfColumn: columnLocks(context) }
  const compared = await compareRows(review, placed, watch)
  if (compared === null) return null
  const drafts = [
    ...compared.drafts,
    ...placed.strange.map(strangeDraft),
    ...(await inPieces(placed.deleted, (place) => [deletedDraft(review, place)])),
  ]
  const items = await finishDrafts(store, compiledMapping, drafts, { ...watch, takesRefused: true })
  return (
    items && {
      items,
      ignored: unusedColumns(file, parts),
      missing: placed.deleted.length,
      unchanged: compared.unchanged,
    }
  )
}

function partsOf(compiledMapping: AskCompiledMapping): RepairedParts {
  const matched = new Map<string, MatchedColumns>()
  const sheetAt = (position: number) => compiledMapping.sheets.find((sheet) => sheet.position === position)
  return {
    target(position) {
      const sheet = sheetAt(position)
      if (sheet === undefined) return null
      const own = ownColumns(sheet.info.columns)
      return { own, ties: own.map(({ index }) => compiledMapping.columnAt(position, index)?.ties === true) }
    },
    columns(file, position) {
      const sheet = sheetAt(position)
      if (sheet === undefined) return null
      const name = JSON.stringify([file.name, position])
      const known = matched.get(name) ?? matchColumns(file.columns, sheet.info.columns)
      matched.set(name, known)
      return known
    },
  }
}

function columnLocks({ editing, compiledMapping }: Context): Review['lockOfColumn'] {
  const known = new Map<AskColumn, Message | null>()
  return (column) => {
    if (!column.ties) return null
    const found = known.get(column)
    if (found !== undefined) return found
    const { batch } = compiledMapping
    const refusal = editing.refusalOf(batch, [{ sheet: column.sheet.position, col: column.index }])
    const why = refusal === null ? null : message('repairs.column_locked', { why: refusal.message })
    known.set(column, why)
    return why
  }
}

async function compareRows(
  review: Review,
  { byPlace }: PlacedRepairs,
  { signal, looked }: Watch,
): Promise<{ readonly drafts: Draft[]; readonly unchanged: number } | null> {
  const drafts: Draft[] = []
  let unchanged = 0
  let done = 0
  for (const rows of byPlace.values()) {
    const found = compareRow(review, rows)
    drafts.push(...found)
    unchanged += countPrints(rows[0]?.prints ?? '') - found.length
    done += 1
    if (done % pieceOfRows > 0) continue
    looked(done, byPlace.size)
    await yieldToEventLoop()
    if (signal.aborted) return null
  }
  return { drafts, unchanged }
}

/** The changed cells of one row of the batch. */
function compareRow(review: Review, rows: readonly FileRow[]): Draft[] {
  const { store, compiledMapping } = review
  const [first] = rows
  if (first === undefined) return []
  const { sheet, row } = first.reference
  const columns = ownColumns(compiledMapping.sheets.find((one) => one.position === sheet)?.info.columns ?? [])
  const stored = store.fixFiles.row(compiledMapping.batch.id, sheet, row)
  const gone = whyGone(review, first, stored, columns)
  return columns.flatMap((info, at): Draft[] => {
    const written = printAt(first.reference.prints, at)
    if (rows.every(({ prints }) => printAt(prints, at) === written)) return []
    const column = compiledMapping.columnAt(sheet, info.index)
    if (column === null) return []
    const base: Draft = {
      ...blankDraft('answered', first.row.row),
      key: stored?.account?.key ?? null,
      sheet: column.sheet.info.name,
      row,
      column: column.name,
      cells: 1,
    }
    const texts = new Map(rows.map((one) => [textAt(one, at, column, stored), one.row.row]))
    const [after = ''] = texts.keys()
    if (stored === null || gone !== null) return [{ ...base, kind: 'gone', answer: after, why: gone }]
    const target = targetOf(stored, column)
    const shown = { ...base, now: target.text, targets: [target] }
    if (texts.size > 1) return [copiedDraft(shown, texts, lockOfCell(review, stored, column))]
    return [cellDraft(review, { ...shown, answer: after }, stored, { target, after, written })]
  })
}

/** Why nothing of a row can be used; null if it can. */
function whyGone(
  { compiledMapping: { batch }, fixFile, prints }: Review,
  { reference }: FileRow,
  stored: RepairedRow | null,
  columns: readonly { readonly index: number }[],
): Message | null {
  if (stored === null || countPrints(reference.prints) !== columns.length) return message('repairs.row_gone')
  if (fixFile.readAt === batch.readAt) return null
  const { sheet, row } = reference
  const isSame = columns.every(
    ({ index: column }, at) =>
      prints.print({ sheet, row, column }, textNow(stored, column)) === printAt(reference.prints, at),
  )
  return isSame ? null : message('repairs.read_again')
}

function cellDraft(
  review: Review,
  shown: Draft,
  stored: RepairedRow,
  cell: { readonly target: Target; readonly after: string; readonly written: string },
): Draft {
  const { target, after, written } = cell
  if (fingerprint(target.text) === fingerprint(after)) return { ...shown, kind: 'already' }
  const locked = lockOfCell(review, stored, target.column)
  if (locked !== null) return { ...shown, kind: 'locked', why: locked }
  const why = after === '' ? message('questions.will_be_empty') : null
  const { row, column } = target
  const place = { sheet: column.sheet.position, row, column: column.index }
  return review.prints.print(place, target.text) === written
    ? { ...shown, after, mayTake: true, takes: true, why }
    : { ...shown, kind: 'edited', after, mayTake: true, why: message('repairs.edited_here') }
}

function lockOfCell(review: Review, { account }: RepairedRow, column: AskColumn): Message | null {
  const why = account === null ? null : lockOf(account)
  return why === null || account === null
    ? review.lockOfColumn(column)
    : message('accounts.not_editable', { key: account.key, why })
}

/** Of a row that was copied in the file, where the copies differ. */
function copiedDraft(shown: Draft, texts: ReadonlyMap<string, number>, locked: Message | null): Draft {
  const answers = [...texts].map(([text, fileRow]) => ({ fileRow, text }))
  if (locked !== null) return { ...shown, kind: 'locked', answer: answers[0]?.text ?? '', why: locked }
  const said = answers.map(({ fileRow, text }) =>
    message('questions.row_says', {
      row: fileRow,
      text: text === '' ? message('questions.leave_empty') : text,
    }),
  )
  const why = message('repairs.row_twice', { n: answers.length, answers: commaList(said) })
  return { ...shown, kind: 'twice', answers, mayTake: true, why }
}

/** A real date is written as the column writes dates. A cell with the mark of a withheld text has the text of the batch. */
function textAt(
  { row, columns, prints, reference }: FileRow,
  at: number,
  column: AskColumn,
  stored: RepairedRow | null,
): string {
  const place = columns.places[at] ?? -1
  const text = row.cells[place] ?? ''
  if (isWithheldText(text)) return stored === null ? '' : textNow(stored, column.index)
  const iso = row.kept?.[place]?.iso
  return iso === undefined || printAt(prints, at) === printAt(reference.prints, at)
    ? text
    : writtenDate(iso, column.field?.datePattern ?? null)
}

function targetOf(stored: RepairedRow, column: AskColumn): Target {
  return {
    account: stored.account?.id ?? null,
    key: stored.account?.key ?? '',
    row: stored.row,
    text: textNow(stored, column.index),
    edited: stored.edited.get(column.index) ?? null,
    read: stored.read[column.index] ?? '',
    column,
  }
}

function textNow({ edited, read }: RepairedRow, column: number): string {
  return edited.get(column) ?? read[column] ?? ''
}

function strangeDraft({ kind, row, why }: StrangeRow): Draft {
  const texts = row.cells.filter((text) => text.trim() !== '' && readReference(text) === null).join(' · ')
  return { ...blankDraft(kind, row.row), answer: texts.slice(0, shownOfRow), why }
}

function deletedDraft({ store, compiledMapping }: Context, place: { sheet: number; row: number }): Draft {
  const { batch, sheets } = compiledMapping
  const stored = store.fixFiles.row(batch.id, place.sheet, place.row)
  return {
    ...blankDraft('row_deleted', 0),
    key: stored?.account?.key ?? null,
    sheet: sheets.find(({ position }) => position === place.sheet)?.info.name ?? null,
    row: place.row,
    now:
      stored?.read
        .filter((text) => text.trim() !== '')
        .join(' · ')
        .slice(0, shownOfRow) ?? null,
    why: message('repairs.row_deleted'),
  }
}

/** Columns of the file that are not used, by their header rows. */
function unusedColumns({ sheets }: RepairedFile, { columns }: RepairedParts): Validated['ignored'] {
  const unusedOf = (sheet: RepairedSheet): Validated['ignored'] => {
    const position = sheet.rows.find(({ reference }) => reference !== null)?.reference?.sheet
    const matched = position === undefined ? null : columns(sheet, position)
    return (matched?.unused ?? []).map(({ header, why }) => ({
      fileRow: sheet.headerRow,
      header: why,
      was: '',
      is: header,
    }))
  }
  return sheets.flatMap(unusedOf)
}
