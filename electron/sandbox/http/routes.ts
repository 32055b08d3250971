// Maps a request target to a route (service-spec.md section 4). The whole path is percent-decoded before it is
// split, as common web frameworks do: an account number with a slash in it cannot be reached.
import { identityFields } from '../../../shared/payload/identity.ts'
import { paths, supplierField } from '../../../shared/sending/service.ts'
import type { RouteName } from '../faults/fault-rules.ts'
import type { Switches } from '../switches.ts'

export type Route =
  | { readonly kind: 'validate' | 'create' | 'token' }
  | { readonly kind: 'status'; readonly supplier: string; readonly account: string }
  /** A known path without its final slash. */
  | { readonly kind: 'slash_missing'; readonly location: string }
  | { readonly kind: 'unrouted' }

export type RouteOf = (target: string) => Route

/** @returns a function of the request target as sent: path and query. */
export function createRoutes({ statusPath, tokenPath }: Pick<Switches, 'statusPath' | 'tokenPath'>): RouteOf {
  const readStatus = statusReader(statusPath)

  function knownRoute(path: string): Route | null {
    if (path === paths.validate) return { kind: 'validate' }
    if (path === paths.create) return { kind: 'create' }
    if (path === tokenPath) return { kind: 'token' }
    return readStatus(path)
  }

  return (target) => {
    const cut = target.indexOf('?')
    const path = cut < 0 ? target : target.slice(0, cut)
    const found = knownRoute(path)
    if (found !== null) return found
    if (!path.endsWith('/') && knownRoute(`${path}/`) !== null) {
      return { kind: 'slash_missing', location: `${path}/${cut < 0 ? '' : target.slice(cut)}` }
    }
    return { kind: 'unrouted' }
  }
}

/** Payload field that identifies an account within its supplier: the status path's other placeholder. */
export function accountFieldOf({ statusPath }: Pick<Switches, 'statusPath'>): string {
  return identityFields(statusPath).find((field) => field !== supplierField) ?? ''
}

function statusReader(template: string): (path: string) => Route | null {
  const [start = '', ...rest] = template.split(/\{[^{}]*\}/)
  const places = new RegExp(
    `^${rest.map((text) => `([^/]+)${text.replaceAll(/[^\w/]/g, '\\$&')}`).join('')}$`,
  )
  const isSupplierFirst = identityFields(template)[0] === supplierField
  return (path) => {
    if (!path.startsWith(start)) return null
    const [, first, second] = places.exec(decoded(path.slice(start.length))) ?? []
    if (first === undefined || second === undefined) return null
    const [supplier, account] = isSupplierFirst ? [first, second] : [second, first]
    return { kind: 'status', supplier, account }
  }
}

/** Malformed sequences stay unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const methodsOf = {
  validate: ['POST'],
  create: ['POST'],
  token: ['POST'],
  status: ['GET', 'HEAD'],
} as const satisfies Record<RouteName, readonly string[]>
