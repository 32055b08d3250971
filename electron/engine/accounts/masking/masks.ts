// What the answers of calls look like while columns of a batch are masked: one function for each kind of thing that an
// answer holds. A sentence of the service about a masked cell is replaced whole; every other text of an account has the
// mask in place of each value that it quotes.
import { maskText } from '../../../../shared/contract/privacy.ts'
import type { CellHistory, EditView, GridRow } from '../../../../shared/contract/views.ts'
import type { Mapping } from '../../../../shared/mapping/file.ts'
import { getAt, parseAttr, resolveAttr, setAt } from '../../../../shared/payload/attr-path.ts'
import type { Origin, Origins, Place, Problem } from '../../../../shared/payload/problems.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { StoredSheet } from '../../store/import/rows.ts'
import type { Store } from '../../store/store.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import type { CellLens } from '../cell-lens.ts'
import { createHide, type Hide, hideNothing } from './mask-values.ts'
import type { SensitiveColumn } from './sensitive-columns.ts'

/** A mapping that is not the batch's yet, and the catalogue that it is made for. */
export type Draft = { readonly mapping: Mapping; readonly catalogue: unknown }

type MaskedOf = (batch: StoredBatch, draft?: Draft) => readonly SensitiveColumn[]
type Columns = readonly Pick<SensitiveColumn, 'sheet' | 'column'>[]

export function createMasks(store: Store, masked: MaskedOf) {
  return {
    ...masksOfCells(store, masked),
    ...masksOfAccounts(store, masked),
    ...masksOfEdits(store, masked),
    /** The columns that are masked in a draft of a mapping. */
    ofDraft: (batch: StoredBatch, draft: Draft): MaskedDraft =>
      maskedDraft(masked(batch, draft), masked(batch)),
    isAnyMasked: (batch: StoredBatch): boolean => masked(batch).length > 0,
    /** The general path of a field whose values are masked in this batch. */
    isMaskedField: (batch: StoredBatch, field: string): boolean =>
      masked(batch).some((one) => one.field === field),
  }
}

function masksOfCells(store: Store, masked: MaskedOf) {
  const isMasked = (batch: StoredBatch, sheet: number, column: number): boolean => {
    const at = masked(batch).length === 0 ? null : store.rows.sheet(batch.id, sheet)
    return at !== null && maskedIn(masked(batch), at).includes(column)
  }
  return {
    isMasked,
    isMaskedName: (batch: StoredBatch, sheet: string | null, column: string): boolean =>
      masked(batch).some((one) => one.column === column && (sheet === null || one.sheet === sheet)),
    /** Texts of one column. */
    texts: (batch: StoredBatch, sheet: number, column: number, texts: readonly string[]): string[] =>
      isMasked(batch, sheet, column) ? texts.map(maskOf) : [...texts],
    /** Texts of one row, by column. */
    cells: (batch: StoredBatch, sheet: Pick<StoredSheet, 'info'>, cells: readonly string[]): string[] =>
      maskCells(cells, maskedIn(masked(batch), sheet)),
    rows(batch: StoredBatch, sheet: Pick<StoredSheet, 'info'>, rows: readonly GridRow[]): GridRow[] {
      const columns = maskedIn(masked(batch), sheet)
      return columns.length === 0
        ? [...rows]
        : rows.map((row) => {
            // Our own sentences never quote a sensitive value.
            const isQuoted = row.problems.some(({ source }) => source !== 'local')
            const account = isQuoted ? (row.account?.id ?? null) : null
            return maskRow(row, columns, hideOf(store, batch, masked(batch), account))
          })
    },
  }
}

function masksOfAccounts(store: Store, masked: MaskedOf) {
  return {
    /** The payload with a mask in place of each value that comes from a masked cell. */
    payload: (batch: StoredBatch, payload: unknown, origins: Origins): unknown =>
      maskPayload(masked(batch), payload, origins),
    /** Puts the mask in place of an account's sensitive values, now and earlier, in what else is said about it. */
    hideOf: (batch: StoredBatch | null, account: number): Hide =>
      batch === null ? hideNothing : hideOf(store, batch, masked(batch), account),
    problems<One extends Placed>(batch: StoredBatch | null, hide: Hide, problems: readonly One[]): One[] {
      const columns = batch === null ? [] : masked(batch)
      return problems.map((one) => maskProblem(columns, one, hide))
    },
    lens(batch: StoredBatch, account: number, cell: CellAt, lens: CellLens): CellLens {
      const at = store.rows.sheet(batch.id, cell.sheet)
      const here = at !== null && maskedIn(masked(batch), at).includes(cell.column)
      return here ? maskLens(lens) : hideOf(store, batch, masked(batch), account)(lens)
    },
  }
}

function masksOfEdits(store: Store, masked: MaskedOf) {
  /** An edit never changes, so neither does the answer. */
  const known = new Map<string, boolean>()
  function touches(edit: number, sheet: number, column: number): boolean {
    const name = `${edit} ${sheet} ${column}`
    const found = known.get(name) ?? store.editHistory.touches(edit, sheet, column)
    known.set(name, found)
    return found
  }
  function maskedCells(batch: StoredBatch): readonly (readonly [number, number])[] {
    const columns = masked(batch)
    if (columns.length === 0) return []
    return store.rows
      .sheets(batch.id)
      .flatMap((sheet) => maskedIn(columns, sheet).map((column) => [sheet.position, column] as const))
  }
  const wordsAt = (at: ReturnType<typeof maskedCells>, edit: number, words: Said): Said =>
    at.some(([sheet, column]) => touches(edit, sheet, column)) ? message('accounts.edit_of_masked') : words
  return {
    /** Words of an edit of a masked cell may quote its text. */
    edits(batch: StoredBatch, edits: readonly EditView[]): EditView[] {
      const at = maskedCells(batch)
      return edits.map((edit) => ({ ...edit, words: wordsAt(at, edit.id, edit.words) }))
    },
    wordsOf: (batch: StoredBatch, edit: number, words: Said): Said =>
      wordsAt(maskedCells(batch), edit, words),
  }
}

type CellAt = { readonly sheet: number; readonly column: number }
type Placed = Pick<Problem, 'source' | 'message'> & { readonly place: Place }

function maskedIn(columns: Columns, { info }: Pick<StoredSheet, 'info'>): number[] {
  const here = columns.filter(({ sheet }) => sheet === info.name)
  return info.columns.flatMap(({ name, index }) => (here.some((one) => one.column === name) ? [index] : []))
}

function isFrom(columns: Columns, origin: Origin | null): boolean {
  if (origin === null || 'fixed' in origin) return false
  const names = [origin.column, ...(origin.also ?? [])]
  return columns.some((one) => one.sheet === origin.sheet && names.includes(one.column))
}

function maskPayload(columns: Columns, payload: unknown, origins: Origins): unknown {
  if (columns.length === 0 || !isObject(payload)) return payload
  const copy = structuredClone(payload)
  for (const [attr, origin] of Object.entries(origins))
    if (isFrom(columns, origin)) setAt(copy, resolveAttr(copy, attr).path, maskText)
  return copy
}

/**
 * Hides the account's cells of these columns: the text as read, now, and before and after each edit; and what payloads
 * made of it. `mark`: what stands in place of a value.
 */
export function hideOf(
  store: Pick<Store, 'accounts' | 'rows' | 'editHistory' | 'history'>,
  batch: StoredBatch,
  columns: Columns,
  account: number | null,
  mark = maskText,
): Hide {
  if (columns.length === 0 || account === null) return hideNothing
  const values = new Set<string>()
  for (const { sheet, row } of store.accounts.rowsOf(account)) {
    const at = store.rows.sheets(batch.id).find(({ info }) => info.name === sheet)
    for (const column of at === undefined ? [] : maskedIn(columns, at)) {
      const history = store.editHistory.cell(batch.id, at?.position ?? 0, row, column)
      for (const { before, after } of history?.edits ?? []) values.add(before).add(after)
      if (history !== null) values.add(history.read).add(history.now)
    }
  }
  for (const id of store.history.payloadsOf(account)) {
    const { body, origins } = store.accounts.payload(id)
    for (const value of payloadValues(columns, JSON.parse(body.toString('utf8')), origins)) values.add(value)
  }
  return createHide(values, mark)
}

function payloadValues(columns: Columns, payload: unknown, origins: Origins): string[] {
  return Object.entries(origins).flatMap(([attr, origin]) => {
    const value = isFrom(columns, origin) ? getAt(payload, parseAttr(attr)) : null
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })
}

function maskProblem<One extends Placed>(columns: Columns, one: One, hide: Hide): One {
  const { place, source } = one
  const cells = place.kind === 'cell' ? [place.cell] : place.kind === 'section' ? place.cells : []
  return source !== 'local' && cells.some((cell) => isFrom(columns, cell))
    ? { ...one, message: message('accounts.problem_of_masked') }
    : { ...one, message: hide(one.message) }
}

export type MaskedDraft = ReturnType<typeof maskedDraft>

/** @param applied of them, the columns that the mapping masks which is the batch's now */
function maskedDraft(columns: Columns, applied: Columns) {
  const drafted = columns.slice(applied.length)
  const holds = (some: Columns, sheet: string, column: string): boolean =>
    some.some((one) => one.sheet === sheet && one.column === column)
  return {
    /** Our own sentence about a cell may quote it: the draft maps its column to a field that is not sensitive. */
    mayQuote: (sheet: string, column: string): boolean =>
      holds(applied, sheet, column) && !holds(drafted, sheet, column),
    isMasked: (sheet: string, column: string): boolean => holds(columns, sheet, column),
    isFrom: (origin: Origin | null): boolean => isFrom(columns, origin),
    payload: (payload: unknown, origins: Origins): unknown => maskPayload(columns, payload, origins),
    problems: <One extends Placed>(problems: readonly One[], hide: Hide): One[] =>
      problems.map((one) => maskProblem(columns, one, hide)),
    /** Puts the mask in place of what these rows hold in masked columns, and of what the payload made of it. */
    hideOf(
      rows: readonly { readonly sheet: Pick<StoredSheet, 'info'>; readonly cells: readonly string[] }[],
      payload: unknown,
      origins: Origins,
    ): Hide {
      if (columns.length === 0) return hideNothing
      const texts = rows.flatMap(({ sheet, cells }) => maskedIn(columns, sheet).map((at) => cells[at] ?? ''))
      return createHide([...texts, ...payloadValues(columns, payload, origins)])
    },
  }
}

/** A mask that is written as a value would replace what it hides. */
export function checkTexts(texts: readonly string[]): Result<void> {
  return texts.some((text) => text.includes(maskText))
    ? failed('input', 'mask_as_value', message('accounts.mask_as_value'))
    : success(undefined)
}

export const maskOf = (text: string): string => (text === '' ? '' : maskText)

function maskCells(cells: readonly string[], columns: readonly number[]): string[] {
  return cells.map((text, at) => (columns.includes(at) ? maskOf(text) : text))
}

function maskRow(row: GridRow, columns: readonly number[], hide: Hide): GridRow {
  const { kept } = row
  return {
    ...row,
    cells: maskCells(row.cells, columns),
    ...(kept !== undefined && {
      kept: Object.fromEntries(Object.entries(kept).filter(([at]) => !columns.includes(Number(at)))),
    }),
    masked: [...columns],
    problems: row.problems.map((one) =>
      one.source !== 'local' && one.columns.some((column) => columns.includes(column))
        ? { ...one, message: message('accounts.problem_of_masked') }
        : { ...one, message: hide(one.message) },
    ),
  }
}

function maskLens(lens: CellLens): CellLens {
  return {
    ...lens,
    text: maskOf(lens.text),
    paths: lens.paths.map((path) => ({ ...path, value: maskText })),
    service: lens.service && { ...lens.service, about: lens.service.about.map(() => maskText) },
    problems: lens.problems.map((one) =>
      one.source === 'local' ? one : { ...one, message: message('accounts.problem_of_masked') },
    ),
  }
}

export function maskHistory(history: CellHistory): CellHistory {
  return {
    read: maskOf(history.read),
    now: maskOf(history.now),
    edits: history.edits.map((edit) => ({
      ...edit,
      words: message('accounts.edit_of_masked'),
      before: maskOf(edit.before),
      after: maskOf(edit.after),
    })),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
