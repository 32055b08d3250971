// Widths of the window at which the layout changes. The grid of Fix has the first claim: whatever comes to stand beside
// it does so only where the grid keeps the width that it has at 1280 pixels, which is 928.
import { useSyncExternalStore } from 'react'

/**
 * Window widths in CSS pixels. `account`: 76 for the rail, 276 for the causes, 320 for the account, 928 for the grid; below
 * it the account lies over the grid. `accountOver`: below it an account over the grid would leave less than a usual column
 * beside the pinned ones, and stands below the grid. `rail`: 84 more than `account`, for the names and counts beside the
 * rail's icons.
 */
const roomFor = {
  accountOver: window.matchMedia('(min-width: 1200px)'),
  account: window.matchMedia('(min-width: 1600px)'),
  rail: window.matchMedia('(min-width: 1684px)'),
} as const

const subscriptions = {
  accountOver: subscribeTo(roomFor.accountOver),
  account: subscribeTo(roomFor.account),
  rail: subscribeTo(roomFor.rail),
} as const

function subscribeTo(query: MediaQueryList) {
  return (listener: () => void): (() => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
}

/** Whether the window has room beside the grid; changes with the window. */
export function useHasRoomFor(what: keyof typeof roomFor): boolean {
  return useSyncExternalStore(subscriptions[what], () => roomFor[what].matches)
}
