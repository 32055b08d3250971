// Shape of a written date: its parts, their widths and the separators between them. The shapes of a column's values
// give the candidate patterns. Parsing with a pattern then decides whether it fits.
/** What comes first. */
export type DateOrder = 'year' | 'day' | 'month'
export type DateShape = {
  /** Equal for texts that one pattern can parse, ignoring widths. */
  readonly key: string
  readonly parts: readonly DatePart[]
  /** The separators before the parts. */
  readonly between: readonly string[]
}
type DatePart = { readonly kind: 'digits' | 'month' | 'half'; readonly width: number }

const pieces = /\d+|[A-Za-z]+|[^\dA-Za-z]+/g
const monthName =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i

/** Null when the text has parts that no date has. */
export function dateShape(text: string): DateShape | null {
  const parts: DatePart[] = []
  const between: string[] = []
  let literal = ''
  for (const piece of text.match(pieces) ?? []) {
    const kind = kindOf(piece)
    if (kind === null) return null
    if (kind === 'literal') {
      literal += piece
      continue
    }
    parts.push({ kind, width: piece.length })
    between.push(literal)
    literal = ''
  }
  if (literal !== '' || between[0] !== '') return null
  const kinds = parts.map((part) => (part.kind === 'digits' && part.width === 4 ? 'year' : part.kind))
  return { key: JSON.stringify([kinds, parts[0]?.width === 8, between]), parts, between }
}

function kindOf(piece: string): DatePart['kind'] | 'literal' | null {
  if (/^\d+$/.test(piece)) return piece.length <= 4 || piece.length === 8 ? 'digits' : null
  if (!/^[A-Za-z]+$/.test(piece) || piece === 'T') return 'literal'
  if (monthName.test(piece)) return 'month'
  return /^[ap]m$/i.test(piece) ? 'half' : null
}

/** True when the last of three date parts, or the first, is a two-digit year. */
export function hasShortYear({ parts }: DateShape): boolean {
  const [first, second, third] = parts
  const two = (part: DatePart | undefined): boolean => part?.kind === 'digits' && part.width <= 2
  return two(third) && (two(first) || first?.kind === 'month') && (two(second) || second?.kind === 'month')
}

/** Every pattern that texts of one shape could match, by order, with the widths that all of them share. */
export function patternsOf(
  shapes: readonly DateShape[],
): { readonly order: DateOrder; readonly pattern: string }[] {
  const [example] = shapes
  if (example === undefined) return []
  if (example.parts[0]?.width === 8) return packedPatterns(example, shapes)
  return ordersOf(example).flatMap(({ order, date }) => {
    const pattern = written([...date, ...clockOf(example, 3)], shapes)
    return pattern === null ? [] : [{ order, pattern }]
  })
}

type Unit = 'yyyy' | 'M' | 'MMM' | 'd' | 'H' | 'h' | 'm' | 's' | 'a'

/** Never year, day, month: nobody writes so, and every ISO date would become ambiguous. */
function ordersOf({ parts }: DateShape): { readonly order: DateOrder; readonly date: readonly Unit[] }[] {
  const [first, second, third] = parts
  if (first === undefined || second === undefined || third === undefined) return []
  const isYear = (part: DatePart): boolean => part.kind === 'digits' && part.width === 4
  const isSmall = (part: DatePart): boolean => part.kind === 'digits' && part.width <= 2
  if (isYear(first) && isSmall(third)) {
    if (second.kind === 'month') return [{ order: 'year', date: ['yyyy', 'MMM', 'd'] }]
    return isSmall(second) ? [{ order: 'year', date: ['yyyy', 'M', 'd'] }] : []
  }
  if (!isYear(third)) return []
  if (isSmall(first) && second.kind === 'month') return [{ order: 'day', date: ['d', 'MMM', 'yyyy'] }]
  if (first.kind === 'month' && isSmall(second)) return [{ order: 'month', date: ['MMM', 'd', 'yyyy'] }]
  if (!isSmall(first) || !isSmall(second)) return []
  return [
    { order: 'day', date: ['d', 'M', 'yyyy'] },
    { order: 'month', date: ['M', 'd', 'yyyy'] },
  ]
}

function clockOf({ parts }: DateShape, from: number): Unit[] {
  const half = parts.some((part) => part.kind === 'half')
  const digits: Unit[] = half ? ['h', 'm', 's'] : ['H', 'm', 's']
  return parts.slice(from).map((part) => (part.kind === 'half' ? 'a' : (digits.shift() ?? 's')))
}

/** Eight digits in a row; only their possible readings show the meaning. */
function packedPatterns(
  example: DateShape,
  shapes: readonly DateShape[],
): { readonly order: DateOrder; readonly pattern: string }[] {
  const clock = clockOf(example, 1)
  return (
    [
      ['year', 'yyyyMMdd'],
      ['day', 'ddMMyyyy'],
      ['month', 'MMddyyyy'],
    ] as const
  ).flatMap(([order, date]) => {
    const rest = clock.length === 0 ? '' : written(clock, shapes, 1)
    return rest === null ? [] : [{ order, pattern: `${date}${rest}` }]
  })
}

function written(units: readonly Unit[], shapes: readonly DateShape[], from = 0): string | null {
  let pattern = ''
  for (const [place, unit] of units.entries()) {
    const at = from + place
    const narrow = shapes.some((shape) => shape.parts[at]?.width === 1)
    if (narrow && (unit === 'm' || unit === 's')) return null
    const single = unit === 'yyyy' || unit === 'MMM' || unit === 'a' || narrow
    pattern += quoted(shapes[0]?.between[at] ?? '') + (single ? unit : `${unit}${unit}`)
  }
  return pattern
}

/** Separators in pattern syntax: letters in quotes. */
function quoted(literal: string): string {
  return literal === 'T' ? literal : literal.replace(/[A-Za-z']+/g, (letters) => `'${letters}'`)
}
