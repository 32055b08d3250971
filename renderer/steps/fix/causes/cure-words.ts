// A cure in words, as an order: what it does to the values, and how many accounts it unblocks. Pure functions.
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import type { Fix } from '../../../../shared/fixing/fix.ts'
import { causesTexts } from '../../../texts/fix/causes.ts'
import { shortened } from '../../../accounts/typed/shortened.ts'
import type { Cure } from './cause-cures.ts'

export function cureWords(cure: Cure): string {
  return withGain(shortCureWords(cure), cure)
}

/** What it brings, as the end of the words of a cure, or by itself. */
export function gainWords(cure: Cure, byItself = false): string {
  const end = withGain('', cure)
  return byItself ? end.replace(/^ · /, '') : end
}

function withGain(what: string, { unblocks, solves, revalidates, of }: Cure): string {
  if (unblocks > 0)
    return of === null
      ? causesTexts.cureUnblocks({ what, accounts: unblocks })
      : causesTexts.cureUnblocksOf({ what, accounts: unblocks, of })
  if (revalidates > 0)
    return of === null
      ? causesTexts.cureRevalidates({ what, accounts: revalidates })
      : causesTexts.cureRevalidatesOf({ what, accounts: revalidates, of })
  return of === null
    ? causesTexts.cureSolves({ what, problems: solves })
    : causesTexts.cureSolvesOf({ what, problems: solves, of })
}

/** Says that only a sample was counted; null: all accounts were. */
export function sampleWords({ of }: Cure, accounts: number): string | null {
  return of === null ? null : causesTexts.cureSample({ of, accounts })
}

/** Without what it brings. */
export function shortCureWords({ fix, takeFrom, cells, of }: Cure): string {
  return of !== null && fix.kind === 'clear' ? causesTexts.cures.clearAll : whatOf(fix, takeFrom, cells)
}

function whatOf(fix: Fix, takeFrom: string | null, cells: number): string {
  const words = causesTexts.cures
  switch (fix.kind) {
    case 'replace':
      return words.replace({ find: shortened(fix.find), with: shortened(fix.with) })
    case 'set':
      return words.set({ text: shortened(fix.text) })
    case 'clear':
      return words.clear({ cells })
    case 'table': {
      const entries = Object.entries(fix.values)
      const [from = '', to = ''] = entries[0] ?? []
      return entries.length === 1
        ? words.change({ from: shortened(from), to: shortened(to) })
        : words.changeSeveral({ values: entries.length, from: shortened(from), to: shortened(to) })
    }
    case 'take':
      return words.take({ column: takeFrom ?? '' })
    case 'phone':
      if (fix.region === null) return words.phone
      return fix.bare ? words.phoneBare({ region: fix.region }) : words.phoneOf({ region: fix.region })
    case 'date':
      return words.date({ from: dateExamples(fix.from), to: dateExamples([fix.to]) })
    case 'number':
      return fix.to === '.' ? words.numberPoint : words.numberComma
    case 'pad':
      return words.pad({ length: fix.length })
    case 'shorten':
      return words.shorten({ length: fix.length })
    case 'tidy':
      return words.tidy
    case 'digits':
      return words.digits
    case 'fill_down':
      return words.fillDown
    case 'split':
      return words.split
    default:
      return assertNever(fix)
  }
}

const lastDay: Readonly<Record<string, string>> = {
  yyyy: '2024',
  yy: '24',
  MMMM: 'December',
  MMM: 'Dec',
  MM: '12',
  M: '12',
  dd: '31',
  d: '31',
  HH: '18',
  H: '18',
  hh: '06',
  h: '6',
  a: 'PM',
  mm: '30',
  ss: '00',
}

/** The last day of a year as the patterns write it, which shows what is the day: `31.12.2024, 31/12/24`. */
function dateExamples(patterns: readonly string[]): string {
  const written = patterns.map((pattern) =>
    pattern.replace(/'[^']*'|([A-Za-z])\1*/g, (piece) =>
      piece.startsWith("'") ? piece.slice(1, -1) : (lastDay[piece] ?? piece),
    ),
  )
  return [...new Set(written)].join(', ')
}
