// Generated actions of a person on the cells of a batch, and their execution on the engine and on the model.
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { fix as fixSchema, type Fix, type FixScope } from '../../../shared/fixing/fix.ts'
import { createModel, type EditModel, type ModelScope } from './edit-model.ts'
import { type Cells, type EditedBatch, firstRow, type Layout } from './edited-batch.ts'

export const texts = [
  '',
  ' ',
  'Lee',
  ' lee  lee ',
  'LEE',
  'A-1',
  'A-2',
  'B-7',
  '020 7946 0001',
  '+442079460001',
  '(020) 7946-0A10',
  'GB',
  'gb',
  '2024-03-04',
  '04/03/2024',
  '1,50',
  '007',
  'line\nbreak',
  'é\u200b',
] as const

const text = fc.constantFrom(...texts)
/** One of every kind. */
const fix: fc.Arbitrary<Fix> = fc
  .oneof(
    fc.record({
      kind: fc.constant('replace'),
      find: fc.constantFrom('e', 'lee', '0', '(', ' ', 'A-1', '[0-9]+'),
      with: fc.constantFrom('', 'x', ' ', '$&0', '7'),
      match: fc.constantFrom('part', 'cell', 'pattern'),
      matchCase: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('set'), text }),
    fc.constant({ kind: 'clear' }),
    fc.record({
      kind: fc.constant('tidy'),
      trim: fc.boolean(),
      collapse: fc.boolean(),
      invisible: fc.boolean(),
      letters: fc.constantFrom('upper', 'lower', 'title', null),
    }),
    fc.record({ kind: fc.constant('table'), values: fc.dictionary(text, text, { maxKeys: 3 }) }),
    fc.constant({ kind: 'fill_down' }),
    fc.record({ kind: fc.constant('take'), column: fc.integer({ min: 0, max: 4 }), onlyEmpty: fc.boolean() }),
    fc.record({
      kind: fc.constant('split'),
      separator: fc.constantFrom(' ', '-', '/'),
      part: fc.constantFrom(1, 2, -1),
    }),
    fc.record({
      kind: fc.constant('phone'),
      region: fc.constantFrom('GB', null),
      form: fc.constantFrom('e164', 'international', 'national'),
      bare: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('digits'), plus: fc.boolean() }),
    fc.record({ kind: fc.constant('pad'), length: fc.integer({ min: 1, max: 6 }) }),
  )
  .filter((made) => fixSchema.safeParse(made).success)
  .map((made) => fixSchema.parse(made))

const range = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 3 }))
  .map(([first, more]) => [first, first + more] as const)

function scopeIn({ sheets }: Layout): fc.Arbitrary<ModelScope> {
  return fc.integer({ min: 0, max: sheets.length - 1 }).chain((sheet) => {
    const width = sheets[sheet]?.header.length ?? 1
    return fc.record({
      sheet: fc.constant(sheet),
      // Whole rows as well as a few columns; a column named twice is one.
      columns: fc.oneof(
        fc.array(fc.integer({ min: 0, max: width - 1 }), { minLength: 1, maxLength: 3 }),
        fc.constant(Array.from({ length: width }, (_, col) => col)),
      ),
      rows: fc.oneof(
        fc.constant('all' as const),
        fc.constant('changed' as const),
        fc.array(range, { minLength: 1, maxLength: 3 }),
      ),
    })
  })
}

function changeIn({ sheets }: Layout) {
  return fc.integer({ min: 0, max: sheets.length - 1 }).chain((sheet) =>
    fc.record({
      sheet: fc.constant(sheet),
      row: fc.integer({ min: 0, max: 3 }),
      col: fc.integer({ min: 0, max: (sheets[sheet]?.header.length ?? 1) - 1 }),
      text,
    }),
  )
}

export function stepsIn(layout: Layout) {
  const scope = scopeIn(layout)
  const count = fc.integer({ min: 0, max: 6 })
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('apply' as const),
        cells: fc.array(changeIn(layout), { minLength: 1, maxLength: 4 }),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('fix' as const),
        fix,
        scope,
        previewed: fc.boolean(),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('revert' as const), scope }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('redo' as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('undoTo' as const), count }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('redoTo' as const), count }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('finish' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('reopen' as const) }) },
  )
  return fc.array(step, { minLength: 1, maxLength: 10 })
}
export type Steps = ReturnType<typeof stepsIn> extends fc.Arbitrary<infer T> ? T : never

/** Rows of a sheet, three or four of them. */
export function cellsIn(layout: Layout, key: fc.Arbitrary<string>): fc.Arbitrary<Cells> {
  const sheets = layout.sheets.map(({ header }) =>
    fc.array(
      fc.tuple(key, ...header.slice(1).map(() => text)).map((row) => [...row]),
      { minLength: 2, maxLength: 4 },
    ),
  )
  return fc.tuple(...sheets)
}

const never = new AbortController().signal

export type Counts = { made: number; refused: number; moved: number; builtLater: number }
export const noCounts = (): Counts => ({ made: 0, refused: 0, moved: 0, builtLater: 0 })

/** Runs the steps on both; throws when they differ. */
export async function runSteps(
  edited: EditedBatch,
  cells: Cells,
  steps: Steps,
  counts: Counts,
): Promise<void> {
  const batch = await edited.addBatch(cells)
  const model = createModel(cells)
  for (const [at, step] of steps.entries()) {
    await run(edited, model, batch, step, `step ${at}`, counts)
    await edited.buildAsked()
    expectSame(edited.cells(batch), model.cells())
    for (const sheet of cells.keys())
      expectSame(
        edited.store.editHistory
          .editedCells(batch, sheet, 0, 1000)
          .map(({ row, col }) => ({ row: row - firstRow, col })),
        model.edited(sheet),
      )
    const history = edited.store.editHistory.history(batch)
    expectSame(
      history.map(({ words, cells: count, undone }) => ({ words, cells: count, undone })),
      model.history(),
    )
    expectSame(history.filter(({ undone, replaced }) => undone && !replaced).length, model.redoable())
  }
  expectHistories(edited, model, batch)
  if (edited.store.dirty.count(batch) > 0) counts.builtLater += 1
  edited.finish(batch)
  const fresh = await edited.addBatch(model.cells())
  expectSame(edited.accounts(batch), edited.accounts(fresh))
  edited.store.batches.remove(fresh)
  edited.store.batches.remove(batch)
}

function expectHistories(edited: EditedBatch, model: EditModel, batch: number): void {
  const all = model
    .cells()
    .flatMap((rows, sheet) =>
      rows.flatMap((columns, row) => columns.map((now, col) => ({ sheet, row, col, now }))),
    )
  const reported = all.map(({ sheet, row, col }) => {
    const cellHistory = edited.store.editHistory.cell(batch, sheet, row + firstRow, col)
    const edits = cellHistory?.edits.map(({ words, before, after, undone }) => ({
      words,
      before,
      after,
      undone,
    }))
    return { now: cellHistory?.now, edits }
  })
  const meant = all.map(({ sheet, row, col, now }) => ({ now, edits: model.cellHistory(sheet, row, col) }))
  expectSame(reported, meant)
}

/** Compares first, because `expect` is slow even when nothing differs. */
function expectSame(reported: unknown, meant: unknown): void {
  if (JSON.stringify(reported) !== JSON.stringify(meant)) expect(reported).toEqual(meant)
}

async function run(
  edited: EditedBatch,
  model: EditModel,
  id: number,
  step: Steps[number],
  words: string,
  counts: Counts,
): Promise<void> {
  const same = (made: Made, meant: string): void => {
    expect(outcomeOf(made)).toBe(meant)
    counts[meant === 'done' ? 'made' : 'refused'] += 1
  }
  const { editing, fixing, store } = edited
  const batch = edited.batchNow(id)
  const idAt = (count: number): number | undefined =>
    store.editHistory.history(id).toReversed()[count - 1]?.id
  switch (step.kind) {
    case 'apply': {
      const here = step.cells.filter(({ sheet, row }) => model.cells()[sheet]?.[row] !== undefined)
      if (here.length === 0) return
      const changes = here.map(({ sheet, row, col, text: after }) => ({
        sheet,
        row: row + firstRow,
        column: col,
        text: after,
      }))
      const made = editing.apply(batch, words, changes)
      same(made, model.apply(words, here))
      return
    }
    case 'fix': {
      const request = { fix: step.fix, scope: scopeOf(step.scope) }
      if (step.previewed) for await (const _ of fixing.find(batch, request, never)) continue
      const made = await fixing.apply(batch, { ...request, words }, never)
      same(made, model.fix(words, step.fix, step.scope))
      return
    }
    case 'revert': {
      const request = { scope: scopeOf(step.scope), words }
      const made = await fixing.revert(batch, request, never)
      same(made, model.revert(words, step.scope))
      return
    }
    case 'undo':
    case 'redo': {
      const made = editing[step.kind](batch)
      const moved = model[step.kind]()
      expect(made.ok && made.value !== null).toBe(moved)
      if (moved) counts.moved += 1
      return
    }
    case 'undoTo':
      expect(
        editing.undoTo(batch, idAt(step.count) ?? (step.count === 0 ? 0 : Number.MAX_SAFE_INTEGER)).ok,
      ).toBe(true)
      model.undoTo(step.count)
      return
    case 'redoTo':
      expect(
        editing.redoTo(batch, idAt(step.count) ?? (step.count === 0 ? 0 : Number.MAX_SAFE_INTEGER)).ok,
      ).toBe(true)
      model.redoTo(step.count)
      return
    case 'finish':
      edited.finish(id)
      return
    case 'reopen':
      await edited.reopen()
      return
  }
}

function scopeOf({ sheet, columns, rows }: ModelScope): FixScope {
  if (rows === 'all') return { sheet, columns: [...columns], rows: { filter: {} } }
  if (rows === 'changed') return { sheet, columns: [...columns], rows: { filter: { changed: true } } }
  const ranges = rows.map(([first, last]): [number, number] => [first + firstRow, last + firstRow])
  return { sheet, columns: [...columns], rows: { ranges } }
}

type Made =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly failure: { readonly code: string } }

function outcomeOf(made: Made): string {
  if (!made.ok) return made.failure.code
  return made.value === null ? 'nothing_to_change' : 'done'
}
