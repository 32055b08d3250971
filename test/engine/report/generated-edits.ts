// Generated edits of a batch, and a model that knows by itself what each cell of it says now and which edit made it so:
// cells changed, changed again and changed back, bulk fixes, undo and redo. An edit that the engine refuses changes nothing.
import * as fc from 'fast-check'
import type { Client } from '../api/waiting.ts'
import type { WholeReading } from '../import/reading-files.ts'

const texts = fc.constantFrom(
  '',
  'Anna Lee',
  '=1+1',
  '＝1',
  '+44 20 7946 0999',
  '00491701234567',
  "'quoted'",
  ' blanks ',
  '\tx',
  'two\nlines\n-1',
  'a,b;"c"|d\t=e',
  'Ünlü 😀',
)
const by = fc.constantFrom('Priya Nair', 'Tom Reed')
/** Few of them, so that later edits meet the cells of earlier ones. */
const place = { sheet: fc.nat(3), row: fc.nat(5), column: fc.nat(9) }

/** `place` and `which` are taken modulo what there is. */
export const generatedEdit = fc.oneof(
  { weight: 5, arbitrary: several(fc.record({ ...place, text: texts })) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('again'), by, which: fc.nat(9), text: texts }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('back', 'revert'), by, which: fc.nat(9) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fix'),
      by,
      ...place,
      rows: fc.nat(9),
      fix: fc.oneof(
        texts.map((text) => ({ kind: 'set' as const, text })),
        fc.constant({ kind: 'clear' as const }),
        fc.record({ kind: fc.constant('take'), column: fc.nat(20), onlyEmpty: fc.boolean() }),
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('redo', 'undo_all') }) },
)
export type GeneratedEdit = typeof generatedEdit extends fc.Arbitrary<infer T> ? T : never

function several<T>(cell: fc.Arbitrary<T>) {
  return fc.record({
    kind: fc.constant('cells'),
    by,
    cells: fc.array(cell, { minLength: 1, maxLength: 4 }),
  })
}

type CellAt = { readonly sheet: number; readonly row: number; readonly column: number }
type NewText = CellAt & { readonly text: string }
type Made = {
  readonly number: number
  readonly words: string
  readonly by: string
  /** Milliseconds since 1970 just before and after the call. */
  readonly from: number
  readonly to: number
  readonly cells: ReadonlyMap<string, NewText>
}
export type ExpectedChange = CellAt & {
  readonly old: string
  readonly new: string
  readonly edit: Omit<Made, 'cells'>
}

/** Refusals that leave everything as it was: of accounts that were sent, and of a fix that finds no cell. */
const lawful: ReadonlySet<string | undefined> = new Set(['account_locked', 'key_locked', 'nothing_to_change'])

const nameOf = ({ sheet, row, column }: CellAt): string => `${sheet} ${row} ${column}`

export function createEdits(client: Client, batch: number, source: Pick<WholeReading, 'sheets'>) {
  const own = new Map(
    source.sheets.flatMap(({ rows, columns }, sheet) =>
      rows.flatMap(({ row, cells }) =>
        columns.map((_, column) => [nameOf({ sheet, row, column }), cells[column] ?? ''] as const),
      ),
    ),
  )
  const model = createModel(own)
  return { ...model, make: (edit: GeneratedEdit) => make({ client, batch, source, model, own }, edit) }
}

function createModel(own: ReadonlyMap<string, string>) {
  const made: Made[] = []
  const undone: Made[] = []
  const latest = (cell: CellAt): Made | undefined => made.findLast(({ cells }) => cells.has(nameOf(cell)))
  const textOf = (cell: CellAt): string =>
    latest(cell)?.cells.get(nameOf(cell))?.text ?? own.get(nameOf(cell)) ?? ''
  return {
    made,
    undone,
    textOf,
    /** The cells whose text is not that of the source, in the order of sheets, rows and columns. */
    changes(): ExpectedChange[] {
      const cells = new Map(made.flatMap((edit) => [...edit.cells]))
      return [...cells.values()]
        .flatMap((cell): ExpectedChange[] => {
          const edit = latest(cell)
          const [old, text] = [own.get(nameOf(cell)) ?? '', textOf(cell)]
          return edit === undefined || old === text ? [] : [{ ...cell, old, new: text, edit }]
        })
        .toSorted((a, b) => a.sheet - b.sheet || a.row - b.row || a.column - b.column)
    },
  }
}

type Parts = {
  readonly client: Client
  readonly batch: number
  readonly source: Pick<WholeReading, 'sheets'>
  readonly model: ReturnType<typeof createModel>
  readonly own: ReadonlyMap<string, string>
}

async function make(parts: Parts, edit: GeneratedEdit): Promise<void> {
  const { client, batch, model } = parts
  try {
    if ('by' in edit) await change(parts, edit)
    else if (edit.kind === 'redo') {
      if ((await client.edits.redo({ batch })) !== null) model.made.push(...model.undone.splice(-1))
    } else if (edit.kind === 'undo') {
      if ((await client.edits.undo({ batch })) !== null) model.undone.push(...model.made.splice(-1))
    } else if ((await client.edits.undoTo({ batch, edit: null })) !== null)
      model.undone.push(...model.made.splice(0).toReversed())
  } catch (error) {
    const { data } = error as { data?: { code?: string } }
    if (!lawful.has(data?.code)) throw error
  }
}

async function change(parts: Parts, edit: Extract<GeneratedEdit, { readonly by: string }>): Promise<void> {
  const { client, model } = parts
  await client.operator.set({ name: edit.by })
  const words = `Edit ${model.made.length} of ${edit.by}`
  const cells = cellsOf(parts, edit)
  if (cells.length === 0) return
  const from = Date.now()
  const { edit: number } = await send(parts, edit, words, cells)
  const to = Date.now()
  const byName = new Map(cells.map((cell) => [nameOf(cell), cell]))
  model.made.push({ number, words, by: edit.by, from, to, cells: byName })
  model.undone.length = 0
}

function send(
  { client, batch, source }: Parts,
  edit: Extract<GeneratedEdit, { readonly by: string }>,
  words: string,
  cells: readonly NewText[],
): Promise<{ readonly edit: number }> {
  if (edit.kind === 'revert')
    return client.edits.revertCells({
      batch,
      words,
      what: { cells: cells.map(({ sheet, row, column }) => ({ sheet, row, column })) },
    })
  if (!('fix' in edit)) return client.edits.apply({ batch, words, cells: [...cells] })
  const { at, first, last, fix } = rangeOf(source, edit)
  const scope = {
    sheet: at.sheet,
    columns: [at.column],
    rows: { ranges: [[first, last]] as [number, number][] },
  }
  return client.fixes.apply({ batch, fix, scope, words })
}

/** The cells that the edit names or, of a fix, those that it changes, with their new texts. */
function cellsOf(
  { model, source, own }: Parts,
  edit: Extract<GeneratedEdit, { readonly by: string }>,
): NewText[] {
  if ('cells' in edit) return edit.cells.flatMap((cell) => placed(source, cell, cell.text))
  if ('fix' in edit) return cellsOfFix(source, model, edit)
  const changed = model.changes()
  const some = changed.filter((_, at) => at % 3 === edit.which % 3).slice(0, 1 + edit.which)
  return some.map(({ sheet, row, column }) => {
    const at = { sheet, row, column }
    return { ...at, text: 'text' in edit ? edit.text : (own.get(nameOf(at)) ?? '') }
  })
}

type Numbers = { readonly sheet: number; readonly row: number; readonly column: number }

function placed({ sheets }: Pick<WholeReading, 'sheets'>, numbers: Numbers, text: string): NewText[] {
  const sheet = numbers.sheet % Math.max(1, sheets.length)
  const { rows = [], columns = [] } = sheets[sheet] ?? {}
  const row = rows[numbers.row % Math.max(1, rows.length)]?.row
  if (row === undefined || columns.length === 0) return []
  return [{ sheet, row, column: numbers.column % columns.length, text }]
}

type GeneratedFix = Extract<GeneratedEdit, { readonly rows: number }>

function rangeOf(source: Pick<WholeReading, 'sheets'>, edit: GeneratedFix) {
  const [at = { sheet: 0, row: 1, column: 0 }] = placed(source, edit, '')
  const columns = source.sheets[at.sheet]?.columns.length ?? 1
  const { fix } = edit
  return {
    at,
    first: at.row,
    last: at.row + edit.rows,
    fix: 'column' in fix ? { ...fix, kind: 'take' as const, column: fix.column % columns } : fix,
  }
}

function cellsOfFix(
  source: Pick<WholeReading, 'sheets'>,
  model: Pick<ReturnType<typeof createModel>, 'textOf'>,
  edit: GeneratedFix,
): NewText[] {
  const { at, first, last, fix } = rangeOf(source, edit)
  const rows = source.sheets[at.sheet]?.rows.filter(({ row }) => row >= first && row <= last) ?? []
  return rows.flatMap(({ row }): NewText[] => {
    const cell = { ...at, row }
    const now = model.textOf(cell)
    if (fix.kind === 'take' && fix.onlyEmpty && now.trim() !== '') return []
    const text =
      fix.kind === 'set'
        ? fix.text
        : fix.kind === 'clear'
          ? ''
          : model.textOf({ ...cell, column: fix.column })
    return text === now ? [] : [{ ...cell, text }]
  })
}
