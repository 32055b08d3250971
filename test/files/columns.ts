// The columns that sample sheets are made of: one list says a column's header, the field it feeds, and its cell for an
// account, so that the file and its mapping cannot drift apart. A damaged cell carries a mark, from which the truth
// record takes its place.
import type { ColumnMapping, Conversion } from '../../shared/mapping/file.ts'
import { accountNumber, referenceOf, type Person, type SampleAccount, type Supply } from './accounts.ts'
import type { Damage, DamageKind } from './damage.ts'
import type { Cell } from './write-xlsx.ts'

export type MarkedCell = { readonly cell: Cell; readonly damaged: boolean }

/** An account as it is written: with its damage, and with the seed that neighbours' numbers come from. */
export type Written = {
  readonly account: SampleAccount
  readonly damage: Damage | null
  readonly seed: number
}

export type ColumnPlan<Row> = {
  readonly header: string
  /** Relative to the sheet's list; null for a key that is used and feeds nothing. */
  readonly field: string | null
  readonly conversion?: Conversion
  readonly cell: (row: Row, written: Written) => Cell | MarkedCell
}

export type PersonRow = { readonly person: Person | null | undefined; readonly first: boolean }
export type SupplyRow = { readonly supply: Supply; readonly first: boolean }
export type MeterRow = { readonly supply: Supply; readonly order: number; readonly first: boolean }

const dates: Conversion = { kind: 'date', pattern: 'dd/MM/yyyy' }
const wrong = (cell: Cell): MarkedCell => ({ cell, damaged: true })
const onDate = (iso: string): Cell => (iso === '' ? '' : { iso })

export function accountColumns(): ColumnPlan<undefined>[] {
  const of = (
    header: string,
    field: string,
    cell: (account: SampleAccount) => Cell,
  ): ColumnPlan<undefined> => ({
    header,
    field,
    cell: (_, { account }) => cell(account),
  })
  return [
    {
      header: 'Account No',
      field: 'external_account_number',
      cell: (_, { account, damage, seed }) =>
        damage?.kind === 'duplicate_account' ? wrong(accountNumber(seed, account.index - 1)) : account.number,
    },
    of('Account type', 'account_type', (account) => account.accountType),
    {
      ...of('Occupier', 'unknown_occupier', (account) => (account.occupier ? 'Y' : 'N')),
      conversion: { kind: 'boolean', yes: ['Y'], no: ['N'] },
    },
    of('Bill name', 'billing_name', (account) => account.billingName),
    of('Bill email', 'billing_email', (account) => account.billingEmail),
    of('Bill street', 'billing_address.street_address', (account) => account.billingStreet),
    of('Bill town', 'billing_address.locality', (account) => account.billingTown),
    of('Bill postcode', 'billing_address.postal_code', (account) => account.billingPostcode),
    {
      header: 'Paperless',
      field: 'communication_preference',
      cell: (_, { account, damage }) =>
        damage?.kind === 'unknown_choice' ? wrong('PIGEON') : account.preference,
    },
    { ...of('Sold on', 'date_of_sale', (account) => onDate(account.soldOn)), conversion: dates },
    {
      ...of('Balance', 'transfer_balance', (account) => account.balance),
      conversion: { kind: 'decimal', decimalSign: '.' },
    },
    {
      header: 'CRM ref',
      field: 'references.0.value',
      cell: (_, { account, damage, seed }) =>
        damage?.kind === 'reference_twice' ? wrong(referenceOf(seed, account.index - 1)) : account.reference,
    },
  ]
}

function lostZero(landline: string): Cell {
  return { number: landline.replace('+44', '').replaceAll(' ', '') }
}

export function personColumns(prefix: string, base: string): ColumnPlan<PersonRow>[] {
  type Print = (person: Person, kind: DamageKind | null) => Cell | MarkedCell
  const of = (header: string, field: string, print: Print): ColumnPlan<PersonRow> => ({
    header: `${prefix}${header}`,
    field: `${base}${field}`,
    cell: ({ person, first }, { damage }) =>
      person ? print(person, first ? (damage?.kind ?? null) : null) : '',
  })
  return [
    of('Title', 'title', (person) => person.title),
    of('First name', 'given_name', (person) => person.givenName),
    of('Surname', 'family_name', (person, kind) =>
      kind === 'missing_family_name' ? wrong('') : person.familyName,
    ),
    of('Email', 'email', (person, kind) => (kind === 'test_email' ? wrong('test@test.com') : person.email)),
    of('Landline', 'landline', (person, kind) => {
      if (kind === 'phone_lost_zero') return wrong(lostZero(person.landline))
      return kind === 'phone_letters' ? wrong(`${person.landline.slice(0, -3)}after six`) : person.landline
    }),
    { ...of('Date of birth', 'date_of_birth', (person) => onDate(person.birth)), conversion: dates },
  ]
}

export function supplyColumns(base: string): ColumnPlan<SupplyRow>[] {
  return [
    {
      header: 'Supply street',
      field: `${base}street_address`,
      cell: ({ supply, first }, { damage }) =>
        first && damage?.kind === 'missing_street' ? wrong('') : supply.street,
    },
    { header: 'Supply postcode', field: `${base}postal_code`, cell: ({ supply }) => supply.postcode },
    {
      header: 'Move-in',
      field: `${base}occupied_from`,
      conversion: dates,
      cell: ({ supply, first }, { damage }) => {
        if (first && damage?.kind === 'impossible_date')
          return wrong(`31/02/${supply.occupiedFrom.slice(0, 4)}`)
        if (first && damage?.kind === 'two_digit_year')
          return wrong(`03/04/${supply.occupiedFrom.slice(2, 4)}`)
        return onDate(supply.occupiedFrom)
      },
    },
  ]
}

export function meterColumns(prefix: string, base: string): ColumnPlan<MeterRow>[] {
  type Point = Supply['meterPoints'][number]
  const of = (header: string, field: string, print: (point: Point) => Cell): ColumnPlan<MeterRow> => ({
    header: `${prefix}${header}`,
    field: `${base}${field}`,
    cell: ({ supply, order }) => {
      const point = supply.meterPoints[order]
      return point === undefined ? '' : print(point)
    },
  })
  return [
    of('Meter point', 'identifier', (point) => point.identifier),
    of('Fuel', 'supply_type', (point) => point.supplyType),
    { ...of('Supply start', 'supply_start_date', (point) => onDate(point.start)), conversion: dates },
    {
      header: `${prefix}Supply end`,
      field: `${base}supply_end_date`,
      conversion: dates,
      cell: ({ supply, order, first }, { damage }) => {
        if (first && damage?.kind === 'end_before_start') return wrong({ iso: '2018-06-30' })
        return onDate(supply.meterPoints[order]?.end ?? '')
      },
    },
    of('Serial no', 'meters.0.serial_number', (point) => point.serial),
  ]
}

export function fill<Row>(columns: readonly ColumnPlan<Row>[], row: Row, written: Written): MarkedCell[] {
  return columns.map((column) => {
    const cell = column.cell(row, written)
    return typeof cell === 'object' && 'damaged' in cell ? cell : { cell, damaged: false }
  })
}

export function mapped(columns: readonly ColumnPlan<never>[]): ColumnMapping[] {
  return columns.flatMap(({ header, field, conversion }) => {
    if (field === null) return []
    return [{ column: header, field, ...(conversion === undefined ? {} : { conversion }) }]
  })
}

export const headersOf = (...columns: readonly ColumnPlan<never>[]): string[] =>
  columns.map((column) => column.header)
