// Width of the window in the two sizes that the layout has: below 1440 pixels the rail shrinks and the account lies over
// the grid; from there on both stand beside it.
import { useSyncExternalStore } from 'react'

const wide = window.matchMedia('(min-width: 1440px)')

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}

/** True from 1440 CSS pixels on; changes with the window. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}
