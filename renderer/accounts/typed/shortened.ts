// Texts of cells as sentences quote them.

const mostQuoted = 40

/** Longer texts end in `…`. */
export function shortened(text: string): string {
  return text.length > mostQuoted ? `${text.slice(0, mostQuoted - 1)}…` : text
}
