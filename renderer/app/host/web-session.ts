// Session with the web host. The one-time code in the URL is exchanged for a token that is kept only in this module's
// memory, so reloading the page deliberately ends the session.
import { z } from 'zod'
import { currentFormat } from '../../../shared/texts/current.ts'

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
    token = answer.parse(await reply.json()).token
    return 'open'
  } catch {
    return 'unreachable'
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
