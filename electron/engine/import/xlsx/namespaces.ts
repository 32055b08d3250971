// The namespaces that readers of workbooks know, each under one short prefix, whatever a file calls it. An element of
// any other namespace has the prefix `?`, so that no reader takes it for one of its own.

const known = new Map<string, string>([
  ['http://schemas.openxmlformats.org/spreadsheetml/2006/main', 'x'],
  ['http://purl.oclc.org/ooxml/spreadsheetml/main', 'x'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'r'],
  ['http://purl.oclc.org/ooxml/officeDocument/relationships', 'r'],
  ['http://schemas.openxmlformats.org/package/2006/relationships', 'rel'],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['http://schemas.microsoft.com/office/2006/encryption', 'e'],
  ['http://schemas.microsoft.com/office/2006/keyEncryptor/password', 'p'],
  ['urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0', 'calcext'],
])
/** OpenDocument names its namespaces alike; the prefix is the word in the middle. */
const openDocument = /^urn:oasis:names:tc:opendocument:xmlns:([a-z0-9-]+):1\.0$/

/** The prefix of a namespace; empty for none. */
export function prefixOf(uri: string): string {
  if (uri === '') return ''
  const prefix = known.get(uri)
  if (prefix !== undefined) return prefix
  const found = openDocument.exec(uri)?.[1]
  if (found === undefined) return '?'
  known.set(uri, found)
  return found
}

/** `x:row`; the name alone without a namespace. */
export function knownName(uri: string, local: string): string {
  return uri === '' ? local : `${prefixOf(uri)}:${local}`
}

const relations = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/',
  'http://purl.oclc.org/ooxml/officeDocument/relationships/',
]

/** `worksheet` of a relation's type; null for a type of another namespace. */
export function relationKind(type: string): string | null {
  const base = relations.find((start) => type.startsWith(start))
  return base === undefined ? null : type.slice(base.length)
}

/** What an alternative may require and still be chosen: what Excel itself writes and understands. */
export function isUnderstood(uri: string | undefined): boolean {
  return (
    uri !== undefined &&
    /^http:\/\/(?:schemas\.microsoft\.com\/office|schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\//.test(
      uri,
    )
  )
}
