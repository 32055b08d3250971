// Serves the window's files under `app://carryover/` from a fixed map of addresses to bytes. No part of a request
// becomes a path, so path traversal is impossible. Every answer carries the page's policy.
import type { RendererFiles } from '../../web/files/renderer-files.ts'
import type { ElectronParts } from '../electron-parts.ts'
import { desktopTexts } from '../texts/desktop.ts'
import { origin, scheme } from './origin.ts'

export const pageHeaders: Readonly<Record<string, string>> = {
  // No connections at all: the page talks to the engine only through its port.
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
    if (method !== 'GET') return reported(405, desktopTexts.page.notServed({ method }))
    const file = url.startsWith(`${origin}/`) ? files.get(url.slice(origin.length)) : undefined
    if (file === undefined) return reported(404, desktopTexts.page.nothing)
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
