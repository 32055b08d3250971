// Going to a problem from elsewhere, such as the palette: the cell of the problem takes the focus once its rows are there,
// as if the problem had been chosen beside the grid. The page that shows problems says that it does; where none is shown
// yet, the wish waits for it.
import { useEffect, useRef } from 'react'
import { go } from './route.ts'

let isWished = false
let arrived: (() => void) | null = null

export function goToProblem(href: string): void {
  if (arrived === null) isWished = true
  else arrived()
  go(href)
}

/** Whether the page was opened for a problem; asked once. */
export function wasOpenedForProblem(): boolean {
  const was = isWished
  isWished = false
  return was
}

/** Called when a problem was chosen elsewhere, just before its rows are asked for. */
export function useProblemsChosenElsewhere(onChosen: () => void): void {
  const current = useRef(onChosen)
  useEffect(() => {
    current.current = onChosen
  })
  useEffect(() => {
    const own = (): void => current.current()
    arrived = own
    return () => {
      if (arrived === own) arrived = null
    }
  }, [])
}
