// Tests the account form: every problem is shown in exactly one place, and a cell without data is still a field to
// fill.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  accountForm,
  fieldTitles,
  sectionTitle,
  type AccountForm,
  type AccountProblem,
} from '../../../../renderer/steps/fix/account/account-fields.ts'
import type { Place } from '../../../../shared/payload/problems.ts'
import { accountView, fieldView, type AccountView } from '../../../../shared/contract/views.ts'
import { inEnglish } from '../../../../shared/texts/message.ts'

const cell = (column: string, row = 2) => ({ sheet: 'Accounts', row, column })
const field = (path: string, title: string, more: object = {}) =>
  fieldView.parse({
    path,
    title,
    kind: 'text',
    format: null,
    required: false,
    choices: null,
    sensitive: false,
    ...more,
  })
const fields = [
  field('account_type', 'Account type'),
  field('external_account_number', 'Account number', { required: true }),
  field('customers', 'Customers', { kind: 'list' }),
  field('customers.*.landline', 'Landline'),
  field('customers.*.given_name', 'Given name', { required: true }),
  field('supply_addresses', 'Supply addresses', { kind: 'list' }),
  field('supply_addresses.*.postal_code', 'Postal code'),
]
const titles = fieldTitles(fields, { item: (title, n) => `${title} ${n}`, main: 'Account' })

function account(of: Partial<AccountView>): AccountView {
  return accountView.parse({
    id: 1,
    record: null,
    batch: 1,
    key: 'A-1',
    state: 'invalid',
    outcome: null,
    held: null,
    heldUntil: null,
    excluded: false,
    supplier: null,
    rows: [],
    payload: {},
    origins: {},
    omitted: [],
    problems: [],
    attempts: [],
    validation: null,
    passes: 0,
    latestPass: null,
    serviceStatus: null,
    platformIdentifier: null,
    existingAccountId: null,
    locked: null,
    events: [],
    dueAt: 0,
    doneAt: null,
    since: null,
    stuck: false,
    wave: null,
    asksToSendAgain: false,
    ...of,
  })
}

function problem(attr: string | null, place: Place, message = 'Wrong.'): AccountProblem {
  return {
    source: 'validate',
    attr,
    code: 'invalid',
    message,
    place,
    stale: false,
    overruling: null,
    stays: null,
  }
}
const whole: Place = { kind: 'account', row: null }
const payload = { account_type: 'DOMESTIC', customers: [{ landline: '1' }, { landline: '2' }] }
const origins = {
  account_type: { fixed: true as const },
  'customers.0.landline': cell('Tel 1'),
  'customers.1.landline': cell('Tel 2'),
}
const formOf = (of: Partial<AccountView>): AccountForm =>
  accountForm(account({ payload, origins, ...of }), fields, titles)

function shown(form: AccountForm): string[] {
  const inSections = form.sections.flatMap((one) => [
    ...one.problems,
    ...one.fields.flatMap((f) => f.problems),
  ])
  return [...inSections, ...form.tray].map((one) => inEnglish(one.message))
}

describe('the problems of an account', () => {
  it('each appear in exactly one place', () => {
    const attrs = fc.option(
      fc.constantFrom(
        'customers.0.landline',
        'customers.1',
        'customers',
        '',
        'customers.5.landline',
        'odd..x',
      ),
    )
    const places: fc.Arbitrary<Place> = fc.oneof(
      fc.constant(whole),
      fc
        .constantFrom('Tel 1', 'Tel 2', 'Other')
        .map((column): Place => ({ kind: 'cell', cell: cell(column) })),
      fc
        .constantFrom('', 'customers', 'customers.1', 'notes.3')
        .map((path): Place => ({ kind: 'section', path, cells: [], exact: false })),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(attrs, places), { maxLength: 12 }), (pairs) => {
        const problems = pairs.map(([attr, place], at) => problem(attr, place, `Problem ${at}.`))
        const reported = shown(formOf({ problems }))
        expect(reported.toSorted()).toEqual(problems.map((one) => inEnglish(one.message)).toSorted())
      }),
    )
  })

  it('appear at the field of their cell, even if the service counts its items differently', () => {
    const form = formOf({
      problems: [problem('customers.9.landline', { kind: 'cell', cell: cell('Tel 2') })],
    })
    const fed = form.sections.flatMap((one) => one.fields).find((one) => one.path === 'customers.1.landline')
    expect(fed?.problems).toHaveLength(1)
    expect(form.tray).toEqual([])
  })

  it('of a part without fields open their own section', () => {
    const form = formOf({
      problems: [problem('notes.0', { kind: 'section', path: 'notes.0', cells: [], exact: false })],
    })
    expect(form.sections.find((one) => one.path === 'notes.0')?.problems).toHaveLength(1)
  })

  it('of the whole account appear in the tray', () => {
    expect(formOf({ problems: [problem('non_field_errors', whole)] }).tray).toHaveLength(1)
    const all: Place = { kind: 'section', path: '', cells: [], exact: false }
    expect(formOf({ problems: [problem('', all)] }).tray).toHaveLength(1)
  })
})

describe('the fields of an account', () => {
  it('are listed by section: its own first, then its parts in catalogue order, items by number', () => {
    const many = Object.fromEntries(
      ['supply_addresses.0.postal_code', 'customers.10.landline', 'customers.2.landline', 'account_type'].map(
        (path): [string, ReturnType<typeof cell>] => [path, cell(path)],
      ),
    )
    const form = formOf({ origins: many })
    expect(form.sections.map((one) => one.path)).toEqual([
      '',
      'customers.2',
      'customers.10',
      'supply_addresses.0',
    ])
    expect(form.sections.map((one) => one.title)).toEqual([
      'Account',
      'Customer 3',
      'Customer 11',
      'Supply address 1',
    ])
  })

  it('follow the catalogue within a section, not the alphabet', () => {
    const form = formOf({
      origins: { 'customers.0.given_name': cell('Name'), 'customers.0.landline': cell('Tel') },
    })
    expect(form.sections[0]?.fields.map((one) => one.title)).toEqual(['Landline', 'Given name'])
  })

  it('include an empty cell, so that it can be filled', () => {
    const left = { path: 'customers.0.given_name', payloadPath: 'customers.0.given_name', message: 'Empty.' }
    const form = formOf({ omitted: [{ ...left, reason: 'empty', origin: cell('Name') }] })
    const empty = form.sections.flatMap((one) => one.fields).find((one) => one.path === left.path)
    expect(empty).toMatchObject({ cell: cell('Name'), required: true, title: 'Given name' })
  })

  it('include a fixed value as it is sent, without a cell', () => {
    const fixed = formOf({}).sections[0]?.fields[0]
    expect(fixed).toMatchObject({ path: 'account_type', cell: null, value: 'DOMESTIC' })
  })

  it('show that an item was left out', () => {
    const form = formOf({
      omitted: [
        { path: 'customers.2', payloadPath: null, reason: 'all_empty', message: 'All empty.', origin: null },
        {
          path: 'customers.2.consents',
          payloadPath: null,
          reason: 'all_empty',
          message: 'In it.',
          origin: null,
        },
      ],
    })
    const reported = form.sections.flatMap((one) => one.leftOut)
    expect(reported).toEqual([{ path: 'customers.2', title: 'Customer 3', message: 'All empty.' }])
  })
})

describe('a section’s title', () => {
  it.each([
    ['customers.1', 'Customer 2'],
    ['supply_addresses.0', 'Supply address 1'],
    ['supply_addresses.0.meter_points.2', 'Supply address 1 · Meter point 3'],
    ['billing_address', 'Billing address'],
    ['', 'Account'],
  ])('of %s is %s', (path, title) => {
    expect(sectionTitle(path, titles)).toBe(title)
  })

  it('has the title that the catalogue gives to an item of the list', () => {
    const german = fieldTitles(
      [field('customers', 'Kunden', { kind: 'list' }), field('customers.*', 'Kunde', { kind: 'object' })],
      { item: (title, n) => `${title} ${n}`, main: 'Konto' },
    )
    expect(sectionTitle('customers.1', german)).toBe('Kunde 2')
  })
})
