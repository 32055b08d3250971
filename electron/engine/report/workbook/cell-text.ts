// Converts text for a workbook's XML: escapes markup, writes characters that XML cannot hold as OOXML's `_xHHHH_`
// (and protects texts that look like such an escape), cuts long texts at the format's limit, and makes sheet names
// valid.

/** The format's limit for one cell. */
export const longestCell = 32_767
/** Of a text that is cut, so that its note has room in every language. */
const keptOfCut = longestCell - 80

/** `note`: what stands behind a text that was cut, such as `cut by Carryover`. */
export function cutCell(text: string, note: string): { readonly text: string; readonly cut: boolean } {
  return text.length <= longestCell
    ? { text, cut: false }
    : { text: `${keptPart(text)}… [${note}]`, cut: true }
}

function keptPart(text: string): string {
  const last = text.charCodeAt(keptOfCut - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? keptOfCut - 1 : keptOfCut)
}

/** What a workbook has of a text, whatever the language of the note behind it: equal for a text and for its cut cell. */
export function heldOfCell(text: string): string {
  if (text.length <= keptOfCut) return text
  const kept = keptPart(text)
  return text.length > longestCell || /^… \[[^[\]]*\]$/.test(text.slice(kept.length)) ? `${kept}…` : text
}

/** CR is escaped as well: XML readers turn it into LF. `_x0041_` as plain text gets its underscore escaped. */
const special =
  // oxlint-disable-next-line no-control-regex -- the control characters are the point
  /[&<>"\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Finds texts that may need escapes or have white space to keep, several times faster: most cells need nothing. */
// oxlint-disable-next-line no-control-regex -- the control characters are the point
export const suspect = /[&<>"_\u0000-\u001f\ud800-\udfff\ufffe\uffff]|^\s|\s$/

export function xmlText(text: string): string {
  if (!suspect.test(text)) return text
  return text.replace(special, (found) => {
    switch (found) {
      case '&':
        return '&amp;'
      case '<':
        return '&lt;'
      case '>':
        return '&gt;'
      case '"':
        return '&quot;'
      default:
        return `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
    }
  })
}

const longestSheetName = 31

/** Valid and unique (case-insensitive) sheet names; a valid name is never changed. */
export function createSheetNamer(unnamed = 'Sheet'): (name: string) => string {
  const used = new Set<string>()
  return (name) => {
    // oxlint-disable-next-line no-control-regex -- control characters are not lawful in a sheet's name
    const lawful = name.replace(/[[\]:*?/\\\u0000-\u001f]/g, '_').replace(/^'+|'+$/g, '_')
    const base = lawful.trim() === '' ? unnamed : lawful.toLowerCase() === 'history' ? `${lawful}_` : lawful
    let given = base.slice(0, longestSheetName)
    for (let count = 2; used.has(given.toLowerCase()); count += 1) {
      const suffix = ` (${count})`
      given = base.slice(0, longestSheetName - suffix.length) + suffix
    }
    used.add(given.toLowerCase())
    return given
  }
}

/** As it stands in front of a range: `'Mill Lane'`. */
export function quotedName(sheet: string): string {
  return `'${sheet.replaceAll("'", "''")}'`
}

const letters: string[] = []

/** Zero-based column → `A`, `Z`, `AA` … */
export function columnLetters(index: number): string {
  const known = letters[index]
  if (known !== undefined) return known
  let text = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    text = String.fromCharCode(65 + ((rest - 1) % 26)) + text
  }
  letters[index] = text
  return text
}
