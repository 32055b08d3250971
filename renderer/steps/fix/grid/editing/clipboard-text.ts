// Converts blocks of cells to and from the tab-separated text that spreadsheets use. Printing and parsing round trip.
// Pure functions.

/** Texts that would break the block are quoted. */
export function printCells(cells: readonly (readonly string[])[]): string {
  const quoted = (text: string): string => (/[\t\r\n"]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text)
  const lines = cells.map((line) => line.map(quoted).join('\t'))
  // A last line without text would be read as the end of the previous one.
  return lines.length > 1 && lines.at(-1) === '' ? `${lines.join('\n')}\n` : lines.join('\n')
}

/** Tab-separated lines; a quoted text may hold tabs, line breaks and doubled quotes. A last empty line is no row. */
export function parseCells(text: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y
  const lines: string[][] = [[]]
  const whole = text.replace(/(?:\r\n|\r|\n)$/, '')
  for (let at = 0; at <= whole.length; ) {
    cell.lastIndex = at
    const found = cell.exec(whole)
    if (found === null) break
    lines.at(-1)?.push(found[1]?.replace(/""/g, '"') ?? found[2] ?? '')
    const end = found[3] ?? ''
    at += found[0].length
    if (end === '') break
    if (end !== '\t') lines.push([])
  }
  return lines
}
