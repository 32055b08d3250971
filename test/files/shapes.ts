// The three shapes of spreadsheet that samples come in: one wide sheet, linked sheets, grouped rows. Each says its
// sheets with their rows for an account, its mapping, and the damage that can occur in it.
import type { MappingInput } from '../../shared/mapping/file.ts'
import type { SampleAccount, Supply } from './accounts.ts'
import {
  accountColumns,
  fill,
  headersOf,
  mapped,
  meterColumns,
  personColumns,
  supplyColumns,
  type ColumnPlan,
  type MarkedCell,
  type Written,
} from './columns.ts'
import { damageKinds, type DamageKind } from './damage.ts'

export const shapes = ['wide', 'linked', 'grouped'] as const
export type Shape = (typeof shapes)[number]

export type SheetPlan = {
  readonly name: string
  readonly headers: readonly string[]
  readonly rows: (written: Written) => readonly (readonly MarkedCell[])[]
}
export type ShapePlan = {
  readonly sheets: readonly SheetPlan[]
  readonly mapping: Omit<MappingInput, 'version' | 'fixed'>
  readonly kinds: readonly DamageKind[]
}

/** The first person present is the first sent, whichever slot holds it. */
const isFirst = (people: SampleAccount['people'], at: number): boolean =>
  at === people.findIndex((one) => one !== null)

function wide(): ShapePlan {
  const accounts = accountColumns()
  const slots = [personColumns('', 'customers.0.'), personColumns('Second ', 'customers.1.')]
  const supplies = supplyColumns('supply_addresses.0.')
  const meters = [
    meterColumns('', 'supply_addresses.0.meter_points.0.'),
    meterColumns('Second ', 'supply_addresses.0.meter_points.1.'),
  ]
  const rows: SheetPlan['rows'] = (written) => {
    const { people, supplies: places } = written.account
    return places
      .slice(0, 1)
      .map((supply) => [
        ...fill(accounts, undefined, written),
        ...slots.flatMap((slot, at) =>
          fill(slot, { person: people[at], first: isFirst(people, at) }, written),
        ),
        ...fill(supplies, { supply, first: true }, written),
        ...meters.flatMap((meter, order) => fill(meter, { supply, order, first: order === 0 }, written)),
        { cell: written.account.occupier ? 'letter returned' : '', damaged: false },
      ])
  }
  const columns = [...accounts, ...slots.flat(), ...supplies, ...meters.flat()]
  return {
    sheets: [{ name: 'Accounts', headers: [...headersOf(...columns), 'Our notes'], rows }],
    mapping: { key: 'Account No', columns: [...mapped(columns), { column: 'Our notes', ignore: true }] },
    kinds: damageKinds,
  }
}

function linked(): ShapePlan {
  const accounts = accountColumns()
  // A repeated account brings no rows of its own to the other sheets: those of the first one are its key's.
  const isDuplicate = ({ damage }: Written): boolean => damage?.kind === 'duplicate_account'
  const key: ColumnPlan<unknown> = {
    header: 'Account No',
    field: null,
    cell: (_, { account }) => account.number,
  }
  const supplyNumber: ColumnPlan<{ supply: Supply }> = {
    header: 'Supply No',
    field: null,
    cell: ({ supply }) => supply.number,
  }
  const people = [key, ...personColumns('', '')]
  const supplies = [key, supplyNumber, ...supplyColumns('')]
  const meters = [key, supplyNumber, ...meterColumns('', '')]
  const peopleRows: SheetPlan['rows'] = (written) =>
    isDuplicate(written)
      ? []
      : written.account.people.map((person, at) => fill(people, { person, first: at === 0 }, written))
  const supplyRows: SheetPlan['rows'] = (written) =>
    isDuplicate(written)
      ? []
      : written.account.supplies.map((supply, at) => fill(supplies, { supply, first: at === 0 }, written))
  const meterRows: SheetPlan['rows'] = (written) => {
    if (isDuplicate(written)) return []
    return written.account.supplies.flatMap((supply, at) =>
      supply.meterPoints.map((_, order) =>
        fill(meters, { supply, order, first: at === 0 && order === 0 }, written),
      ),
    )
  }
  return {
    sheets: [
      {
        name: 'Accounts',
        headers: headersOf(...accounts),
        rows: (written) => [fill(accounts, undefined, written)],
      },
      { name: 'Customers', headers: headersOf(...people), rows: peopleRows },
      { name: 'Supply', headers: headersOf(...supplies), rows: supplyRows },
      { name: 'Meters', headers: headersOf(...meters), rows: meterRows },
    ],
    mapping: {
      sheet: 'Accounts',
      key: 'Account No',
      columns: mapped(accounts),
      linked: [
        { sheet: 'Customers', key: 'Account No', list: 'customers', columns: mapped(people) },
        {
          sheet: 'Supply',
          key: 'Account No',
          list: 'supply_addresses',
          columns: mapped(supplies),
          linked: [
            {
              sheet: 'Meters',
              key: ['Account No', 'Supply No'],
              list: 'meter_points',
              columns: mapped(meters),
            },
          ],
        },
      ],
    },
    kinds: damageKinds,
  }
}

function grouped(): ShapePlan {
  const accounts = accountColumns()
  const people = personColumns('', '')
  const supplies = supplyColumns('supply_addresses.0.')
  const meters = meterColumns('', 'supply_addresses.0.meter_points.0.')
  const shared = [...accounts, ...supplies, ...meters]
  const rows: SheetPlan['rows'] = (written) => {
    const { people: everyone, supplies: places } = written.account
    const persons = everyone.length === 0 ? [undefined] : everyone
    return places
      .slice(0, 1)
      .flatMap((supply) =>
        persons.map((person, at) => [
          ...fill(accounts, undefined, written),
          ...fill(people, { person, first: at === 0 }, written),
          ...fill(supplies, { supply, first: true }, written),
          ...fill(meters, { supply, order: 0, first: true }, written),
        ]),
      )
  }
  return {
    sheets: [{ name: 'Accounts', headers: headersOf(...accounts, ...people, ...supplies, ...meters), rows }],
    mapping: {
      key: 'Account No',
      columns: mapped(shared),
      grouped: [{ list: 'customers', columns: mapped(people) }],
    },
    // Rows with the same key are one account here, so none can be there twice.
    kinds: damageKinds.filter((kind) => kind !== 'duplicate_account'),
  }
}

const plans: Readonly<Record<Shape, () => ShapePlan>> = { wide, linked, grouped }

export function planShape(shape: Shape): ShapePlan {
  return plans[shape]()
}
