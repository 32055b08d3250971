// Code that is loaded on demand, such as that of a page. Not React's `lazy`: React delays the content after a fallback by
// 300 ms, even if the code is here already.
import { type ReactNode, useEffect, useState } from 'react'

type Page<P> = (props: P) => ReactNode

export type PageCode<P> = {
  /** Null until it is loaded. */
  now(): Page<P> | null
  /** Rejects if it cannot be loaded; the next call tries again. */
  load(): Promise<void>
}

export function createPageCode<P>(read: () => Promise<Page<P>>): PageCode<P> {
  let loaded: Page<P> | null = null
  return {
    now: () => loaded,
    async load() {
      loaded ??= await read()
    },
  }
}

/** Loads the code; null until it is here. Throws to the error boundary if it cannot be loaded. */
export function usePageCode<P>(code: PageCode<P>): Page<P> | null {
  const [failed, setFailed] = useState<{ readonly error: unknown } | null>(null)
  const [, setLoaded] = useState<PageCode<P> | null>(null)
  useEffect(() => {
    if (code.now() !== null) return undefined
    let gone = false
    async function load(): Promise<void> {
      try {
        await code.load()
        if (!gone) setLoaded(code)
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
  return code.now()
}
