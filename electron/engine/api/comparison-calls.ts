// API calls that compare the results of two batches, or of two validation passes of one batch.
import type { ComparedLine } from '../../../shared/contract/comparison.ts'
import {
  type ComparedResult,
  type ComparisonKind,
  comparisonKinds,
} from '../../../shared/sending/comparison.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { message } from '../../../shared/texts/message.ts'
import { writtenOf } from '../accounts/batch-removal.ts'
import { writeComparison } from '../report/write-comparison.ts'
import type { Comparison, ComparisonAsked } from '../store/lookup/compared-results.ts'
import { batchOf, type CallContext, type Inputs, os, type Refuse, unwrap } from './call-context.ts'

/** Lines read and written between two yields. */
const pieceOfLines = 500

export function comparisonCalls(context: CallContext) {
  const { lookups } = context.store
  const calls = os.comparison
  return {
    passes: calls.passes.handler(async ({ input, errors, signal }) => {
      const { id } = batchOf(context, input.batch, errors)
      return (await lookups.passes(id, { soon: false, signal })).value
    }),
    get: calls.get.handler(async ({ input, errors, signal }) => {
      checkSides(context, input, errors)
      const { value, fresh } = await lookups.comparison(sidesOf(input), { soon: true, signal })
      const { counts, accounts, causes, causeCount } = value
      return { counts, accounts, causes: [...causes], causeCount, fresh }
    }),
    lines: calls.lines.handler(async ({ input, errors, signal }) => {
      checkSides(context, input, errors)
      const asked = sidesOf(input)
      const { value } = await lookups.comparison(asked, { soon: true, signal })
      const { from, to } = rangeOf(value, input.kind)
      const start = Math.min(to, from + input.offset)
      const places = { from: start, to: Math.min(to, start + input.limit) }
      return { total: to - from, lines: linesAt(context, asked, value, places) }
    }),
    write: calls.write.handler(({ input, errors, signal }) => write(context, input, errors, signal)),
  }
}

type Sides = Inputs['comparison']['get']

const sidesOf = ({ first, second }: Sides): ComparisonAsked => ({ first, second })

function checkSides(context: CallContext, { first, second }: Sides, errors: Refuse): void {
  batchOf(context, first.batch, errors)
  batchOf(context, second.batch, errors)
}

type Places = { readonly from: number; readonly to: number }

/** Where the lines of a kind are; null: all lines. */
function rangeOf({ counts, first }: Comparison, kind: ComparisonKind | null): Places {
  if (kind === null) return { from: 0, to: first.length }
  const before = comparisonKinds.slice(0, comparisonKinds.indexOf(kind))
  const from = before.reduce((sum, one) => sum + counts[one], 0)
  return { from, to: from + counts[kind] }
}

function kindAt({ counts }: Comparison, place: number): ComparisonKind {
  let end = 0
  for (const kind of comparisonKinds) {
    end += counts[kind]
    if (place < end) return kind
  }
  throw new Error('The line is not part of the comparison')
}

/**
 * Kinds, results and codes are those that the comparison found, so they agree whatever moves meanwhile. An account that was
 * removed since is left out on its side.
 */
function linesAt(
  { store }: CallContext,
  asked: ComparisonAsked,
  comparison: Comparison,
  { from, to }: Places,
): ComparedLine[] {
  const read = (side: 'first' | 'second', place: number) => {
    const id = comparison[side][place] ?? 0
    return id === 0 ? null : store.comparedLines.account(asked[side], id)
  }
  return Array.from({ length: to - from }, (_, at) => {
    const first = read('first', from + at)
    const second = read('second', from + at)
    const hashes = [first?.sha256 ?? null, second?.sha256 ?? null] as const
    return {
      kind: kindAt(comparison, from + at),
      key: second?.key ?? first?.key ?? '',
      first: first && { id: first.id, ...shown(asked.first, resultAt(comparison, 'first', from + at)) },
      second: second && { id: second.id, ...shown(asked.second, resultAt(comparison, 'second', from + at)) },
      sameData: hashes.includes(null) ? null : hashes[0] === hashes[1],
    }
  })
}

function resultAt(
  { firstResult, secondResult, results }: Comparison,
  side: 'first' | 'second',
  place: number,
): ComparedResult {
  const found = results[(side === 'first' ? firstResult : secondResult)[place] ?? -1]
  if (found === undefined) throw new Error('An account of a comparison has a result')
  return found
}

/** A validation is shown by its verdict. Each code once. */
function shown(
  { pass }: ComparisonAsked['first'],
  { isToFix, state, problems }: ComparedResult,
): Omit<NonNullable<ComparedLine['first']>, 'id'> {
  const names = problems === '' ? [] : problems.split('\n')
  const verdict = isToFix ? 'rejected' : 'validated'
  return {
    result: pass === null ? state : verdict,
    codes: [...new Set(names.map((name) => name.slice(0, name.lastIndexOf(' '))))],
  }
}

async function write(
  context: CallContext,
  input: Inputs['comparison']['write'],
  errors: Refuse,
  signal: AbortSignal = new AbortController().signal,
) {
  const { first, second } = input
  const names = {
    first: batchOf(context, first.batch, errors).name,
    second: batchOf(context, second.batch, errors).name,
  }
  const asked = sidesOf(input)
  const { value } = await context.store.lookups.comparison(asked, { soon: false })
  const { from, to } = rangeOf(value, input.kind)
  function* pieces() {
    for (let at = from; at < to; at += pieceOfLines)
      yield linesAt(context, asked, value, { from: at, to: Math.min(to, at + pieceOfLines) })
  }
  const nameOf = (side: 'first' | 'second') =>
    message('report.compared_side', {
      name: names[side],
      batch: asked[side].batch,
      pass: asked[side].pass ?? 0,
    })
  const { language, locale } = input.inLanguage
  const request = {
    folder: input.folder ?? writtenOf(context.status.folder, second.batch),
    format: input.format,
    sides: { first: nameOf('first'), second: nameOf('second') },
    words: createMessageFormat(language, locale),
  }
  return unwrap(await writeComparison(context.unfinished, pieces(), request, signal), errors)
}
