// Encodes text in an encoding that Node can decode but not write: builds the table by decoding all bytes and all
// pairs.

const tables = new Map<string, Map<string, readonly number[]>>()

function tableOf(encoding: string): Map<string, readonly number[]> {
  const known = tables.get(encoding)
  if (known !== undefined) return known
  const table = new Map<string, readonly number[]>()
  const decoder = new TextDecoder(encoding)
  const add = (bytes: readonly number[]): void => {
    const text = decoder.decode(Uint8Array.from(bytes))
    if ([...text].length === 1 && text !== '\ufffd' && !table.has(text)) table.set(text, bytes)
  }
  for (let byte = 0; byte < 256; byte += 1) add([byte])
  if (/^(?:shift_jis|euc-jp|gb18030|big5|euc-kr)$/.test(encoding))
    for (let lead = 0x81; lead < 0xff; lead += 1)
      for (let trail = 0x40; trail < 0xff; trail += 1) add([lead, trail])
  tables.set(encoding, table)
  return table
}

/** Throws when the encoding lacks a character. */
export function encodeAs(encoding: string, text: string): Buffer {
  const table = tableOf(encoding)
  return Buffer.from(
    [...text].flatMap((character) => {
      const bytes = table.get(character)
      if (bytes === undefined) throw new Error(`${encoding} has no ${character}`)
      return bytes
    }),
  )
}
