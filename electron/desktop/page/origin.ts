// Origin of the window's page: one scheme, one host, one document. Compared as text, because Node does not know the
// origin of a custom scheme.

export const scheme = 'app'
export const origin = `${scheme}://carryover`
export const startPage = `${origin}/`

/** True for the page itself at any step: the part after `#` belongs to the window. */
export function isOurPage(url: string): boolean {
  return url === startPage || url.startsWith(`${startPage}#`)
}
