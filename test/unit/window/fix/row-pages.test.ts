// Tests the row pages behind the grid: however fast the user scrolls, few are requested at a time, few are cached,
// and visible ones come first.
import { describe, expect, it } from 'vitest'
import { createRowList } from '../../../../renderer/steps/fix/grid/rows/row-list.ts'
import { gridRow } from '../../../../shared/contract/views.ts'

const total = 1_000_000

/** An engine with a million rows that replies on request. */
function slowEngine() {
  const open: { readonly offset: number; readonly signal: AbortSignal | undefined; answer: () => void }[] = []
  const asked: number[] = []
  let most = 0
  const rowOf = (index: number) =>
    gridRow.parse({
      row: index + 2,
      cells: [`r${index}`],
      edited: [],
      account: null,
      stray: null,
      problems: [],
    })
  const list = createRowList({
    page: (offset, limit, signal) => {
      asked.push(offset)
      const { promise, resolve } = Promise.withResolvers<void>()
      open.push({ offset, signal, answer: resolve })
      most = Math.max(most, open.length)
      return promise.then(() => ({
        total,
        exact: true,
        rows: Array.from({ length: Math.min(limit, total - offset) }, (_, at) => rowOf(offset + at)),
      }))
    },
    ofAccount: () => Promise.resolve([]),
  })
  async function answerAll(): Promise<void> {
    while (open.length > 0) {
      open.shift()?.answer()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { list, open, asked, answerAll, most: () => most }
}

describe('scrolling through a million rows', () => {
  it('keeps a few thousand of them, around the view', async () => {
    const { list, answerAll } = slowEngine()
    void list.start()
    await answerAll()
    for (let first = 0; first < total; first += 9_973) {
      list.look(first, first + 40)
      await answerAll()
      expect(list.rowAt(first)?.cells).toEqual([`r${first}`])
      expect(list.loaded().length).toBeLessThanOrEqual(4_300)
    }
    expect(list.rowAt(0)).toBeUndefined()
    expect(list.indexOf(2)).toBeUndefined()
  })

  it('requests at most four pages at a time, those in view before those likely to be next', async () => {
    const { list, answerAll, asked, most } = slowEngine()
    void list.start()
    await answerAll()
    asked.length = 0
    for (let first = 0; first < 100_000; first += 1_000) list.look(first, first + 40)
    await answerAll()
    expect(most()).toBeLessThanOrEqual(4)
    expect(asked.length).toBeLessThan(12)
    expect(list.rowAt(99_000)?.row).toBe(99_002)
    asked.length = 0
    list.look(500_050, 500_120)
    await answerAll()
    expect(asked).toEqual([500_000, 500_100, 500_200])
  })

  it('reports new data only if it is in view', async () => {
    const { list, answerAll } = slowEngine()
    void list.start()
    await answerAll()
    list.look(300, 340)
    const before = list.state().version
    await answerAll()
    expect(list.rowAt(450)).toBeDefined()
    expect(list.state().version).toBe(before + 1)
  })

  it('keeps requested rows available, wherever the view moves', async () => {
    const { list, answerAll } = slowEngine()
    void list.start()
    await answerAll()
    const there = list.want(7_000, 7_950)
    list.look(900_000, 900_040)
    await answerAll()
    await there
    expect(list.rowAt(7_950)?.row).toBe(7_952)
    expect(list.rowAt(900_000)?.row).toBe(900_002)
  })

  it('drops a page that failed and fetches it again when it is in view', async () => {
    let fails = true
    const list = createRowList({
      page: (offset) =>
        fails && offset > 0
          ? Promise.reject(new Error('The link went.'))
          : Promise.resolve({
              total: 300,
              rows: [
                gridRow.parse({
                  row: offset + 2,
                  cells: [],
                  edited: [],
                  account: null,
                  stray: null,
                  problems: [],
                }),
              ],
            }),
      ofAccount: () => Promise.resolve([]),
    })
    await list.start()
    await list.want(100, 100)
    expect(list.state().error).toBeInstanceOf(Error)
    fails = false
    await list.want(100, 100)
    expect(list.state().error).toBeNull()
    expect(list.rowAt(100)?.row).toBe(102)
  })
})
