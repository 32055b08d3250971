// Code that is loaded on demand, such as that of a page. Not React's `lazy`: React delays the content after a fallback by
// 300 ms, even if the code is here already.
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'

type Page<P> = (props: P) => ReactNode

export type PageCode<P> = {
  /** Null until it is loaded. */
  now(): Page<P> | null
  /** Rejects if it cannot be loaded; the next call tries again. */
  load(): Promise<void>
  /** @returns ends the subscription */
  onLoaded(listener: () => void): () => void
}

export function createPageCode<P>(read: () => Promise<Page<P>>): PageCode<P> {
  let loaded: Page<P> | null = null
  const listeners = new Set<() => void>()
  return {
    now: () => loaded,
    async load() {
      if (loaded !== null) return
      loaded = await read()
      for (const listener of listeners) listener()
    },
    onLoaded(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Loads the code; null until it is here. Throws to the error boundary if it cannot be loaded. */
export function usePageCode<P>(code: PageCode<P>): Page<P> | null {
  const [failed, setFailed] = useState<{ readonly error: unknown } | null>(null)
  // Another place may load the same code, also between the first picture and the effect below.
  const page = useSyncExternalStore(code.onLoaded, code.now)
  useEffect(() => {
    let gone = false
    async function load(): Promise<void> {
      try {
        await code.load()
      } catch (error) {
        if (!gone) setFailed({ error })
      }
    }
    void load()
    return () => {
      gone = true
    }
  }, [code])
  if (failed !== null) throw failed.error
  return page
}
