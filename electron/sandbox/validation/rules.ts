// Rules across fields: the second phase of validation, run only when every field passes. Their attrs are deliberately
// not cells. A rule applies only if the catalogue has its fields.
import type { ObjectField } from './catalogue.ts'
import { fieldError, textOf, type FieldError } from './validator.ts'

type Item = ReadonlyMap<string, unknown>

/** @param payload one that passed every field rule. */
export function crossFieldErrors(root: ObjectField, payload: unknown): FieldError[] {
  const account = itemOf(payload)
  const has = (name: string): boolean => root.names.has(name)
  const errors: FieldError[] = []
  const unknownOccupier = account.get('unknown_occupier') === true
  const customers = itemsOf(account.get('customers'))
  if (unknownOccupier && customers.length > 0) {
    errors.push(rule('non_field_errors', 'customer_with_unknown_occupier'))
  }
  if (
    has('billing_address') &&
    has('unknown_occupier') &&
    !unknownOccupier &&
    !account.has('billing_address')
  ) {
    errors.push(rule('non_field_errors', 'billing_address_not_provided'))
  }
  if (has('customers') && account.get('account_type') === 'BUSINESS' && customers.length === 0) {
    errors.push(rule('customers', 'business_account_missing_customers'))
  }
  if (account.get('account_type') === 'DOMESTIC') {
    customers.forEach((customer, index) => {
      if (!customer.has('family_name')) {
        errors.push(rule(`customers.${index}.non_field_errors`, 'customer_family_name_required'))
      }
    })
  }
  const addresses = itemsOf(account.get('supply_addresses'))
  addresses.forEach((address, index) => {
    if (repeatsMeterPoint(address)) {
      errors.push(rule(`supply_addresses.${index}.meter_points`, 'duplicate_meter_points_provided'))
    }
  })
  addresses.forEach((address, index) => {
    itemsOf(address.get('meter_points')).forEach((point, at) => {
      if (endsBeforeStart(point)) {
        errors.push(
          rule(
            `supply_addresses.${index}.meter_points.${at}.non_field_errors`,
            'start_date_later_than_end_date',
          ),
        )
      }
    })
  })
  return errors
}

const details: Readonly<Record<string, string>> = {
  customer_with_unknown_occupier: 'An account with an unknown occupier cannot have customers.',
  billing_address_not_provided: 'A billing address is needed unless the occupier is unknown.',
  business_account_missing_customers: 'A business account needs at least one customer.',
  customer_family_name_required: 'A customer of a domestic account needs a family name.',
  duplicate_meter_points_provided: 'The same meter point is given more than once.',
  start_date_later_than_end_date: 'The start date is later than the end date.',
}

function rule(attr: string, code: string): FieldError {
  return fieldError(attr, code, details[code])
}

function repeatsMeterPoint(address: Item): boolean {
  const seen = new Set<string>()
  for (const point of itemsOf(address.get('meter_points'))) {
    const identifier = textOf(point.get('identifier'), true)
    if (identifier === null) continue
    if (seen.has(identifier)) return true
    seen.add(identifier)
  }
  return false
}

/** Dates in the specification's form compare as text. */
function endsBeforeStart(point: Item): boolean {
  const start = textOf(point.get('supply_start_date'), false)
  const end = textOf(point.get('supply_end_date'), false)
  return start !== null && end !== null && end < start
}

/** Own members only; a value that is not an object has none. */
export function itemOf(value: unknown): Item {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map()
  return new Map<string, unknown>(Object.entries(value))
}

export function itemsOf(value: unknown): readonly Item[] {
  return Array.isArray(value) ? value.map(itemOf) : []
}
