// Masks the cells of sensitive fields: a column that is mapped to a field that the catalogue marks as sensitive. Before
// a batch is mapped no field is known, and nothing is masked. A person can show the fields of a batch for a while; a
// restart of the engine masks them again. An empty cell stays empty, because that it is empty tells no value.
import { generalPath, readCatalogue } from '../../../shared/catalogue/catalogue.ts'
import { maskText, type PrivacyState } from '../../../shared/contract/privacy.ts'
import type { CellHistory, GridRow } from '../../../shared/contract/views.ts'
import { fedColumns } from '../../../shared/mapping/fed-columns.ts'
import { resolveAttr, setAt } from '../../../shared/payload/attr-path.ts'
import type { Origins } from '../../../shared/payload/problems.ts'
import { message } from '../../../shared/texts/message.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { StoredSheet } from '../store/import/rows.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from '../system/clock.ts'
import { failed, type Result, success } from '../system/failure.ts'
import type { CellLens } from './cell-lens.ts'

const shownForMs = 15 * 60_000

type Mapped = NonNullable<StoredBatch['mapped']>
type SensitiveColumn = PrivacyState['columns'][number]
type Shown = { readonly until: number; readonly fields: ReadonlySet<string> }

export type Masking = ReturnType<typeof createMasking>

export function createMasking(store: Store, clock: Pick<Clock, 'now'>) {
  const known = new WeakMap<Mapped, readonly SensitiveColumn[]>()
  const shown = new Map<number, Shown>()

  function sensitive(batch: StoredBatch): readonly SensitiveColumn[] {
    if (batch.mapped === null) return []
    const found = known.get(batch.mapped) ?? sensitiveColumns(store, batch.id, batch.mapped)
    known.set(batch.mapped, found)
    return found
  }

  function shownNow(batch: number): Shown | null {
    const now = shown.get(batch)
    return now !== undefined && now.until > clock.now() ? now : null
  }

  function masked(batch: StoredBatch): readonly SensitiveColumn[] {
    const now = shownNow(batch.id)
    return now === null ? sensitive(batch) : sensitive(batch).filter(({ field }) => !now.fields.has(field))
  }

  function state(batch: StoredBatch): PrivacyState {
    return { columns: [...sensitive(batch)], shownUntil: shownNow(batch.id)?.until ?? null }
  }

  return {
    state,
    show(batch: StoredBatch, fields: readonly string[]): PrivacyState {
      shown.set(batch.id, { until: clock.now() + shownForMs, fields: new Set(fields) })
      return state(batch)
    },
    hide(batch: StoredBatch): PrivacyState {
      shown.delete(batch.id)
      return state(batch)
    },
    ...masks(store, masked),
  }
}

type MaskedOf = (batch: StoredBatch) => readonly SensitiveColumn[]

/** What the answers of calls look like while these columns are masked. */
function masks(store: Store, masked: MaskedOf) {
  function maskedIn(batch: StoredBatch, { info }: Pick<StoredSheet, 'info'>): number[] {
    const here = masked(batch).filter(({ sheet }) => sheet === info.name)
    return info.columns.flatMap(({ name, index }) => (here.some((one) => one.column === name) ? [index] : []))
  }

  return {
    isMasked: (batch: StoredBatch, sheet: number, column: number): boolean => {
      const at = store.rows.sheet(batch.id, sheet)
      return at !== null && maskedIn(batch, at).includes(column)
    },
    /** Texts of one column. */
    texts(batch: StoredBatch, sheet: number, column: number, texts: readonly string[]): string[] {
      const at = store.rows.sheet(batch.id, sheet)
      return at !== null && maskedIn(batch, at).includes(column) ? texts.map(maskOf) : [...texts]
    },
    /** Texts of one row, by column. */
    cells: (batch: StoredBatch, sheet: Pick<StoredSheet, 'info'>, cells: readonly string[]): string[] =>
      maskCells(cells, maskedIn(batch, sheet)),
    rows(batch: StoredBatch, sheet: Pick<StoredSheet, 'info'>, rows: readonly GridRow[]): GridRow[] {
      const columns = maskedIn(batch, sheet)
      return columns.length === 0 ? [...rows] : rows.map((row) => maskRow(row, columns))
    },
    /** The payload with a mask in place of each value that comes from a masked cell. */
    payload(batch: StoredBatch, payload: unknown, origins: Origins): unknown {
      const columns = masked(batch)
      if (columns.length === 0 || !isObject(payload)) return payload
      const copy = structuredClone(payload)
      for (const [attr, origin] of Object.entries(origins)) {
        if ('fixed' in origin) continue
        const names = [origin.column, ...(origin.also ?? [])]
        if (columns.some((one) => one.sheet === origin.sheet && names.includes(one.column)))
          setAt(copy, resolveAttr(copy, attr).path, maskText)
      }
      return copy
    },
  }
}

/** A mask that is written as a value would replace what it hides. */
export function checkTexts(cells: readonly { readonly text: string }[]): Result<void> {
  return cells.some(({ text }) => text.includes(maskText))
    ? failed('input', 'mask_as_value', message('accounts.mask_as_value'))
    : success(undefined)
}

function sensitiveColumns(store: Store, batch: number, { mapping, catalogue }: Mapped): SensitiveColumn[] {
  const read = readCatalogue(catalogue)
  if (!read.ok) return []
  const sheets = store.rows.sheets(batch)
  const main = mapping.sheet ?? sheets.find(({ role }) => role === 'main')?.info.name
  return fedColumns(mapping, main).flatMap(({ sheet, column, field }) =>
    read.catalogue.fieldAt(field)?.sensitive === true ? [{ sheet, column, field: generalPath(field) }] : [],
  )
}

const maskOf = (text: string): string => (text === '' ? '' : maskText)

function maskCells(cells: readonly string[], columns: readonly number[]): string[] {
  return cells.map((text, at) => (columns.includes(at) ? maskOf(text) : text))
}

/** A sentence about a masked cell may quote it, unless it is our own: those never quote a sensitive value. */
function maskRow(row: GridRow, columns: readonly number[]): GridRow {
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
        : one,
    ),
  }
}

export function maskLens(lens: CellLens): CellLens {
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
