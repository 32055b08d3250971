// Moves the keyboard focus from one pane of the step to the next: the causes, the grid, the account. It is the short way
// out of the grid, where Tab goes from cell to cell.
const stops =
  'button:not(:disabled), a[href], input:not(:disabled), textarea, select, [tabindex="0"]:not([role="separator"])'

/** A pane is marked with `data-pane`; `toGrid` gives the grid the focus. Panes that are hidden are left out. */
export function goToPane(step: 1 | -1, toGrid: () => void): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')]
  const here = panes.findIndex((pane) => pane.contains(document.activeElement))
  const from = here === -1 && step === -1 ? 0 : here
  for (let walked = 1; walked <= panes.length; walked += 1) {
    const pane = panes[(from + step * walked + panes.length * walked) % panes.length]
    if (pane !== undefined && enter(pane, toGrid)) return
  }
}

function enter(pane: HTMLElement, toGrid: () => void): boolean {
  if (pane.querySelector('canvas') !== null) {
    toGrid()
    return true
  }
  const chosen = pane.querySelector<HTMLElement>('[aria-pressed="true"]')
  const [first] = [...pane.querySelectorAll<HTMLElement>(stops)].filter((one) => one.checkVisibility())
  const target = chosen ?? first
  target?.focus()
  return target !== undefined
}
