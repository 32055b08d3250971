// Service logic without transport: takes a received call and returns an answer. Checks run in the order of the
// framework family: path, credential, method, media type, size, syntax; then the supplier's status, field rules,
// rules across fields.
import type { CountryCode } from 'libphonenumber-js/max'
import { assertNever } from '../../../shared/contract/assert-never.ts'
import { supplierField } from '../../../shared/sending/service.ts'
import * as answers from '../http/answers.ts'
import type { Answer } from '../http/answers.ts'
import type { ObjectField } from '../validation/catalogue.ts'
import type { RouteName } from '../faults/fault-rules.ts'
import type { Processes } from '../storage/processes.ts'
import { accountFieldOf, methodsOf, type Route } from '../http/routes.ts'
import { crossFieldErrors, itemOf, itemsOf } from '../validation/rules.ts'
import type { Reference, Storage } from '../storage/storage.ts'
import type { Switches } from '../switches.ts'
import { day, type Clock } from '../timestamps.ts'
import type { TokenAnswer } from './token-endpoint.ts'
import type { Tokens } from './tokens.ts'
import { fieldErrors, textOf, type FieldError } from '../validation/validator.ts'

export type ReadBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'not_json'; readonly reason: string }
  | { readonly kind: 'too_large' }

export type Call = {
  readonly route: Route
  readonly method: string
  readonly contentType: string
  readonly authorization: string | undefined
  readonly body: ReadBody
  /** From a fault: hide processes younger than this; shift the times of records. */
  readonly hideMs: number
  readonly skewMs: number
}

/** Identity in a payload, valid or not. */
export type Identity = { readonly supplier: string | null; readonly account: string | null }

export type Service = ReturnType<typeof createService>

export function createService(parts: {
  readonly catalogue: ObjectField
  readonly storage: Storage
  readonly processes: Processes
  readonly tokens: Tokens
  readonly signIn: (json: unknown) => TokenAnswer
  readonly clock: Clock
  readonly region: CountryCode
  readonly switches: () => Switches
}) {
  const { catalogue, storage, processes, tokens, clock, switches } = parts

  function answer(call: Call): Answer {
    const { route } = call
    switch (route.kind) {
      case 'unrouted':
        return answers.unrouted()
      case 'slash_missing':
        return answers.slashMissing(route.location)
      case 'token':
        return withJson(call, 'token', (json) => {
          const { status, body, issued } = parts.signIn(json)
          return answers.json(status, body, issued ? 'token' : 'none')
        })
      case 'status':
        return authenticated(call) ?? allowed(call, 'status') ?? status(route.supplier, route.account, call)
      case 'validate':
        return authenticated(call) ?? withJson(call, 'validate', validate)
      case 'create':
        return authenticated(call) ?? withJson(call, 'create', create)
      default:
        return assertNever(route)
    }
  }

  /** Null if the credential is valid. */
  function authenticated(call: Call): Answer | null {
    const { headerTemplate } = switches()
    const [before = '', after = ''] = headerTemplate.split('{token}')
    const header = call.authorization?.trim() ?? ''
    const word = before.trim().toLowerCase()
    if (header === '' || (word !== '' && header.split(' ')[0]?.toLowerCase() !== word)) {
      return answers.notAuthenticated('absent', switches())
    }
    const token = header.slice(word.length, header.length - after.length).trim()
    return tokens.isAccess(token) ? null : answers.notAuthenticated('wrong', switches())
  }

  function allowed(call: Call, route: RouteName): Answer | null {
    const methods: readonly string[] = methodsOf[route]
    return methods.includes(call.method) ? null : answers.methodNotAllowed(call.method, methods)
  }

  function withJson(call: Call, route: RouteName, work: (json: unknown) => Answer): Answer {
    const refused = allowed(call, route)
    if (refused !== null) return refused
    if (!/^application\/json\s*(?:;|$)/i.test(call.contentType))
      return answers.unsupportedMediaType(call.contentType)
    switch (call.body.kind) {
      case 'too_large':
        return answers.tooLarge(switches())
      case 'not_json':
        return answers.parseError(call.body.reason)
      case 'json':
        return work(call.body.value)
      default:
        return assertNever(call.body)
    }
  }

  function validate(payload: unknown): Answer {
    const refused =
      (switches().closedOn === 'both' ? closedSupplier(payload) : null) ?? unknownSupplier(payload)
    if (refused !== null) return refused
    const errors = errorsOf(payload)
    return errors.length === 0 ? answers.valid() : answers.validationFailed(errors, switches())
  }

  function create(payload: unknown): Answer {
    const refused = closedSupplier(payload) ?? unknownSupplier(payload)
    if (refused !== null) return refused
    if (errorsOf(payload).length > 0) return answers.importValidationFailed()
    const { supplier: code, account } = identityIn(payload)
    const supplier = code === null ? undefined : storage.supplier(code)
    if (supplier === undefined) throw new Error('A payload without errors has no known supplier.')
    const outcome = processes.create({ supplier, account, references: referencesIn(payload) })
    return outcome.kind === 'already_imported'
      ? answers.alreadyImported(account ?? '', outcome.accountId)
      : answers.created(outcome.kind)
  }

  function closedSupplier(payload: unknown): Answer | null {
    const { supplier: code } = identityIn(payload)
    const supplier = code === null ? undefined : storage.supplier(code)
    return supplier === undefined || supplier.status === 'ongoing'
      ? null
      : answers.supplierNotOngoing(supplier, switches())
  }

  /** Null if it is known, or if its error is among those of the fields. */
  function unknownSupplier(payload: unknown): Answer | null {
    const { supplier: code } = identityIn(payload)
    const isCoded =
      switches().unknownSupplierShape === 'coded' && code !== null && storage.supplier(code) === undefined
    return isCoded ? answers.unknownSupplier(code, switches()) : null
  }

  /** Two phases: rules across fields run only if every field passes (field-notes.md section 4). */
  function errorsOf(payload: unknown): readonly FieldError[] {
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
      identityIn(payload).supplier,
      known,
      switches().unknownSupplierCode,
    )
    return errors.length > 0 ? errors : crossFieldErrors(catalogue, payload)
  }

  function status(supplier: string, account: string, call: Call): Answer {
    const process = processes.read(supplier, account)
    const hidden = process !== undefined && process.created_at + call.hideMs * 1_000 > clock.micros()
    if (process === undefined || hidden) return answers.processNotFound()
    return answers.statusRead(processes.record(process, call.skewMs), switches().recordNumbers)
  }

  function identityIn(payload: unknown): Identity {
    const account = itemOf(payload)
    const text = (name: string): string | null => textOf(account.get(name), switches().numbersAsText) || null
    return { supplier: text(supplierField), account: text(accountFieldOf(switches())) }
  }

  return { answer, identityIn }
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
