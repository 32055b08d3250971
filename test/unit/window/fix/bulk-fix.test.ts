// Tests the pure parts of the dialog that edits many cells: parsing its fields, the scope of a fix, the display of
// a change, and the list of a column's values.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Draft,
  emptyDraft,
  draftOf,
  fixOf,
  kinds,
  nothingProposed,
} from '../../../../renderer/steps/fix/bulk/fix-draft.ts'
import {
  choicesBy,
  type ColumnFacts,
  kindFor,
  noFacts,
  proposedBy,
} from '../../../../renderer/steps/fix/bulk/fix-for-cause.ts'
import { wordsOf } from '../../../../renderer/steps/fix/bulk/fix-words.ts'
import {
  madeVisible,
  shortLead,
  textChange,
} from '../../../../renderer/accounts/change-preview/text-change.ts'
import { selectedOf } from '../../../../renderer/steps/fix/bulk/selected-cells.ts'
import {
  columnChoices,
  firstWhere,
  fitting,
  type Place,
  rangesOf,
  rowChoices,
  scopeOf,
  whereWords,
} from '../../../../renderer/steps/fix/bulk/where.ts'
import { chosenOf, keyOfCause, linesOf } from '../../../../renderer/steps/fix/causes/causes-list.ts'
import { keepingOrder } from '../../../../renderer/steps/fix/causes/causes-order.ts'
import type { GridColumnPlan } from '../../../../renderer/steps/fix/grid/columns/grid-columns.ts'
import { createRowList } from '../../../../renderer/steps/fix/grid/rows/row-list.ts'
import { oneCell } from '../../../../renderer/steps/fix/grid/selection/use-selection.ts'
import { compileFix } from '../../../../shared/fixing/fix.ts'
import { gridRow, sheetView } from '../../../../shared/contract/views.ts'
import { inEnglish } from '../../../../shared/texts/message.ts'

describe('a fix being entered', () => {
  it.each(kinds.filter((kind) => !['clear', 'tidy', 'fill_down', 'phone', 'digits'].includes(kind)))(
    'of the kind %s is incomplete at first',
    (kind) => {
      expect(fixOf(kind, emptyDraft)).toMatchObject({ as: 'open' })
    },
  )

  it('compiles for any input, or an error message says why not', () => {
    const drafts = fc.record({
      find: fc.string(),
      with: fc.string(),
      match: fc.constantFrom('part', 'cell', 'pattern'),
      text: fc.string(),
      separator: fc.string(),
      part: fc.constantFrom(1, 2, -1),
      region: fc.constantFrom(null, '', 'GB'),
      bare: fc.boolean(),
      dateFrom: fc.constantFrom(null, ['dd/MM/yyyy'], ['d.M.yy']),
      dateOwn: fc.oneof(fc.string(), fc.constantFrom('dd/MM/yyyy', 'yy', 'd MMM yyyy HH:mm')),
      dateTo: fc.oneof(fc.constant(null), fc.string()),
      decimalTo: fc.constantFrom(null, '.', ','),
      length: fc.oneof(fc.constant(null), fc.string(), fc.nat().map(String)),
      writing: fc.constantFrom(null, { decimalSign: ',', thousandsSign: '.' } as const),
    } satisfies { [K in keyof Draft]?: unknown })
    fc.assert(
      fc.property(fc.constantFrom(...kinds), drafts, (kind, part) => {
        const made = fixOf(kind, { ...emptyDraft, ...part })
        if (made.as === 'fix') expect(compileFix(made.fix).ok).toBe(true)
        else expect(made.words.length).toBeGreaterThan(0)
      }),
    )
  })

  it('reports an invalid regular expression at once', () => {
    const made = fixOf('replace', { ...emptyDraft, find: '(', match: 'pattern' })
    expect(made).toMatchObject({ as: 'wrong', words: expect.stringContaining('not a regular expression') })
  })

  it('is named after its action and its scope', () => {
    const name = (kind: (typeof kinds)[number], draft: Partial<Draft>): string => {
      const made = fixOf(kind, { ...emptyDraft, ...draft })
      return made.as === 'fix' ? inEnglish(wordsOf(made.fix, 'Bill street', () => 'Home phone')) : made.words
    }
    expect(name('replace', { find: 'Rd', with: 'Road' })).toBe('Replaced “Rd” with “Road” in Bill street')
    expect(name('replace', { find: 'Rd' })).toBe('Took “Rd” out of Bill street')
    expect(name('replace', { find: '^0', with: '+44', match: 'pattern' })).toBe(
      'Replaced the pattern “^0” with “+44” in Bill street',
    )
    expect(name('set', { text: 'x'.repeat(60) })).toBe(`Set Bill street to “${'x'.repeat(39)}…”`)
    expect(name('table', { table: new Map([['a', 'b']]) })).toBe('Changed 1 value of Bill street by a table')
    expect(name('clear', {})).toBe('Cleared Bill street')
    expect(name('take', { from: 3 })).toBe('Took Bill street from Home phone')
    expect(name('split', { separator: ',', part: -1 })).toBe(
      'Kept the last part of Bill street, split at “,”',
    )
  })

  it('is the same draft when it is opened again', () => {
    const draft: Draft = {
      ...emptyDraft,
      find: 'Rd',
      text: 'x',
      table: new Map([['a', 'b']]),
      from: 3,
      separator: ',',
      region: 'GB',
      bare: true,
      dateFrom: ['d.M.yy'],
      dateTo: 'dd/MM/yyyy',
      firstYear: 1960,
      writing: { decimalSign: ',', thousandsSign: null },
      length: '7',
    }
    for (const kind of kinds) {
      const made = fixOf(kind, draft)
      if (made.as !== 'fix') throw new Error(`${kind}: ${made.words}`)
      expect(fixOf(kind, { ...emptyDraft, ...draftOf(made.fix, 3) })).toEqual(made)
    }
  })

  it('uses the proposed values where nothing was entered', () => {
    const proposed = {
      ...nothingProposed,
      region: 'IE',
      dateFrom: ['d.M.yyyy'],
      dateTo: 'dd/MM/yyyy',
      length: 20,
      writing: { decimalSign: ',', thousandsSign: null } as const,
    }
    expect(fixOf('phone', emptyDraft, proposed)).toMatchObject({ fix: { region: 'IE', form: 'e164' } })
    expect(fixOf('phone', { ...emptyDraft, region: '' }, proposed)).toMatchObject({ fix: { region: null } })
    expect(fixOf('date', emptyDraft, proposed)).toMatchObject({
      fix: { from: ['d.M.yyyy'], to: 'dd/MM/yyyy', firstYear: null },
    })
    expect(fixOf('number', emptyDraft, proposed)).toMatchObject({ fix: { decimalSign: ',', to: '.' } })
    expect(fixOf('shorten', emptyDraft, proposed)).toMatchObject({ fix: { length: 20 } })
    expect(fixOf('pad', emptyDraft, proposed)).toMatchObject({ as: 'open' })
  })
})

describe('the first fix proposed for a cause', () => {
  const field = {
    path: 'x',
    kind: 'text',
    format: null,
    title: 'X',
    required: true,
    choices: null,
    sensitive: false,
  } as const
  const facts = (change: Partial<ColumnFacts>): ColumnFacts => ({ ...noFacts, field, ...change })

  it('depends on its code, its field, its mapping and the shapes of its values', () => {
    const rows: [ReturnType<typeof kindFor>, string | null, ColumnFacts, string | null][] = [
      ['table', 'invalid_choice', noFacts, null],
      ['set', 'required', noFacts, null],
      ['set', 'invalid_phone_number', noFacts, 'empty'],
      ['phone', 'invalid_phone_number', noFacts, 'digits+blanks'],
      ['shorten', 'max_length', noFacts, null],
      ['tidy', 'max_length', noFacts, 'around letters'],
      ['date', 'two_digit_year', noFacts, null],
      ['date', 'invalid', facts({ conversion: { kind: 'date', pattern: 'dd/MM/yyyy' } }), null],
      ['date', 'invalid', facts({ field: { ...field, format: 'date' } }), null],
      ['number', 'invalid', facts({ field: { ...field, format: 'decimal' } }), null],
      ['table', 'invalid', facts({ field: { ...field, kind: 'boolean' } }), null],
      ['replace', 'invalid', noFacts, null],
      ['replace', null, noFacts, null],
    ]
    expect(rows.map(([, ...asked]) => kindFor(...asked))).toEqual(rows.map(([kind]) => kind))
  })

  it('writes values in the form that the column’s mapping reads', () => {
    const steps = facts({
      phoneRegion: 'GB',
      conversion: {
        kind: 'steps',
        steps: [
          { kind: 'text', trim: true },
          { kind: 'phone', to: 'e164', region: 'IE' },
        ],
      },
    })
    expect(proposedBy(steps, 'Name is too long: at most 1,020 characters.')).toMatchObject({
      region: 'IE',
      dateTo: 'yyyy-MM-dd',
      length: 1020,
    })
    expect(proposedBy(facts({ conversion: { kind: 'date', pattern: 'd.M.yyyy' } }), null)).toMatchObject({
      dateTo: 'd.M.yyyy',
      length: null,
    })
    expect(proposedBy(facts({ conversion: { kind: 'decimal', decimalSign: ',' } }), null).decimalTo).toBe(',')
    const yes = facts({ conversion: { kind: 'boolean', yes: ['J'], no: ['N'] } })
    expect(choicesBy(yes)).toEqual(['J', 'N'])
    expect(choicesBy(facts({ field: { ...field, choices: ['A', 'B'] } }))).toEqual(['A', 'B'])
    expect(choicesBy(facts({ conversion: { kind: 'choice', values: { mail: 'A' } } }))).toEqual(['mail'])
  })
})

const group = {
  code: 'invalid',
  source: 'local',
  field: 'a',
  title: 'A',
  sheet: 0,
  column: 3,
  problems: 2,
  accounts: 2,
  alone: 1,
  message: 'Not valid.',
  stays: null,
} as const

describe('the lines of the causes', () => {
  const shape = { shape: 'digits:3', words: '3 digits', problems: 1, accounts: 1, samples: [] }

  it('are the causes; the chosen one also lists the shapes of its values and the playbook', () => {
    const other = { ...group, code: 'blank' }
    const lines = linesOf([group, other], keyOfCause(group), [shape, { ...shape, shape: 'digits:4' }])
    expect(lines.map(({ kind }) => kind)).toEqual(['cause', 'about', 'shape', 'shape', 'playbook', 'cause'])
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
    expect(linesOf([group, other], null, []).map(({ kind }) => kind)).toEqual(['cause', 'cause'])
  })

  it('include one chosen line: the one on the shown sheet, and of two equal ones the one pressed', () => {
    const service = { ...group, source: 'validate' } as const
    const elsewhere = { ...group, sheet: 1 } as const
    const problem = { code: 'invalid', field: 'a', column: 3 }
    const groups = [elsewhere, group, service]
    expect(chosenOf(groups, problem, 0, null)).toBe(group)
    expect(chosenOf(groups, problem, 0, keyOfCause(service))).toBe(service)
    expect(chosenOf(groups, problem, 1, null)).toBe(elsewhere)
    expect(chosenOf(groups, null, 0, keyOfCause(group))).toBeNull()
  })
})

describe('the order of the causes', () => {
  it('stays the same while a person works, and new causes are added at the end', () => {
    const keyOf = (one: string): string => one
    expect(keepingOrder(['b', 'c', 'a', 'd'], keyOf, ['a', 'b', 'x'])).toEqual({
      items: ['a', 'b', 'c', 'd'],
      isKept: true,
    })
    expect(keepingOrder(['a', 'b'], keyOf, ['a', 'b'])).toEqual({ items: ['a', 'b'], isKept: false })
  })
})

const sheet = sheetView.parse({
  file: 0,
  fills: null,
  blankRows: null,
  position: 2,
  role: 'main',
  rowCount: 400,
  info: {
    name: 'Accounts',
    columns: [0, 1, 2].map((index) => ({ index, name: `Column ${index}`, header: `Column ${index}` })),
    hidden: false,
    headerRow: 1,
  },
})
const place: Place = { sheet, filter: { states: ['invalid'] }, shown: 12, selected: null, focused: 1 }

describe('the scope of a fix', () => {
  it('is every column of the rows shown, or the selection if it has more than one cell', () => {
    expect(firstWhere(place)).toEqual({ columns: 'all', rows: 'shown' })
    const selected = { columns: [1, 2], ranges: [[4, 5] as const], rows: 2 }
    expect(firstWhere({ ...place, selected })).toEqual({ columns: 'selected', rows: 'selected' })
    expect(scopeOf({ columns: 'selected', rows: 'selected' }, { ...place, selected })).toEqual({
      sheet: 2,
      columns: [1, 2],
      rows: { ranges: [[4, 5]] },
    })
  })

  it('is never every column for a fix that would set the same text in all of them', () => {
    const where = fitting({ columns: 'all', rows: 'shown' }, 'set', place)
    expect(where).toEqual({ columns: 1, rows: 'shown' })
    expect(columnChoices('set', place).map(({ value }) => value)).toEqual(['0', '1', '2'])
    expect(columnChoices('tidy', place).map(({ value }) => value)).toEqual(['all', '0', '1', '2'])
  })

  it('is all rows without a filter, and no option is empty', () => {
    const free = { ...place, filter: {}, shown: 400 }
    expect(fitting({ columns: 0, rows: 'shown' }, 'set', free)).toEqual({ columns: 0, rows: 'all' })
    expect(rowChoices(free)).toEqual([{ value: 'all', label: 'All 400 rows' }])
    expect(rowChoices(place).map(({ label }) => label)).toEqual(['The 12 rows shown', 'All 400 rows'])
    expect(scopeOf({ columns: 0, rows: 'all' }, place).rows).toEqual({ filter: {} })
  })

  it('is named after its column, or the number of columns', () => {
    expect(whereWords({ columns: 2, rows: 'all' }, place)).toBe('Column 2')
    expect(whereWords({ columns: 'all', rows: 'all' }, place)).toBe('Accounts')
    const selected = { columns: [0, 1], ranges: null, rows: 12 }
    const where = whereWords({ columns: 'selected', rows: 'selected' }, { ...place, selected })
    expect(inEnglish(where)).toBe('2 columns')
  })

  it('contains every selected row and no other', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }), (rows) => {
        const held = rangesOf(rows).flatMap(([from, to]) =>
          Array.from({ length: to - from + 1 }, (_, at) => from + at),
        )
        expect(held).toEqual([...new Set(rows)].sort((one, other) => one - other))
      }),
    )
  })
})

const rowAt = (row: number, cells: string[], code?: string | null, stale = false) =>
  gridRow.parse({
    row,
    cells,
    edited: [],
    account: null,
    stray: null,
    problems:
      code === undefined
        ? []
        : [{ id: row, source: 'local', attr: 'a', code, message: 'No.', columns: [1], stale }],
  })

describe('a selection', () => {
  const plans = ['row', 'state', 'cell', 'cell'].map((kind, at) => ({
    kind,
    id: kind,
    title: kind,
    width: 9,
    field: null,
    key: false,
    index: at - 2,
  })) as GridColumnPlan[]
  const numbers = [4, 5, 9, 12]
  const list = createRowList({
    page: async () => ({ total: 4, rows: numbers.map((row) => rowAt(row, ['a', 'b'])) }),
    ofAccount: async () => [],
  })
  const select = (x: number, y: number, width: number, height: number) => {
    const one = oneCell(x, y)
    return { ...one, current: { cell: [x, y] as const, range: { x, y, width, height }, rangeStack: [] } }
  }

  it('is described by its row numbers, without the rows that the filter hides', async () => {
    await list.start()
    expect(selectedOf(select(1, 0, 2, 3), list, plans, true)).toEqual({
      columns: [0],
      ranges: [
        [4, 5],
        [9, 9],
      ],
      rows: 3,
    })
  })

  it('is one range if no row between its ends is hidden, loaded or not', async () => {
    const long = createRowList({
      page: async (offset) => ({
        total: 5_000,
        rows: Array.from({ length: 100 }, (_, at) => rowAt(offset + at + 2, ['a'])),
      }),
      ofAccount: async () => [],
    })
    await long.start()
    await long.want(4_800, 4_900)
    expect(long.rowAt(2_000)).toBeUndefined()
    expect(selectedOf(select(2, 10, 1, 4_801), long, plans, true)).toEqual({
      columns: [0],
      ranges: [[12, 4_812]],
      rows: 4_801,
    })
    expect(selectedOf(select(2, 10, 1, 4_000), long, plans, true)).toBeNull()
    // With another sort order, other rows may lie between the same ends.
    expect(selectedOf(select(2, 10, 1, 4_801), long, plans, false)).toBeNull()
    expect(selectedOf(select(2, 0, 1, 5_000), long, plans, false)).toEqual({
      columns: [0],
      ranges: null,
      rows: 5_000,
    })
  })

  it('excludes the numbers between its ends if the list is sorted by something else', async () => {
    const sorted = createRowList({
      page: async () => ({ total: 3, rows: [3, 90, 5].map((row) => rowAt(row, ['a'])) }),
      ofAccount: async () => [],
    })
    await sorted.start()
    expect(selectedOf(select(2, 0, 1, 3), sorted, plans, false)?.ranges).toEqual([
      [3, 3],
      [5, 5],
      [90, 90],
    ])
  })

  it('lists its rows even if they are all the filtered rows; a single cell has no scope', async () => {
    await list.start()
    expect(selectedOf(select(2, 0, 2, 4), list, plans, true)).toEqual({
      columns: [0, 1],
      ranges: [
        [4, 5],
        [9, 9],
        [12, 12],
      ],
      rows: 4,
    })
    expect(selectedOf(select(2, 0, 1, 1), list, plans, true)).toBeNull()
    expect(selectedOf(select(1, 0, 1, 3), list, plans, true)).toBeNull()
  })
})

describe('a change of a text', () => {
  it('is shown in pieces that together give both texts', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '💡', 'é') })
    fc.assert(
      fc.property(texts, texts, fc.boolean(), (before, after, whole) => {
        const { lead, gone, come, tail } = textChange(before, after, whole)
        expect(lead + gone + tail).toBe(before)
        expect(lead + come + tail).toBe(after)
        expect((lead + gone + come + tail).isWellFormed()).toBe(true)
      }),
    )
  })

  it('stays in view after a long beginning, and shows invisible characters', () => {
    expect(shortLead('short')).toBe('short')
    expect(shortLead('a very long beginning of it')).toBe('…g beginning of it')
    expect(madeVisible('a\u200Bb\nc\td')).toBe('a[U+200B]b⏎c⇥d')
  })
})
