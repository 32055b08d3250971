// Hides backslash escapes (`\"`, `\\`, `\,`), as databases write them, from a parser that knows only doubled
// quotation marks. Each escaped character is replaced by a placeholder before parsing and restored in the cells
// afterwards. Placeholders are code points that are never characters. All other backslashes are plain text
// (`C:\new`).

export type EscapeHiding = {
  /** A backslash at the end is kept until its next character arrives. */
  readonly hide: (text: string) => string
  /** Returns the kept rest. */
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
