// JSON read without losing a digit: a number that cannot be held exactly, or is written otherwise than we would write it,
// comes as the text that stood there. All other values are as JSON.parse gives them.

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

/** A platform identifier above 2^53 keeps its digits, and 1.0 or 1e3 stays as it was written. */
const keepDigits: Reviver = (_key, value, context) =>
  typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
    ? context.source
    : value

/** Throws a SyntaxError where the text is no JSON. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, keepDigits as Parameters<typeof JSON.parse>[1]) as unknown
}
