// The apostrophe that our exports put before text which a spreadsheet program would run as a formula (reliability.md
// section 6), taken off again. An export also guards text that already begins with apostrophes and such a character,
// so that taking off one apostrophe always gives the original back.

const guarded = /^'+[=+\-@\t\r\n＝＋－＠]/

export function isGuarded(text: string): boolean {
  return text.startsWith("'") && guarded.test(text)
}

export function withoutGuard(text: string): string {
  return text.slice(1)
}
