// The session with the web host: the one-time code of the address becomes a token that lives in this module's memory
// only, so a reloaded page has lost it by design (reliability.md section 4).
import { z } from 'zod'

let token: string | null = null

const answer = z.object({ token: z.string().min(1) })

/** Takes the code out of the address at once, so that it is neither kept in the history nor shown. */
export function takeCode(): string | null {
  const found = /^#code=([^&]+)/.exec(window.location.hash)
  if (found === null) return null
  window.history.replaceState(null, '', `${window.location.pathname}${window.location.search}#/`)
  return decodeURIComponent(found[1] ?? '')
}

/** `refused`: the code was used or is too old. `unreachable`: nobody answered. */
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

/** Headers of the host's own routes. */
export function bearer(): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` }
}
