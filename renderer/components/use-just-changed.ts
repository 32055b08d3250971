// Hook that briefly disables a toggle button after its meaning changed. Otherwise a double click or a held key would
// cancel the first press.
import { useEffect, useState } from 'react'

/** Longer than a double click takes. */
const deafMs = 600

/** True for a moment after the meaning changed; false on first render. */
export function useJustChanged(meaning: string): boolean {
  const [known, setKnown] = useState(meaning)
  useEffect(() => {
    if (known === meaning) return
    const timer = setTimeout(() => setKnown(meaning), deafMs)
    return () => clearTimeout(timer)
  }, [known, meaning])
  return known !== meaning
}
