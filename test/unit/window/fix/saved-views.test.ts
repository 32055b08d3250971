// Tests the saved views of the Fix step: for which batches a view is, what of the address it keeps, and that views stay
// within the room that the display settings have.
import { describe, expect, it } from 'vitest'
import { readChoices, type SavedView } from '../../../../renderer/app/display/display-choices.ts'
import {
  kindOf,
  paramsOfView,
  paramsToSave,
  withNewName,
  withoutView,
  withView,
} from '../../../../renderer/steps/fix/views/saved-views.ts'
import type { SheetView } from '../../../../shared/contract/views.ts'

const sheet = (name: string, columns: readonly string[]): Pick<SheetView, 'info'> => ({
  info: {
    name,
    hidden: false,
    headerRow: 1,
    columns: columns.map((header, index) => ({ index, header, name: header })),
  },
})
const view = (name: string, more: Partial<SavedView> = {}): SavedView => ({
  kind: 'k',
  name,
  params: { show: 'all' },
  hidden: [2],
  pinned: [0],
  ...more,
})

describe('the kind of a batch', () => {
  it('is the same for files with the same columns and catalogue, whatever they are called', () => {
    const march = kindOf('example', [sheet('march', ['No', 'Name'])])
    expect(kindOf('example', [sheet('april', ['No', 'Name'])])).toBe(march)
    const others = [
      kindOf('other', [sheet('march', ['No', 'Name'])]),
      kindOf('example', [sheet('march', ['Name', 'No'])]),
      kindOf('example', [sheet('march', ['No']), sheet('march 2', ['Name'])]),
      kindOf(null, []),
    ]
    expect(new Set([march, ...others]).size).toBe(5)
  })
})

describe('a saved view', () => {
  it('keeps the filter and the order, and nothing that cells hold', () => {
    const params = {
      show: 'all',
      states: 'failed',
      code: 'x',
      sort: '-c3',
      text: 'Lee',
      values: '1:["a"]',
      account: '7',
    }
    expect(paramsToSave(params)).toEqual({ show: 'all', states: 'failed', code: 'x', sort: '-c3' })
    expect(paramsOfView(view('One'))).toMatchObject({
      show: 'all',
      states: null,
      text: null,
      sort: null,
      edit: null,
    })
  })

  it('replaces the one of its name and kind, is renamed to a free name, and removed', () => {
    const views = [view('One'), view('Two'), view('One', { kind: 'other' })]
    const changed = view('Two', { hidden: [] })
    expect(withView(views, changed)).toEqual([views[0], changed, views[2]])
    expect(withNewName(views, view('One'), 'Two')).toBeNull()
    expect(withNewName(views, view('One'), 'Three')?.map(({ name }) => name)).toEqual(['Three', 'Two', 'One'])
    expect(withoutView(views, view('One'))).toEqual([views[1], views[2]])
  })

  it('is read back as saved; without room for it nothing is saved', () => {
    const views = withView([], view('One'))
    expect(readChoices(JSON.stringify({ fixViews: views })).fixViews).toEqual(views)
    expect(readChoices('{"fixViews":[{"name":""}]}').fixViews).toEqual([])
    let many: SavedView[] | null = []
    for (let count = 0; many !== null; count += 1) many = withView(many, view(`View ${count}`))
    expect(withView([], view('One', { params: { states: 'x'.repeat(3000) } }))).toBeNull()
  })
})
