// Patterns by which SQLite finds texts that contain another one without case. Its LIKE knows the case of a to z only:
// every other letter is any character there, and GLOB then compares it in both cases.

export type TextSearch = {
  /** For `LIKE … ESCAPE '\\'`, which is fast. */
  readonly like: string
  /** For `GLOB`, of what LIKE found. */
  readonly glob: string
}

/** `column LIKE @like AND column GLOB @glob`, for the names of two parameters. */
export function containsSql(column: string, like: string, glob: string): string {
  return `(${column} LIKE @${like} ESCAPE '\\' AND ${column} GLOB @${glob})`
}

export function textSearch(text: string): TextSearch {
  const characters = [...text]
  const hasOthers = characters.some((one) => !isAscii(one) && casesOf(one).length > 1)
  return {
    like: `%${characters.map(likeOf).join('')}%`,
    glob: hasOthers ? `*${characters.map(globOf).join('')}*` : '*',
  }
}

function likeOf(character: string): string {
  if (!isAscii(character) && casesOf(character).length > 1) return '_'
  return /[\\%_]/.test(character) ? `\\${character}` : character
}

function globOf(character: string): string {
  const cases = casesOf(character)
  return cases.length > 1 || /[*?[]/.test(character) ? `[${cases.join('')}]` : character
}

function isAscii(character: string): boolean {
  return character < '\u0080'
}

/** The character and its other case; none where that is several characters. JavaScript knows no capital of ß. */
function casesOf(character: string): string[] {
  const upper = character === 'ß' ? 'ẞ' : character.toUpperCase()
  const others = [character.toLowerCase(), upper].filter((one) => [...one].length === 1)
  return [...new Set([character, ...others])]
}
