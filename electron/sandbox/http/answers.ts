// Replies of the sandbox, exactly as in sections 4 and 7 of service-spec.md; points left open there follow the
// service's framework family. A reply is data; another file writes it to the connection.
import { codes, importDomain } from '../../../shared/sending/service.ts'
import type { Work } from '../storage/ledger.ts'
import type { Switches } from '../switches.ts'
import type { FieldError } from '../validation/validator.ts'

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly work: Work
}

export function json(
  status: number,
  body: unknown,
  work: Work = 'none',
  headers: Record<string, string> = {},
): Answer {
  return {
    status,
    work,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  }
}

export function html(status: number, title: string): Answer {
  return {
    status,
    work: 'none',
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html>\n<html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`,
  }
}

const coded = (status: number, code: string, detail: string, headers: Record<string, string> = {}): Answer =>
  json(status, { detail, code }, 'none', headers)

/** A status record; with `numbers`, digits and instants are JSON numbers without loss of digits. */
export function statusRead(record: unknown, numbers: boolean): Answer {
  const answer = json(200, record, 'read')
  if (!numbers) return answer
  const body = answer.body
    .replaceAll(/"(platform_identifier|code)":"(0|[1-9]\d*)"/g, '"$1":$2')
    .replaceAll(
      /"(created_at|modified_at|occurred_at)":"([^"]*)"/g,
      (_, name: string, instant: string) => `"${name}":${Date.parse(instant) / 1000}`,
    )
  return { ...answer, body }
}

export const valid = (): Answer => json(200, {}, 'valid')
export const created = (work: 'created' | 'again'): Answer => json(201, {}, work)

/** Section 7.1, or one of the other shapes of the family. */
export function validationFailed(errors: readonly FieldError[], switches: Switches): Answer {
  const items = errors.map(({ detail, code, attr }) => ({
    detail,
    code,
    attr: `${switches.attrPrefix}${attr}`,
  }))
  switch (switches.validationShape) {
    case 'documented': {
      const detail = 'The account failed validation.'
      return json(400, { detail, code: codes.accountFailedValidation, errors: items }, 'refused')
    }
    case 'envelope':
      return json(400, { type: 'validation_error', errors: items }, 'refused')
    case 'nested':
      return json(400, nested(items), 'refused')
  }
}

type Nest = { readonly details: string[]; readonly children: Map<string, Nest> }

/** `{"customers": {"0": {"landline": ["…"]}}}`: without codes. */
function nested(items: readonly { attr: string; detail: string }[]): unknown {
  const root: Nest = { details: [], children: new Map() }
  for (const { attr, detail } of items) {
    let node = root
    for (const part of attr.split('.')) {
      const child: Nest = node.children.get(part) ?? { details: [], children: new Map() }
      node.children.set(part, child)
      node = child
    }
    node.details.push(detail)
  }
  const plain = (node: Nest): unknown => {
    if (node.children.size === 0) return node.details
    const members = [...node.children].map(([name, child]): [string, unknown] => [name, plain(child)])
    return Object.fromEntries(
      node.details.length === 0 ? members : [['non_field_errors', node.details], ...members],
    )
  }
  return plain(root)
}

/** Section 7.2. */
export const importValidationFailed = (): Answer =>
  json(
    400,
    {
      code: codes.importFailedValidation,
      detail: 'The account failed validation. Use the validate operation for full details.',
      domain: importDomain,
    },
    'refused',
  )

/** Section 7.3. */
export const alreadyImported = (accountNumber: string, accountId: string): Answer =>
  json(
    400,
    {
      non_field_errors: {
        detail: `An account with the number ${accountNumber} has already been imported.`,
        code: codes.alreadyImported,
      },
      account_id: accountId,
    },
    'already_imported',
  )

export function supplierNotOngoing(
  { code: supplier, status }: { readonly code: string; readonly status: string },
  switches: Switches,
): Answer {
  const code = status === 'complete' ? switches.completeCode : switches.pausedCode
  const detail = `Migrations for the import supplier "${supplier}" are not ongoing.`
  const domain = switches.closedDomain === null ? {} : { domain: switches.closedDomain }
  switch (switches.closedShape) {
    case 'coded':
      return json(switches.closedStatus, { code, detail, ...domain }, 'refused')
    case 'non_field_errors':
      return json(switches.closedStatus, { non_field_errors: { code, detail, ...domain } }, 'refused')
    case 'validation_error': {
      const errors = [{ code, detail, attr: 'non_field_errors' }]
      const whole = { code: codes.accountFailedValidation, detail: 'The account failed validation.', errors }
      return json(switches.closedStatus, whole, 'refused')
    }
  }
}

export const unknownSupplier = (
  supplier: string,
  { unknownSupplierCode: code, unknownSupplierStatus: status }: Switches,
): Answer =>
  json(
    status,
    { code, detail: `"${supplier}" is not a known import supplier.`, domain: importDomain },
    'refused',
  )

/** Section 7.4. */
export const processNotFound = (): Answer =>
  json(404, { detail: 'Not found.', code: codes.notFound }, 'missing')
export const unrouted = (): Answer => html(404, 'Not Found')
export const slashMissing = (location: string): Answer => ({
  ...html(301, 'Moved'),
  headers: { location },
  body: '',
})

export function notAuthenticated(
  reason: 'absent' | 'wrong',
  { authFailureStatus: status, authFailureCoded: isCoded }: Switches,
): Answer {
  const headers: Record<string, string> = status === 401 ? { 'www-authenticate': 'Token' } : {}
  if (!isCoded) return json(status, { detail: 'Not authenticated.' }, 'none', headers)
  return reason === 'absent'
    ? coded(status, 'not_authenticated', 'Authentication credentials were not provided.', headers)
    : coded(status, 'authentication_failed', 'Invalid token.', headers)
}

export const methodNotAllowed = (method: string, allowed: readonly string[]): Answer =>
  coded(405, 'method_not_allowed', `Method "${method}" not allowed.`, { allow: allowed.join(', ') })
export const parseError = (reason: string): Answer =>
  coded(400, codes.parseError, `JSON parse error - ${reason}`)
export const unsupportedMediaType = (type: string): Answer =>
  coded(415, 'unsupported_media_type', `Unsupported media type "${type}" in request.`)

export function tooLarge(switches: Switches): Answer {
  if (switches.tooLarge === 'html_400') return html(400, 'Bad Request')
  return coded(413, 'request_too_large', `The request body may not exceed ${switches.bodyLimit} bytes.`)
}

export function throttled(waitSeconds: number, form: 'seconds' | 'date' | 'absent', nowMs: number): Answer {
  const value = form === 'date' ? new Date(nowMs + waitSeconds * 1_000).toUTCString() : String(waitSeconds)
  const detail = `Request was throttled. Expected available in ${waitSeconds} seconds.`
  return coded(429, 'throttled', detail, form === 'absent' ? {} : { 'retry-after': value })
}
