// Identity of an account for the service: the payload fields in the status path. They
// are required before anything is sent, because an account without them could be created but never polled. They
// must also survive a round trip through a path unchanged.
import { getAt, parseAttr } from './attr-path.ts'
import type { Problem } from './problems.ts'
import { paths } from '../sending/service.ts'
import { message, type Message } from '../texts/create-message.ts'

export type StatusPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly code: 'identity_missing' | 'identity_unsafe'; readonly message: Message }

/** What names an account: also where no status can be read, it is known by the fields of the documented path. */
export function identityTemplate(statusPathSetting: string | null): string {
  return statusPathSetting ?? paths.status
}

/** The payload paths that a template's placeholders name, in order: `/accounts/{a}/{b.c}/` → `['a', 'b.c']`. */
export function identityFields(template: string): string[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map((found) => (found[1] ?? '').trim())
}

/** Problems of the identity fields, each at its payload path. */
export function identityProblems(payload: unknown, template: string): Problem[] {
  return identityFields(template).flatMap((attr): Problem[] => {
    const fault = faultOf(getAt(payload, parseAttr(attr)), attr)
    return fault === null ? [] : [{ source: 'local', attr, code: fault.code, message: fault.message }]
  })
}

/** The path for polling an account's status; every part is percent-encoded once. */
export function statusPath(template: string, payload: unknown): StatusPath {
  const fields = identityFields(template)
  for (const attr of fields) {
    const fault = faultOf(getAt(payload, parseAttr(attr)), attr)
    if (fault !== null) return { ok: false, ...fault }
  }
  const path = template.replace(/\{([^{}]*)\}/g, (_, name: string) =>
    encodeURIComponent(String(getAt(payload, parseAttr(name.trim())))),
  )
  return { ok: true, path }
}

/**
 * The identity as one text, equal for two payloads exactly when they are the same account for the service; null
 * without one.
 */
export function identityOf(template: string, payload: unknown): string | null {
  const values = identityFields(template).map((attr) => getAt(payload, parseAttr(attr)))
  const sound = values.length > 0 && values.every((value) => typeof value === 'string' && value.trim() !== '')
  return sound ? JSON.stringify(values) : null
}

type Fault = { readonly code: 'identity_missing' | 'identity_unsafe'; readonly message: Message }

function faultOf(value: unknown, attr: string): Fault | null {
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
    return { code: 'identity_missing', message: message('mapping.identity_missing', { path: attr }) }
  }
  const fault = unsafeBecause(value)
  return fault === null
    ? null
    : { code: 'identity_unsafe', message: message('mapping.identity_unsafe', { path: attr, fault }) }
}

function unsafeBecause(value: unknown): Message | null {
  if (typeof value !== 'string') return message('mapping.identity_no_text')
  if (value.includes('/')) return message('mapping.identity_with_slash', { value })
  if (value === '.' || value === '..') return message('mapping.identity_is_dots', { value })
  if (/\p{Cc}/u.test(value)) return message('mapping.identity_control_character')
  return value.isWellFormed() ? null : message('mapping.identity_half_character')
}
