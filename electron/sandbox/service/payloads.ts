// Checks and imports of a payload: the supplier's status, field rules, then rules across fields. `validate` reports
// the errors; `create` starts a process for a payload without errors.
import type { CountryCode } from 'libphonenumber-js/max'
import { supplierField } from '../../../shared/sending/service.ts'
import * as answers from '../http/answers.ts'
import type { Answer } from '../http/answers.ts'
import { accountFieldOf } from '../http/routes.ts'
import type { Processes } from '../storage/processes.ts'
import type { Reference, Storage } from '../storage/storage.ts'
import type { Switches } from '../switches.ts'
import { type Clock, day } from '../timestamps.ts'
import type { ObjectField } from '../validation/catalogue.ts'
import { crossFieldErrors, itemOf, itemsOf } from '../validation/rules.ts'
import { type FieldError, fieldErrors, textOf } from '../validation/validator.ts'

/** Identity in a payload, valid or not. */
export type Identity = { readonly supplier: string | null; readonly account: string | null }

export type PayloadParts = {
  readonly catalogue: ObjectField
  readonly storage: Storage
  readonly processes: Processes
  readonly clock: Clock
  readonly region: CountryCode
  readonly switches: () => Switches
}

export function validate(parts: PayloadParts, payload: unknown): Answer {
  const refused =
    (parts.switches().closedOn === 'both' ? closedSupplier(parts, payload) : null) ??
    unknownSupplier(parts, payload)
  if (refused !== null) return refused
  const errors = errorsOf(parts, payload)
  return errors.length === 0 ? answers.valid() : answers.validationFailed(errors, parts.switches())
}

export function create(parts: PayloadParts, payload: unknown): Answer {
  const refused = closedSupplier(parts, payload) ?? unknownSupplier(parts, payload)
  if (refused !== null) return refused
  if (errorsOf(parts, payload).length > 0) return answers.importValidationFailed()
  const { supplier: code, account } = identityIn(parts, payload)
  const supplier = code === null ? undefined : parts.storage.supplier(code)
  if (supplier === undefined) throw new Error('A payload without errors has no known supplier.')
  const outcome = parts.processes.create({ supplier, account, references: referencesIn(payload) })
  return outcome.kind === 'already_imported'
    ? answers.alreadyImported(account ?? '', outcome.accountId)
    : answers.created(outcome.kind)
}

function closedSupplier(parts: PayloadParts, payload: unknown): Answer | null {
  const { supplier: code } = identityIn(parts, payload)
  const supplier = code === null ? undefined : parts.storage.supplier(code)
  return supplier === undefined || supplier.status === 'ongoing'
    ? null
    : answers.supplierNotOngoing(supplier, parts.switches())
}

/** Null if it is known, or if its error is among those of the fields. */
function unknownSupplier(parts: PayloadParts, payload: unknown): Answer | null {
  const { storage, switches } = parts
  const { supplier: code } = identityIn(parts, payload)
  const isCoded =
    switches().unknownSupplierShape === 'coded' && code !== null && storage.supplier(code) === undefined
  return isCoded ? answers.unknownSupplier(code, switches()) : null
}

/** Two phases: rules across fields run only if every field passes. */
function errorsOf(parts: PayloadParts, payload: unknown): readonly FieldError[] {
  const { catalogue, storage, clock, switches } = parts
  const { refuseUndocumented, numbersAsText, wholeErrorsAt } = switches()
  const settings = {
    refuseUndocumented,
    numbersAsText,
    wholeErrorsAt,
    region: parts.region,
    today: day(clock.micros()),
  }
  const known = (code: string): boolean => storage.supplier(code) !== undefined
  const errors = withSupplierError(
    fieldErrors(catalogue, payload, settings),
    identityIn(parts, payload).supplier,
    known,
    switches().unknownSupplierCode,
  )
  return errors.length > 0 ? errors : crossFieldErrors(catalogue, payload)
}

export function identityIn(parts: PayloadParts, payload: unknown): Identity {
  const account = itemOf(payload)
  const text = (name: string): string | null =>
    textOf(account.get(name), parts.switches().numbersAsText) || null
  return { supplier: text(supplierField), account: text(accountFieldOf(parts.switches())) }
}

/** An unknown supplier is an invalid choice of a field, so its error is among those of the root's fields. */
function withSupplierError(
  errors: readonly FieldError[],
  supplier: string | null,
  known: (code: string) => boolean,
  code: string,
): readonly FieldError[] {
  const attr = supplierField
  if (supplier === null || errors.some((error) => error.attr === attr) || known(supplier)) return errors
  return [{ attr, code, detail: `"${supplier}" is not a known import supplier.` }, ...errors]
}

function referencesIn(payload: unknown): Reference[] {
  return itemsOf(itemOf(payload).get('references')).flatMap((item) => {
    const value = textOf(item.get('value'), true)
    return value === null ? [] : [{ namespace: textOf(item.get('namespace'), true) ?? '', value }]
  })
}
