// Reference model of edits in a few lines: lists of cells, a list of edits, and the boundary between applied and
// undone ones. It shares only the rule of a fix with the engine, and that rule has its own tests.
import { fixTools } from '../../../electron/engine/accounts/build/phones.ts'
import { compileFix, type Fix } from '../../../shared/fixing/fix.ts'
import type { Cells } from './edited-batch.ts'

type Change = { readonly sheet: number; readonly row: number; readonly col: number; readonly text: string }
type Done = Change & { readonly before: string }
type ModelEdit = {
  readonly words: string
  readonly cells: readonly Done[]
  undone: boolean
  replaced: boolean
}

/** Rows are counted from 0 here. */
export type ModelScope = {
  readonly sheet: number
  readonly columns: readonly number[]
  readonly rows: 'all' | 'changed' | readonly (readonly [number, number])[]
}
export type Outcome = 'done' | 'nothing_to_change' | 'fix_invalid'

export type EditModel = ReturnType<typeof createModel>

export function createModel(read: Cells) {
  const cells = read.map((rows) => rows.map((texts) => [...texts]))
  const edits: ModelEdit[] = []

  const textOf = (from: Cells, sheet: number, row: number, col: number): string =>
    from[sheet]?.[row]?.[col] ?? ''
  const put = (sheet: number, row: number, col: number, text: string): void => {
    const texts = cells[sheet]?.[row]
    if (texts !== undefined) texts[col] = text
  }

  function lay(words: string, changes: readonly Change[]): Outcome {
    const once = new Map(changes.map((one) => [`${one.sheet} ${one.row} ${one.col}`, one]))
    const done = [...once.values()].map((one) => ({
      ...one,
      before: textOf(cells, one.sheet, one.row, one.col),
    }))
    for (const edit of edits) edit.replaced = edit.undone
    edits.push({ words, cells: done, undone: false, replaced: false })
    for (const { sheet, row, col, text } of done) put(sheet, row, col, text)
    return 'done'
  }

  function rowsOf({ sheet, rows }: ModelScope): number[] {
    const all = (cells[sheet] ?? []).map((_, row) => row)
    if (rows === 'all') return all
    if (rows === 'changed')
      return all.filter((row) =>
        cells[sheet]?.[row]?.some((text, col) => text !== textOf(read, sheet, row, col)),
      )
    return all.filter((row) => rows.some(([first, last]) => row >= first && row <= last))
  }

  function undoOne(edit: ModelEdit): void {
    for (const { sheet, row, col, before } of edit.cells) put(sheet, row, col, before)
    edit.undone = true
  }
  function redoOne(edit: ModelEdit): void {
    for (const { sheet, row, col, text } of edit.cells) put(sheet, row, col, text)
    edit.undone = false
  }

  return {
    cells: () => cells,
    /** Cells of a sheet that differ from their original text. */
    edited: (sheet: number) =>
      (cells[sheet] ?? []).flatMap((columns, row) =>
        columns.flatMap((text, col) => (text === textOf(read, sheet, row, col) ? [] : [{ row, col }])),
      ),
    /** Newest first. */
    history: () =>
      edits.map(({ words, cells: { length }, undone }) => ({ words, cells: length, undone })).reverse(),
    redoable: () => edits.filter(({ undone, replaced }) => undone && !replaced).length,
    /** The history of one cell by every edit of it, newest first. */
    cellHistory: (sheet: number, row: number, col: number) =>
      edits
        .flatMap(({ words, undone, cells: done }) =>
          done
            .filter((one) => one.sheet === sheet && one.row === row && one.col === col)
            .map(({ before, text }) => ({ words, before, after: text, undone })),
        )
        .reverse(),
    apply: (words: string, changes: readonly Change[]): Outcome => lay(words, changes),
    fix(words: string, fix: Fix, scope: ModelScope): Outcome {
      const compiled = compileFix(fix, fixTools)
      if (!compiled.ok) return 'fix_invalid'
      const above = new Map<number, string>()
      const changes = rowsOf(scope).flatMap((row) => {
        const now = [...(cells[scope.sheet]?.[row] ?? [])]
        return [...new Set(scope.columns)].flatMap((col) => {
          const text = compiled.apply({ text: now[col] ?? '', row: now, above: above.get(col) ?? null })
          above.set(col, text ?? now[col] ?? '')
          return text === null ? [] : [{ sheet: scope.sheet, row, col, text }]
        })
      })
      return changes.length === 0 ? 'nothing_to_change' : lay(words, changes)
    },
    revert(words: string, scope: ModelScope): Outcome {
      const { sheet, columns } = scope
      const changes = rowsOf(scope).flatMap((row) =>
        [...new Set(columns)].flatMap((col) => {
          const text = textOf(read, sheet, row, col)
          return text === textOf(cells, sheet, row, col) ? [] : [{ sheet, row, col, text }]
        }),
      )
      return changes.length === 0 ? 'nothing_to_change' : lay(words, changes)
    },
    undo(): boolean {
      const edit = edits.findLast(({ undone }) => !undone)
      if (edit !== undefined) undoOne(edit)
      return edit !== undefined
    },
    redo(): boolean {
      const edit = edits.find(({ undone, replaced }) => undone && !replaced)
      if (edit !== undefined) redoOne(edit)
      return edit !== undefined
    },
    /** Until this number of edits is applied. */
    undoTo(count: number): void {
      for (const edit of edits.slice(count).reverse()) if (!edit.undone) undoOne(edit)
    },
    redoTo(count: number): void {
      for (const edit of edits.slice(0, count)) if (edit.undone && !edit.replaced) redoOne(edit)
    },
  }
}
