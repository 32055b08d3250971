// Typical errors of real migration spreadsheets, one per account, with the problem that the service or a local check
// reports. Which accounts are damaged, and how, is a pure function of seed, count and share; exactly round(count ×
// share) are. An error that involves a neighbour names it, and neither of the two is then valid.
import type { SampleAccount } from './accounts.ts'
import { createScatter } from './random.ts'

export const damageKinds = [
  'phone_lost_zero',
  'phone_letters',
  'missing_family_name',
  'missing_street',
  'impossible_date',
  'two_digit_year',
  'unknown_choice',
  'test_email',
  'end_before_start',
  'duplicate_account',
  'reference_twice',
] as const
export type DamageKind = (typeof damageKinds)[number]

/** `attr` and `code` as the service says them (null code: found by the client before sending, in its own words). */
export type Expectation = {
  readonly attr: string
  readonly code: string | null
  /** local: before sending; validate: first or second phase; process: ERRORED after a clean validate. */
  readonly found: 'local' | 'validate' | 'process'
  /** False where a checker that assumes a country may let it pass. */
  readonly certain: boolean
}

export type Damage = {
  readonly kind: DamageKind
  readonly expected: Expectation
  /** The index of the other account involved, or null. */
  readonly duplicate: number | null
}

export type DamagePlan = {
  readonly count: number
  readonly damaged: number
  readonly of: (account: SampleAccount) => Damage | null
}

/** Needs the account before it to be sound. */
const neighbourly: ReadonlySet<DamageKind> = new Set(['duplicate_account', 'reference_twice'])
const needsPerson: ReadonlySet<DamageKind> = new Set([
  'phone_lost_zero',
  'phone_letters',
  'missing_family_name',
  'test_email',
])

export function planDamage(options: {
  readonly seed: number
  readonly count: number
  readonly share: number
  readonly kinds: readonly DamageKind[]
}): DamagePlan {
  const damaged = Math.round(options.count * options.share)
  const place = createScatter(options.seed, options.count)
  const isDamaged = (index: number): boolean => place(index) < damaged
  const fits = (kind: DamageKind, account: SampleAccount): boolean => {
    if (neighbourly.has(kind)) return account.index > 0 && !isDamaged(account.index - 1)
    if (kind === 'missing_family_name' && account.accountType === 'BUSINESS') return false
    return !needsPerson.has(kind) || account.people.length > 0
  }
  return {
    count: options.count,
    damaged,
    of: (account) => {
      if (!isDamaged(account.index)) return null
      const first = place(account.index) % options.kinds.length
      const turned = [...options.kinds.slice(first), ...options.kinds.slice(0, first)]
      const kind = turned.find((candidate) => fits(candidate, account)) ?? 'missing_street'
      return {
        kind,
        expected: expectations[kind],
        duplicate: neighbourly.has(kind) ? account.index - 1 : null,
      }
    },
  }
}

/** Paths of the payload as sent: the first person present is `customers.0`, whichever slot holds it. */
const expectations: Readonly<Record<DamageKind, Expectation>> = {
  phone_lost_zero: {
    attr: 'customers.0.landline',
    code: 'invalid_phone_number',
    found: 'validate',
    certain: false,
  },
  phone_letters: {
    attr: 'customers.0.landline',
    code: 'invalid_phone_number',
    found: 'validate',
    certain: true,
  },
  missing_family_name: {
    attr: 'customers.0.non_field_errors',
    code: 'customer_family_name_required',
    found: 'validate',
    certain: true,
  },
  missing_street: {
    attr: 'supply_addresses.0.street_address',
    code: 'required',
    found: 'validate',
    certain: true,
  },
  impossible_date: { attr: 'supply_addresses.0.occupied_from', code: null, found: 'local', certain: true },
  two_digit_year: { attr: 'supply_addresses.0.occupied_from', code: null, found: 'local', certain: true },
  unknown_choice: {
    attr: 'communication_preference',
    code: 'invalid_choice',
    found: 'validate',
    certain: true,
  },
  test_email: {
    attr: 'customers.0.email',
    code: 'possible_test_email_address',
    found: 'validate',
    certain: true,
  },
  end_before_start: {
    attr: 'supply_addresses.0.meter_points.0.non_field_errors',
    code: 'start_date_later_than_end_date',
    found: 'validate',
    certain: true,
  },
  duplicate_account: { attr: 'external_account_number', code: null, found: 'local', certain: true },
  reference_twice: {
    attr: 'references.0.value',
    code: 'reference_already_exists',
    found: 'process',
    certain: true,
  },
}
