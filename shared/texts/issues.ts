// Turns what zod reports of an input into messages: the one place for window, command line and mapping files. zod's own
// English sentences reach nobody. A fault is the end of a sentence; its subject is the setting, field or option.
import { z } from 'zod'
import { message, type Message, type MessageKey } from './create-message.ts'
import { commaList, orList, quoted, sentences } from './join.ts'

export type Issue = z.core.$ZodIssue
/** As zod passes it to an error map: without a sentence of its own. */
type AnyIssue = Issue | z.core.$ZodRawIssue
export type RuleKey = Extract<MessageKey, `rules.${string}`>

/** The text of a rule of our own: a schema carries a key, and `issueFault` turns it into its message. */
export function ruleKey(key: RuleKey): RuleKey {
  return key
}

/** What a kind of value is called; a file that is written by hand names them as they are written in it. */
export type KindMessages = Readonly<Record<'string' | 'number' | 'boolean' | 'array' | 'object', Message>>

const plainKinds: KindMessages = {
  string: message('issues.kind_text'),
  number: message('issues.kind_number'),
  boolean: message('issues.kind_boolean'),
  array: message('issues.kind_list'),
  object: message('issues.kind_object'),
}

/** One issue as the end of a sentence: `must be at most 10,000`. */
export function issueFault(issue: AnyIssue, kinds: KindMessages = plainKinds): Message {
  const text = issue.message ?? ''
  if (isRuleKey(text)) return message(text)
  switch (issue.code) {
    case 'invalid_type':
      return wrongKind(issue, kinds)
    case 'invalid_value':
      return message('issues.wanted', { wanted: orList(issue.values.map(literal)) })
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'invalid_format':
      return wrongFormat(issue)
    case 'not_multiple_of':
      return message('issues.multiple', { n: issue.divisor })
    case 'unrecognized_keys':
      return message('issues.unknown_keys', { keys: commaList(issue.keys.map(quoted)) })
    case 'invalid_key':
      return message('issues.wrong_key')
    case 'invalid_element':
      return message('issues.wrong_element')
    case 'invalid_union':
      return message('issues.no_shape')
    default:
      return message('issues.not_right')
  }
}

/**
 * The issues behind an issue, with their whole paths. A value with one of several shapes is reported for the shape that
 * fits best.
 */
export function innermostIssues(issue: Issue, above: readonly PropertyKey[] = []): readonly Issue[] {
  const path = [...above, ...issue.path]
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ ...issue, path }]
  const [nearest = []] = issue.errors.toSorted((a, b) => unlikeness(a) - unlikeness(b))
  return nearest.flatMap((inner) => innermostIssues(inner, path))
}

/** The first fault of a refused value, as the end of a sentence. */
export function firstFault(error: z.ZodError): Message {
  const [first] = error.issues.flatMap((issue) => innermostIssues(issue))
  return first === undefined ? message('issues.not_right') : issueFault(first)
}

/** `['linked', 0, 'columns', 2]` → `linked[0].columns[2]`. */
export function placeOf(path: readonly PropertyKey[]): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else text += text === '' ? String(part) : `.${String(part)}`
  }
  return text
}

const issueShape = z.looseObject({ code: z.string(), message: z.string(), path: z.array(z.unknown()) })
const refusedInput = z.object({
  issues: z.array(z.custom<Issue>((value) => issueShape.safeParse(value).success)).min(1),
})

/** What the contract refused of a call's input, as `data` of its error BAD_REQUEST tells it; null for other data. */
export function inputFaults(data: unknown): Message | null {
  const parsed = refusedInput.safeParse(data)
  if (!parsed.success) return null
  const faults = parsed.data.issues
    .flatMap((issue) => innermostIssues(issue))
    .map((issue) => {
      const fault = issueFault(issue)
      const place = placeOf(issue.path)
      return place === '' ? message('issues.it', { fault }) : message('issues.at', { place, fault })
    })
  const [first = '', ...others] = faults
  return message('issues.refused', { faults: sentences(first, ...others) })
}

function isRuleKey(text: string): text is RuleKey {
  return /^rules\.[a-z_]+$/.test(text)
}

/** A shape that fails at its root does not fit at all. */
function unlikeness(issues: readonly Issue[]): number {
  const failsAtRoot = issues.some((issue) => issue.path.length === 0 && issue.code === 'invalid_type')
  return issues.length + (failsAtRoot ? 100 : 0)
}

function wrongKind(issue: Extract<AnyIssue, { code: 'invalid_type' }>, kinds: KindMessages): Message {
  const wanted = kindOf(issue.expected, kinds)
  if (wanted === null) return message('issues.wrong_kind')
  return isMissing(issue) ? message('issues.missing', { wanted }) : message('issues.wanted', { wanted })
}

/** zod leaves the value out of what it returns, and its sentence is the only trace of it. */
function isMissing(issue: AnyIssue): boolean {
  return 'input' in issue ? issue.input === undefined : (issue.message ?? '').endsWith('received undefined')
}

function kindOf(expected: string, kinds: KindMessages): Message | null {
  switch (expected) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'array':
    case 'object':
      return kinds[expected]
    case 'record':
    case 'map':
      return kinds.object
    case 'tuple':
    case 'set':
      return kinds.array
    case 'int':
    case 'bigint':
      return message('issues.kind_whole')
    case 'null':
    case 'undefined':
    case 'void':
      return message('issues.kind_nothing')
    default:
      return null
  }
}

function literal(value: unknown): string {
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? String(value))
}

function tooSmall({ origin, minimum, inclusive, exact }: Extract<AnyIssue, { code: 'too_small' }>): Message {
  const n = Number(minimum)
  const measured = measureOf(origin)
  if (measured === null) return message('issues.not_right')
  if (measured === 'number')
    return inclusive === true ? message('issues.at_least', { n }) : message('issues.above', { n })
  if (exact === true) return exactly(measured, n)
  if (n === 1) return message('issues.empty')
  return measured === 'text' ? message('issues.text_at_least', { n }) : message('issues.list_at_least', { n })
}

function tooBig({ origin, maximum, inclusive, exact }: Extract<AnyIssue, { code: 'too_big' }>): Message {
  const n = Number(maximum)
  const measured = measureOf(origin)
  if (measured === null) return message('issues.not_right')
  if (measured === 'number')
    return inclusive === true ? message('issues.at_most', { n }) : message('issues.below', { n })
  if (exact === true) return exactly(measured, n)
  return measured === 'text' ? message('issues.text_at_most', { n }) : message('issues.list_at_most', { n })
}

function exactly(measured: 'text' | 'list', n: number): Message {
  return measured === 'text' ? message('issues.text_exactly', { n }) : message('issues.list_exactly', { n })
}

/** What a limit counts: the value itself, characters, or entries; null for a date or a file. */
function measureOf(origin: string): 'number' | 'text' | 'list' | null {
  switch (origin) {
    case 'number':
    case 'int':
    case 'bigint':
      return 'number'
    case 'string':
      return 'text'
    case 'array':
    case 'set':
    case 'map':
    case 'record':
    case 'object':
      return 'list'
    default:
      return null
  }
}

function wrongFormat(issue: Extract<AnyIssue, { code: 'invalid_format' }>): Message {
  switch (issue.format) {
    case 'starts_with':
      return message('issues.begins', { text: detailOf(issue, 'prefix') })
    case 'ends_with':
      return message('issues.ends', { text: detailOf(issue, 'suffix') })
    case 'includes':
      return message('issues.contains', { text: detailOf(issue, 'includes') })
    case 'regex':
      return message('issues.pattern', { pattern: detailOf(issue, 'pattern') })
    case 'url':
      return message('issues.url')
    case 'datetime':
      return message('issues.date_time')
    default:
      return message('issues.format')
  }
}

function detailOf(issue: object, name: string): string {
  const value: unknown = Reflect.get(issue, name)
  return typeof value === 'string' ? value : String(value)
}
