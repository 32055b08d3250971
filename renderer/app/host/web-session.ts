// Session with the web host. The one-time code in the URL is exchanged for a token. The browser's session storage keeps
// it for this tab and this address (with its port), so that a reload goes on; it is gone when the tab is closed.
import { z } from 'zod'
import { currentFormat } from '../../../shared/texts/current.ts'

const storageName = 'carryover session'
let token: string | null = null

const answer = z.object({ token: z.string().min(1) })

/** Removes the code from the URL at once, so that it is neither visible nor kept in the history. */
export function takeCode(): string | null {
  const found = /^#code=([^&]+)/.exec(window.location.hash)
  if (found === null) return null
  window.history.replaceState(null, '', `${window.location.pathname}${window.location.search}#/`)
  return decodeURIComponent(found[1] ?? '')
}

/** `refused`: the code was used or has expired. `unreachable`: the host did not answer. */
export async function openSession(code: string): Promise<'open' | 'refused' | 'unreachable'> {
  try {
    const reply = await fetch('/api/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    })
    if (!reply.ok) return 'refused'
    keepToken(answer.parse(await reply.json()).token)
    return 'open'
  } catch {
    return 'unreachable'
  }
}

/** The session of this tab before it was loaded again; false if it has none. */
export function resumeSession(): boolean {
  try {
    token = window.sessionStorage.getItem(storageName)
  } catch {
    token = null
  }
  return token !== null
}

/** The host does not know this session any more. */
export function forgetSession(): void {
  keepToken(null)
}

/** Without storage, for instance where a browser forbids it, a reload ends the session. */
function keepToken(next: string | null): void {
  token = next
  try {
    if (next === null) window.sessionStorage.removeItem(storageName)
    else window.sessionStorage.setItem(storageName, next)
  } catch {
    return
  }
}

export function sessionToken(): string | null {
  return token
}

/** Headers of the host's own routes: the session, and the language of its refusals. */
export function hostHeaders(): Record<string, string> {
  const language = { 'accept-language': currentFormat().language }
  return token === null ? language : { ...language, authorization: `Bearer ${token}` }
}
