// Namespaces that the workbook readers know, each under one short prefix regardless of the prefix in the file. An
// element of any other namespace gets the prefix `?`, so that no reader mistakes it for a known one.

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
/** OpenDocument namespaces share a pattern; the prefix is the word in the middle. */
const openDocument = /^urn:oasis:names:tc:opendocument:xmlns:([a-z0-9-]+):1\.0$/

/** Prefix of a namespace; empty if it has none. */
export function prefixOf(uri: string): string {
  if (uri === '') return ''
  const prefix = known.get(uri)
  if (prefix !== undefined) return prefix
  const found = openDocument.exec(uri)?.[1]
  if (found === undefined) return '?'
  known.set(uri, found)
  return found
}

/** `x:row`; without a namespace only the name. */
export function knownName(uri: string, local: string): string {
  return uri === '' ? local : `${prefixOf(uri)}:${local}`
}

const relations = [
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/',
  'http://purl.oclc.org/ooxml/officeDocument/relationships/',
]

/** `worksheet` from a relation's type; null for a type of another namespace. */
export function relationKind(type: string): string | null {
  const base = relations.find((start) => type.startsWith(start))
  return base === undefined ? null : type.slice(base.length)
}

/** True for namespaces that an alternative may require: those that Excel itself writes and understands. */
export function isUnderstood(uri: string | undefined): boolean {
  return (
    uri !== undefined &&
    /^http:\/\/(?:schemas\.microsoft\.com\/office|schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\//.test(
      uri,
    )
  )
}
