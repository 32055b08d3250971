// English messages that join others: sentences, lines and lists, and quotation marks.
export const joinMessages = {
  two_sentences: '{first} {second}',
  then_line: '{first}\n{second}',
  comma: '{first}, {second}',
  or: '{first} or {second}',
  and_more: '{list} and {more} more',
  quoted: '“{text}”',
} as const
