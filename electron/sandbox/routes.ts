// Which route a target names (service-spec.md section 4). The whole path is percent-decoded before it is split, as in the
// family: an account number with a slash in it cannot be reached.
import { paths } from '../../shared/service.ts'
import type { RouteName } from './fault-rules.ts'

export type Route =
  | { readonly kind: 'validate' | 'create' | 'token' }
  | { readonly kind: 'status'; readonly supplier: string; readonly account: string }
  /** A known path without its final slash. */
  | { readonly kind: 'slash_missing'; readonly location: string }
  | { readonly kind: 'unrouted' }

/** @param target the request target as sent: path and query. */
export function routeOf(target: string): Route {
  const cut = target.indexOf('?')
  const path = cut < 0 ? target : target.slice(0, cut)
  const found = knownRoute(path)
  if (found !== null) return found
  if (!path.endsWith('/') && knownRoute(`${path}/`) !== null) {
    return { kind: 'slash_missing', location: `${path}/${cut < 0 ? '' : target.slice(cut)}` }
  }
  return { kind: 'unrouted' }
}

function knownRoute(path: string): Route | null {
  if (path === paths.validate) return { kind: 'validate' }
  if (path === paths.create) return { kind: 'create' }
  if (path === paths.token) return { kind: 'token' }
  if (!path.startsWith(paths.create) || !path.endsWith('/')) return null
  const [supplier, account, rest] = decoded(path.slice(paths.create.length, -1)).split('/')
  if (supplier === undefined || account === undefined || rest !== undefined) return null
  return supplier === '' || account === '' ? null : { kind: 'status', supplier, account }
}

/** Malformed sequences stay as they are. */
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
