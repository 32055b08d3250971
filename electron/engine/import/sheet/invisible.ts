// Names invisible characters so that they can be reported. Line ends and the joiners inside an emoji are not
// reported. Pure.
import { type Message, type MessageKey, message } from '../../../../shared/texts/create-message.ts'

/** Their names, by code point. */
const named = [
  [0x09, 'sheet.tab'],
  [0x0b, 'sheet.vertical_tab'],
  [0x0c, 'sheet.form_feed'],
  [0x1b, 'sheet.escape'],
  [0x7f, 'sheet.delete'],
  [0x85, 'sheet.next_line'],
  [0xa0, 'sheet.no_break_space'],
  [0xad, 'sheet.soft_hyphen'],
  [0x034f, 'sheet.grapheme_joiner'],
  [0x061c, 'sheet.arabic_letter_mark'],
  [0x180e, 'sheet.mongolian_vowel_separator'],
  [0x2007, 'sheet.figure_space'],
  [0x2009, 'sheet.thin_space'],
  [0x200b, 'sheet.zero_width_space'],
  [0x200c, 'sheet.zero_width_non_joiner'],
  [0x200d, 'sheet.zero_width_joiner'],
  [0x200e, 'sheet.left_to_right_mark'],
  [0x200f, 'sheet.right_to_left_mark'],
  [0x2028, 'sheet.line_separator'],
  [0x2029, 'sheet.paragraph_separator'],
  [0x202a, 'sheet.left_to_right_embedding'],
  [0x202b, 'sheet.right_to_left_embedding'],
  [0x202c, 'sheet.end_of_direction'],
  [0x202d, 'sheet.left_to_right_override'],
  [0x202e, 'sheet.right_to_left_override'],
  [0x202f, 'sheet.narrow_no_break_space'],
  [0x2060, 'sheet.word_joiner'],
  [0x2066, 'sheet.left_to_right_isolate'],
  [0x2067, 'sheet.right_to_left_isolate'],
  [0x2068, 'sheet.first_strong_isolate'],
  [0x2069, 'sheet.end_of_isolate'],
  [0x3000, 'sheet.ideographic_space'],
  [0x3164, 'sheet.hangul_filler'],
  [0xfeff, 'sheet.byte_order_mark'],
] as const satisfies readonly (readonly [number, MessageKey])[]
const names: ReadonlyMap<number, (typeof named)[number][1]> = new Map(named)

/** Inclusive ranges: controls, special blanks, joiners, direction marks, variants, tags. */
const ranges: readonly (readonly [number, number])[] = [
  [0x01, 0x09],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0001, 0xe007f],
]

function isInvisible(point: number): boolean {
  return point !== 0x0a && point !== 0x0d && ranges.some(([from, to]) => point >= from && point <= to)
}

const emoji =
  /\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic}|[\u{e0020}-\u{e007f}])+|[0-9#*]\ufe0f\u20e3?/gu

/**
 * Names of a text's invisible characters with their code points, each once, in order; empty if everything is visible.
 */
export function invisibleNames(text: string): Message[] {
  if (!holdsInvisible(text)) return []
  const points = [...text.replace(emoji, '')].map((character) => character.codePointAt(0) ?? 0)
  return [...new Set(points.filter(isInvisible))].map((point) => {
    const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
    const other = point < 0xa0 ? 'sheet.control_character' : 'sheet.invisible_character'
    return message(names.get(point) ?? other, { code })
  })
}

function holdsInvisible(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit > 0x1f && unit < 0x7f) continue
    // The tags are the only ones beyond the first plane; each starts with 0xdb40.
    if (unit === 0xdb40 || isInvisible(unit)) return true
  }
  return false
}

/**
 * The original of a text whose UTF-8 was read as windows-1252 (`MÃ¼ller` → `Müller`), else null. Decided by its
 * bytes: text that looks like this by chance is not valid UTF-8.
 */
export function beforeMisreading(text: string): string | null {
  if (
    !/[\xc2-\xf4][\x80-\xbf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/.test(
      text,
    )
  )
    return null
  const bytes: number[] = []
  for (const character of text) {
    const byte = byte1252(character.codePointAt(0) ?? 0)
    if (byte === null) return null
    bytes.push(byte)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes))
  } catch {
    return null
  }
}

const bytes1252: ReadonlyMap<number, number> = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_one, at) => at + 0x80))].map(
    (character, at) => [character.codePointAt(0) ?? 0, at + 0x80],
  ),
)

function byte1252(point: number): number | null {
  return bytes1252.get(point) ?? (point <= 0xff ? point : null)
}
