// Document paths (service-spec.md section 2.1): only referenced, never opened. The form is checked, because such a path
// is joined to a root location by somebody else (reliability.md section 6).

/** Why a text is no document path, as the end of a sentence; null where it is one. */
export function documentPathFault(text: string): string | null {
  if (!text.startsWith('/')) return 'must begin with “/”'
  if (text.endsWith('/')) return 'must name a document, not a folder'
  if (text.includes('//')) return 'must not have “//”'
  if (text.includes('\\')) return 'must not have “\\”'
  if (/\p{Cc}/u.test(text)) return 'must not have control characters'
  if (/%(?:2f|5c|2e)/i.test(text)) return 'must not have encoded separators or dots'
  if (text.split('/').some((part) => part === '..' || part === '.'))
    return 'must not have “.” or “..” as a part'
  return null
}
