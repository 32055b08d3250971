// Finds invisible characters in a text: zero-width and direction marks, soft hyphens, control characters. Line
// breaks and tabs do not count, because they are visible, nor do the characters that join the parts of one emoji.
// Pure.

/** Pattern of one such character, for use in other expressions; needs the flag `u`. */
export const unseenSource = String.raw`(?![\t\n\r])(?!(?<=[\p{Extended_Pictographic}\uFE0F\p{Emoji_Modifier}])\u200D\p{Extended_Pictographic})[\p{Cc}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\u3164\uFEFF\uFFF9-\uFFFB]`

const unseen = new RegExp(unseenSource, 'gu')

export function withoutUnseen(text: string): string {
  return text.replace(unseen, '')
}
