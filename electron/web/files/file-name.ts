// Checks names of files that come from a page or go to one. An accepted name is one plain path segment on every
// system, without invisible characters.

/** Limit of a name in code units; far below the limit of every file system, also in UTF-8 bytes. */
const longest = 80

/**
 * Stored name of an uploaded file, or null if it is no plain name (separators, control characters, dots only).
 * Characters that Windows refuses become "_", and long names lose their middle, never their extension.
 */
export function uploadName(name: string): string | null {
  if (name.length > 1000 || /[/\\\p{Cc}\p{Cs}]/u.test(name) || /^[.\s]*$/.test(name)) return null
  return plainName(name)
}

/** `Kunden Müller` and `results.csv` make `Kunden Müller results.csv`, for any batch name. */
export function downloadName(batchName: string, file: string): string {
  const stem = batchName
    .replaceAll(/[/\\\p{Cc}\p{Cs}]/gu, ' ')
    .replace(/\.(?:csv|xlsx|xlsm|ods|txt|tsv)$/i, '')
  return plainName(`${cut(stem.replaceAll(/\s+/g, ' ').trim(), longest - file.length - 1)} ${file}`)
}

/** `attachment` with the name in ASCII for old clients and in UTF-8 (RFC 6266, RFC 8187). */
export function contentDisposition(name: string): string {
  const ascii = name.replaceAll(/[^\w .()-]/g, '_')
  const utf8 = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`
}

const windowsDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

function plainName(name: string): string {
  const visible = name
    .normalize('NFC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '')
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(visible)?.[0] ?? ''
  const stem = cut(visible.slice(0, visible.length - ending.length), longest - ending.length)
  const plain = `${stem === '' ? 'file' : stem}${ending}`
  return windowsDevice.test(plain) ? `_${plain}` : plain
}

function cut(text: string, length: number): string {
  // Does not split a character outside the basic plane.
  return text.slice(0, Math.max(0, length)).replace(/[\uD800-\uDBFF]$/, '')
}
