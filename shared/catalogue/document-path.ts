// Checks the form of document paths (service-spec.md section 2.1). Documents are only referenced and never opened.
// The form matters because the receiver joins the path to a root location (reliability.md section 6).

/** The error in a document path, as the end of a sentence; null when the path is valid. */
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
