// A button that means the opposite after it was pressed: the second click of a double click, or a key that is held, would
// cancel the first. For a moment after its meaning changed it cannot be pressed.
import { useEffect, useState } from 'react'

/** Longer than a double click takes. */
const deafMs = 600

/** True for a moment after the meaning changed; not when it is shown first. */
export function useJustChanged(meaning: string): boolean {
  const [known, setKnown] = useState(meaning)
  useEffect(() => {
    if (known === meaning) return
    const timer = setTimeout(() => setKnown(meaning), deafMs)
    return () => clearTimeout(timer)
  }, [known, meaning])
  return known !== meaning
}
