// Replaces every message in a value by its English sentence, for tests that compare sentences.
import { inEnglish, said, type Said } from '../../shared/texts/message.ts'

/** What a value becomes: each message a string, everything else with the same structure. */
export function english(value: unknown): unknown {
  if (isMessage(value)) return inEnglish(value)
  if (Array.isArray(value)) return value.map((one) => english(one))
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, english(one)]))
}

/** The error that a call ends with: its own fields, in English. Throws if it ends without one. */
export async function englishRefusal(call: Promise<unknown>): Promise<unknown> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return english({ ...error, name: error.name, message: error.message })
  }
  throw new Error('The call was not refused.')
}

/** An object with nothing but a key such as `import.not_readable` and the values of its sentence. */
function isMessage(value: unknown): value is Said {
  if (typeof value !== 'object' || value === null || !('key' in value)) return false
  if (Object.keys(value).some((name) => name !== 'key' && name !== 'values')) return false
  const parsed = said.safeParse(value)
  return parsed.success && typeof value.key === 'string' && inEnglish(parsed.data) !== value.key
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
