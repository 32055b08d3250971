// Chooses the route of a request: direct, or through which proxies in which order. Called for each request and
// answered from a cache; if the route cannot be determined, nothing is sent.
import type { NetworkSettings } from '../../../../../shared/sending/network-settings.ts'
import type { Trouble } from '../../../../../shared/sending/network-trouble.ts'
import { message, type Said } from '../../../../../shared/texts/message.ts'
import { isBypassed, isLoopback } from './bypass.ts'
import { createPac, type PacLimits } from './pac.ts'
import { readSystemProxy, runTool, type SystemParts, type SystemProxy } from './system-proxy.ts'
import type { Trust } from './trust.ts'

export type Route = { readonly kind: 'direct' } | ProxyRoute
export type ProxyRoute = {
  readonly kind: 'proxy'
  readonly secure: boolean
  readonly host: string
  readonly port: number
  /** `user:password`, or null if none was given. */
  readonly credentials: string | null
}
export type RoutesResult =
  | { readonly ok: true; readonly routes: readonly Route[] }
  | { readonly ok: false; readonly trouble: Omit<Trouble, 'host'> }

export type RouteParts = {
  /** A desktop's own proxy resolution: returns `PROXY host:port; DIRECT`, as Electron's session does. */
  readonly resolveProxy?: ((url: string) => Promise<string>) | undefined
  /** For tests: another system, and other limits for PAC scripts. */
  readonly system?: SystemParts | undefined
  readonly pacLimits?: PacLimits | undefined
  readonly now?: (() => number) | undefined
}

/** Milliseconds for which the system's settings are cached. */
const keepSystemMs = 30_000
const direct: RoutesResult = { ok: true, routes: [{ kind: 'direct' }] }

export function createRoutes(parts: RouteParts = {}) {
  const now = parts.now ?? (() => performance.now())
  const pac = createPac(parts.pacLimits, now)
  let system: { readonly at: number; readonly value: Promise<SystemProxy> } | null = null

  function systemProxy(): Promise<SystemProxy> {
    if (system === null || now() - system.at > keepSystemMs) {
      const { platform, env } = process
      system = { at: now(), value: readSystemProxy(parts.system ?? { platform, env, run: runTool }) }
    }
    return system.value
  }

  async function byPac(pacUrl: string, url: URL, settings: Given, trust: Trust): Promise<RoutesResult> {
    const answer = await pac.ask(pacUrl, url, trust)
    return answer.ok ? readList(answer.text, settings, pacUrl) : answer
  }

  async function bySystem(url: URL, settings: Given, trust: Trust): Promise<RoutesResult> {
    const found = await systemProxy()
    if (found.kind === 'failed')
      return { ok: false, trouble: { kind: 'system_proxy_unreadable', detail: found.detail } }
    if (found.kind === 'fixed') {
      const address = url.protocol === 'https:' ? found.https : found.http
      return address === null || isBypassed(url.hostname, portOf(url), found.bypass)
        ? direct
        : throughAddress(address, settings)
    }
    if (parts.resolveProxy !== undefined) return byDesktop(parts.resolveProxy, url, settings)
    return found.kind === 'pac' ? byPac(found.url, url, settings, trust) : direct
  }

  return {
    async routesFor(url: URL, settings: Given, trust: Trust): Promise<RoutesResult> {
      const kind = settings.network.proxy
      if (kind === 'none') return direct
      if (kind === 'manual') {
        const { proxyUrl, proxyBypass } = settings.network
        if (proxyUrl === null || isBypassed(url.hostname, portOf(url), proxyBypass)) return direct
        // With http the proxy can read the key: services on this machine are not reached through a proxy on another.
        const isClear = url.protocol === 'http:' && isLoopback(url.hostname)
        return isClear && !isLoopback(new URL(proxyUrl).hostname)
          ? direct
          : throughAddress(proxyUrl, settings)
      }
      if (isLoopback(url.hostname)) return direct
      const { pacUrl } = settings.network
      return kind === 'pac' && pacUrl !== null
        ? byPac(pacUrl, url, settings, trust)
        : bySystem(url, settings, trust)
    },
    /** After a sleep or a network change: the system may give other settings now. */
    forget(): void {
      system = null
    },
  }
}

/** The settings with the password from the key store. */
export type Given = { readonly network: NetworkSettings; readonly proxyPassword: string | null }

async function byDesktop(
  resolveProxy: (url: string) => Promise<string>,
  url: URL,
  settings: Given,
): Promise<RoutesResult> {
  try {
    return readList(await resolveProxy(`${url.protocol}//${url.host}/`), settings, null)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { ok: false, trouble: { kind: 'system_proxy_unreadable', detail } }
  }
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
}

function credentialsOf({ network, proxyPassword }: Given): string | null {
  return network.proxyUser === '' && proxyPassword === null
    ? null
    : `${network.proxyUser}:${proxyPassword ?? ''}`
}

/** The route through one proxy; an address from the environment may contain a user and a password. */
function throughAddress(address: string, settings: Given): RoutesResult {
  const text = /^[a-z][\w+.-]*:\/\//i.test(address) ? address : `http://${address}`
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) return unknownKind(message('network.proxy_address_unreadable'))
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return unknownKind(url.protocol.replace(':', ''))
  const own = url.username === '' ? null : `${decoded(url.username)}:${decoded(url.password)}`
  const route: Route = {
    kind: 'proxy',
    secure: url.protocol === 'https:',
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: portOf(url),
    credentials: own ?? credentialsOf(settings),
  }
  return { ok: true, routes: [route] }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function unknownKind(detail: Said): RoutesResult {
  return { ok: false, trouble: { kind: 'proxy_kind_unknown', detail } }
}

/**
 * Parses `PROXY a:8080; HTTPS b:443; DIRECT`: the first reachable entry counts, and unsupported entries are skipped.
 */
export function readList(text: string, settings: Given, place: string | null): RoutesResult {
  const odd: string[] = []
  const routes = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part): readonly Route[] => {
      if (/^DIRECT$/i.test(part)) return [{ kind: 'direct' }]
      const found = /^(PROXY|HTTP|HTTPS)\s+(\S+)$/i.exec(part)
      const secure = found?.[1]?.toUpperCase() === 'HTTPS'
      const address = found?.[2] ?? ''
      const through =
        found === null ? null : throughAddress(`${secure ? 'https' : 'http'}://${address}`, settings)
      if (through?.ok === true) return through.routes
      odd.push(part.split(/\s/)[0] ?? part)
      return []
    })
  if (routes.length > 0) return { ok: true, routes: routes.slice(0, 8) }
  if (odd.length > 0) return unknownKind(odd.join(', '))
  return place === null
    ? { ok: false, trouble: { kind: 'system_proxy_unreadable', detail: message('network.no_answer') } }
    : { ok: false, trouble: { kind: 'pac_error', place, detail: message('network.names_no_proxy') } }
}
