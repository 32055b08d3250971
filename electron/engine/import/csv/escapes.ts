// Backslash escapes (`\"`, `\\`, `\,`), as databases write them, hidden from the parser, which knows doubled quotation
// marks only: each escaped character is replaced by a stand-in before parsing and put back in the cells afterwards.
// Stand-ins are code points that are no characters and never will be. All other backslashes are text (`C:\new`).

export type EscapeHiding = {
  /** A backslash at the end waits for what it may escape. */
  readonly hide: (text: string) => string
  /** What still waits. */
  readonly end: () => string
  /** In place. */
  readonly reveal: (cells: string[]) => void
}

const firstStandIn = 0xfd_d2
const hidden = /[\ufdd2-\ufdd6]/g

export function createEscapeHiding(delimiter: string): EscapeHiding {
  const escaped = ['\\', '"', "'", delimiter]
  const standIns = new Map(
    escaped.map((character, at) => [character, String.fromCharCode(firstStandIn + at)] as const),
  )
  let waiting = ''
  return {
    hide: (text) => {
      const all = waiting + text
      const slashes = /\\+$/.exec(all)?.[0].length ?? 0
      const end = slashes % 2 === 1 ? all.length - 1 : all.length
      waiting = all.slice(end)
      return all
        .slice(0, end)
        .replace(/\\(.)/g, (whole, character: string) => standIns.get(character) ?? whole)
    },
    end: () => waiting,
    reveal: (cells) => {
      for (let at = 0; at < cells.length; at += 1) {
        const text = cells[at] ?? ''
        if (text.search(hidden) === -1) continue
        cells[at] = text.replace(hidden, (mark) => escaped[mark.charCodeAt(0) - firstStandIn] ?? mark)
      }
    },
  }
}
