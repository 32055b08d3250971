// The window's files under `app://carryover/`: a fixed map from address to bytes. What is not in the map is not there; no
// part of a request ever becomes a path, so there is nothing to walk out of. Every answer carries the page's policy.
import type { RendererFiles } from '../web/renderer-files.ts'
import type { ElectronParts } from './electron-parts.ts'
import { origin, scheme } from './origin.ts'

export const pageHeaders: Readonly<Record<string, string>> = {
  // No connection of any kind: the page talks to the engine by its port alone.
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** Must be called before the program is ready. */
export function registerScheme(protocol: ElectronParts['protocol']): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

export function createPageServer(files: RendererFiles): (request: Request) => Promise<Response> {
  return async ({ method, url }) => {
    if (method !== 'GET') return reported(405, `${method} is not served here; GET is.`)
    const file = url.startsWith(`${origin}/`) ? files.get(url.slice(origin.length)) : undefined
    if (file === undefined) return reported(404, 'There is nothing at this address.')
    return new Response(new Uint8Array(file.bytes), {
      headers: { ...pageHeaders, 'Content-Type': file.type },
    })
  }
}

function reported(status: number, words: string): Response {
  return new Response(words, {
    status,
    headers: { ...pageHeaders, 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
