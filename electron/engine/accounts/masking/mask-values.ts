// Puts the mask in place of known values wherever a text quotes them: in sentences, in messages with values, and in the
// text of an answer. A short value is only replaced where it stands as a word of its own.
import { maskText } from '../../../../shared/contract/privacy.ts'

/** A value of this many characters or more is replaced inside of words too. */
const longEnough = 4

export type Hide = {
  /** Any plain data: every string in it, except what a property named `key` says. */
  <T>(data: T): T
  /** A text that may be JSON: then each value in it is compared on its own, so that it stays JSON. */
  text(text: string): string
}

export const hideNothing: Hide = Object.assign(<T>(data: T): T => data, { text: (text: string) => text })

/**
 * @param values texts, and numbers as they are printed; empty ones count for nothing
 * @param mark stands in place of each value
 */
export function createHide(values: Iterable<string>, mark = maskText): Hide {
  const known = [...new Set([...values].map((value) => value.trim()))].filter(
    (value) => value !== '' && value !== mark,
  )
  if (known.length === 0) return hideNothing
  const whole = new Set(known)
  const quoted = new RegExp(
    known
      .toSorted((one, other) => other.length - one.length)
      .flatMap((value) => [value, JSON.stringify(value).slice(1, -1)])
      .map(patternOf)
      .join('|'),
    'giu',
  )
  const inText = (text: string): string => text.replace(quoted, mark)
  const hide = <T>(data: T): T => walk(data, { inText, numbers: null, mark }) as T
  return Object.assign(hide, {
    text(text: string): string {
      const data = jsonOf(text)
      if (data === undefined) return inText(text)
      const hidden = walk(data, { inText, numbers: whole, mark })
      return JSON.stringify(hidden) === JSON.stringify(data) ? text : JSON.stringify(hidden)
    },
  })
}

function patternOf(value: string): string {
  const exact = value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return value.length >= longEnough ? exact : `(?<![\\p{L}\\p{N}])${exact}(?![\\p{L}\\p{N}])`
}

type Walk = {
  readonly inText: (text: string) => string
  /** Numbers that are replaced too; null: numbers stay, because their place takes only a number. */
  readonly numbers: ReadonlySet<string> | null
  readonly mark: string
}

function walk(data: unknown, how: Walk): unknown {
  if (typeof data === 'string') return how.inText(data)
  if (typeof data === 'number') return how.numbers?.has(String(data)) === true ? how.mark : data
  if (Array.isArray(data)) return data.map((one: unknown) => walk(one, how))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, one]) => [name, name === 'key' ? one : walk(one, how)]),
  )
}

/** Undefined for a text that is no object or list of JSON. */
function jsonOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
