// Tests the proposals that a draft takes automatically: only certain ones, only for columns that nobody decided,
// and an undone one is never applied again.
import { describe, expect, it } from 'vitest'
import {
  askAbout,
  askedColumns,
  keptKey,
  keptOf,
  takeCertain,
  withConversion,
  type WithTaken,
} from '../../../../renderer/steps/map/draft/proposals.ts'
import {
  convertSamples,
  firstFailure,
  samplesOf,
} from '../../../../renderer/steps/map/conversions/samples.ts'
import { fateOf, scopesOf } from '../../../../renderer/steps/map/draft/draft.ts'
import { offersFor } from '../../../../renderer/steps/map/draft/field-choices.ts'
import { mappingFile } from '../../../../shared/mapping/file.ts'
import type { ConversionProposalView } from '../../../../shared/contract/import/mapping.ts'
import { fieldView, sheetView, type FieldView } from '../../../../shared/contract/views.ts'
import { sheet } from '../../small-catalogue.ts'

const sheets = [
  sheetView.parse({
    file: 0,
    fills: null,
    blankRows: null,
    position: 0,
    info: sheet('Accounts', 'No', 'Born', 'Seen', 'Phone', 'Harness', 'Street'),
    role: 'main',
    rowCount: 2,
  }),
]
const field = (path: string, format: string | null): FieldView =>
  fieldView.parse({
    path,
    title: path,
    kind: 'text',
    format,
    required: false,
    choices: null,
    sensitive: false,
  })
const born = field('born', 'date')
const fields = [field('number', null), born, field('seen', 'date-time'), field('phone', 'phone')]
const mapping = mappingFile.parse({
  version: 1,
  sheet: 'Accounts',
  key: 'No',
  columns: [
    { column: 'No', field: 'number' },
    { column: 'Born', field: 'born' },
    { column: 'Seen', field: 'seen' },
    { column: 'Phone', field: 'phone' },
  ],
})
const draft: WithTaken = { mapping, taken: new Map(), kept: new Set() }
const date = { kind: 'date', pattern: 'dd/MM/yyyy' } as const
const certain: ConversionProposalView = {
  kind: 'proposed',
  conversion: date,
  certainty: 'certain',
  reason: '6 cells can be read in one way only.',
}
const found = (proposal: ConversionProposalView, from = draft) =>
  askedColumns(from.mapping, sheets, fields)
    .filter(({ column }) => column === 'Born')
    .map((asked) => ({ asked, proposal }))
const [scope] = scopesOf(mapping, sheets)
if (scope === undefined) throw new Error('The mapping has a main sheet.')

const conversionNow = (of: WithTaken) => {
  const fate = fateOf(of.mapping, scope, 'Born')
  return fate.kind === 'mapped' ? fate.conversion : undefined
}

describe('a proposal', () => {
  it('that is certain is applied with its reason', () => {
    const after = takeCertain(draft, found(certain))
    expect(conversionNow(after)).toEqual(date)
    expect(after.taken.get(keptKey('Accounts', 'Born', 'born'))?.reason).toBe(
      '6 cells can be read in one way only.',
    )
    expect(takeCertain(after, found(certain, after))).toBe(after)
  })

  it('that is only likely, or a question, changes nothing', () => {
    expect(takeCertain(draft, found({ ...certain, certainty: 'likely' }))).toBe(draft)
    expect(takeCertain(draft, found({ kind: 'ask', question: '?', alternatives: [] }))).toBe(draft)
    expect(takeCertain(draft, found({ kind: 'fits', values: 3 }))).toBe(draft)
  })

  it('that was undone is not applied again', () => {
    const taken = takeCertain(draft, found(certain))
    const undone = withConversion(taken, scope, 'Born', { path: 'born', conversion: null })
    expect(conversionNow(undone)).toBeNull()
    expect(takeCertain(undone, found(certain, undone))).toBe(undone)
  })

  it('is never applied to a mapping that a person made', () => {
    const made = { ...draft, kept: keptOf(mapping, sheets) }
    expect(takeCertain(made, found(certain, made))).toBe(made)
  })

  it('is offered with the time zone of another column', () => {
    const zoned = withConversion(draft, scope, 'Seen', {
      path: 'seen',
      conversion: { kind: 'datetime', pattern: 'yyyy-MM-dd HH:mm', zone: 'Europe/London' },
    })
    const input = askAbout(zoned.mapping, 'Accounts', 'Later', field('later', 'date-time'))
    expect(input).toEqual({ sheet: 'Accounts', column: 'Later', field: 'later', zone: 'Europe/London' })
    expect(askAbout(zoned.mapping, 'Accounts', 'Born', born)).not.toHaveProperty('zone')
  })

  it('is made for each field of a column that fills two, and one is applied without the other', () => {
    const twice: WithTaken = {
      ...draft,
      mapping: mappingFile.parse({
        ...mapping,
        columns: [...mapping.columns, { column: 'Born', field: 'phone' }],
      }),
    }
    const asked = askedColumns(twice.mapping, sheets, fields).filter(({ column }) => column === 'Born')
    expect(asked.map(({ path }) => path).toSorted()).toEqual(['born', 'phone'])
    const after = takeCertain(
      twice,
      asked.map((one) => ({ asked: one, proposal: one.path === 'born' ? certain : undefined })),
    )
    const { columns } = after.mapping
    expect(columns).toContainEqual({ column: 'Born', field: 'born', conversion: date })
    expect(columns).toContainEqual({ column: 'Born', field: 'phone' })
  })
})

describe('a column joined with another one', () => {
  it('counts as used, and is undecided again without the join', () => {
    const join = { kind: 'join', with: ['Street'], separator: ' ' } as const
    const joined = withConversion(draft, scope, 'Harness', {
      path: 'number',
      conversion: { kind: 'steps', steps: [{ ...join, with: ['Street'] }] },
    })
    expect(fateOf(joined.mapping, scope, 'Street')).toEqual({ kind: 'joined', into: 'Harness' })
    const apart = withConversion(joined, scope, 'Harness', { path: 'number', conversion: null })
    expect(fateOf(apart.mapping, scope, 'Street')).toEqual({ kind: 'undecided' })
  })
})

describe('samples', () => {
  const rows = ['01/02/2003', '01/02/2003', ' ', '31/12/2003', 'x', 'y', 'z', 'last'].map((text, at) => ({
    cells: [`A${at}`, text, '', '020 7946 0101', '1', 'High Street'],
  }))
  const [view] = sheets
  if (view === undefined) throw new Error('There is a sheet.')
  const samples = samplesOf(view, rows)

  it('are five different values, without blanks', () => {
    expect(samples.get('Born')?.map(({ text }) => text)).toEqual(['01/02/2003', '31/12/2003', 'x', 'y', 'z'])
  })

  it('show each converted value, and each failure at its own value', () => {
    const shown = convertSamples(samples.get('Born') ?? [], born, date)
    expect(shown?.slice(0, 3)).toEqual([
      { kind: 'value', value: '2003-02-01' },
      { kind: 'value', value: '2003-12-31' },
      { kind: 'failed', message: expect.stringContaining('“x”') },
    ])
  })

  it('join the cells of the same row', () => {
    const join = { kind: 'join' as const, with: ['Street'], separator: ' ' }
    expect(convertSamples(samples.get('Harness') ?? [], field('number', null), join)).toEqual([
      { kind: 'value', value: '1 High Street' },
    ])
  })

  it('of telephone numbers are read later, so they are no failures', () => {
    const phones = samples.get('Phone') ?? []
    const phone = { kind: 'phone', to: 'e164' } as const
    expect(convertSamples(phones, field('phone', 'phone'), phone)).toEqual([{ kind: 'later' }])
    expect(firstFailure(phones, field('phone', 'phone'), phone)).toBeNull()
  })
})

it('an offer is applied to the item that the column may feed', () => {
  const offers = [
    { sheet: 'Accounts', column: 'Harness', field: 'sites.0.street', reason: 'near' },
    { sheet: 'Accounts', column: 'Harness', field: 'nowhere', reason: 'far' },
    { sheet: 'Accounts', column: 'Street', field: 'number', reason: 'other' },
  ]
  const choices = [
    { value: 'number', label: 'Number' },
    { value: 'sites.1.street', label: 'Street' },
  ]
  expect(offersFor(offers, choices, 'Accounts', 'Harness')).toEqual([
    { path: 'sites.1.street', reason: 'near' },
  ])
})
