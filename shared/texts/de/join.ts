// German messages that join others: sentences, lines and lists, and quotation marks.
import type { joinMessages as english } from '../en/join.ts'
import type { Translation } from '../texts.ts'

export const joinMessages = {
  two_sentences: '{first} {second}',
  then_line: '{first}\n{second}',
  comma: '{first}, {second}',
  or: '{first} oder {second}',
  and_more: '{list} und {more} weitere',
  quoted: '„{text}“',
} as const satisfies Translation<typeof english>
