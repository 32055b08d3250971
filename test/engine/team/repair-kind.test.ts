// Tests that very many repairs are looked at in pieces when a person chooses which to share.
import { expect, test } from 'vitest'
import { repairId } from '../../../electron/engine/fixing/repair-memory/remembered.ts'
import { createCatalogues } from '../../../electron/engine/system/catalogues.ts'
import { repairKind } from '../../../electron/engine/team/knowledge/kinds/repair.ts'
import { practiceStore, start } from '../store/practice-store.ts'

test('windows are served while very many repairs are listed, and each is found among them', async () => {
  const { store } = await practiceStore()
  const feedsOf = (at: number): string => `field ${at % 2 === 0 ? 'account_type' : 'customers.0.family_name'}`
  const keyOf = (at: number): string => repairId(feedsOf(at), `before ${at}`, 'DOMESTIC')
  const repairs = Array.from({ length: 5000 }, (_, at) => ({
    repair: keyOf(at),
    feeds: feedsOf(at),
    column: 'Type',
    before: `before ${at}`,
    after: 'DOMESTIC',
    fields: [],
    cells: 1,
    origins: [],
    at: start,
    typed: true,
    forgotten: false,
  }))
  const kind = repairKind({
    store,
    catalogues: createCatalogues(store.catalogues, () => start),
    memory: () => ({ list: () => Promise.resolve(repairs) }),
    now: () => start,
  })
  let served = 0
  const serve = (): void => {
    served += 1
    next = setImmediate(serve)
  }
  let next = setImmediate(serve)
  const keys = await kind.keys()
  clearImmediate(next)
  expect(served).toBeGreaterThanOrEqual(5)
  // A family name is somebody's own.
  expect(keys).toHaveLength(2500)
  expect(kind.named(keyOf(4998), await kind.find(keyOf(4998)))).toEqual({
    name: 'before 4998 → DOMESTIC',
    place: 'Type',
  })
})
