// Parses JSON without losing digits. A number that JavaScript cannot represent exactly, or would print differently,
// is returned as its original text. All other values are as JSON.parse returns them.

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown

/** A platform identifier above 2^53 keeps its digits, and 1.0 or 1e3 stays as written. */
const keepDigits: Reviver = (_key, value, context) =>
  typeof value === 'number' && context?.source !== undefined && String(value) !== context.source
    ? context.source
    : value

/** Throws a SyntaxError when the text is not JSON. */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, keepDigits as Parameters<typeof JSON.parse>[1]) as unknown
}
