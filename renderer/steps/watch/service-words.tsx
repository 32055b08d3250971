// What the service itself says about the accounts that it has, counted, whatever words it uses; and which account has been
// on the way longest. The engine gives lists, not counts by word, so this counts lists, up to a bound that it states.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import type { AccountLine } from '../../../shared/views.ts'
import { api, engine } from '../../app/engine.ts'
import { format } from '../../parts/format.ts'
import { Skeleton } from '../../parts/panel.tsx'
import { Age } from './age.tsx'
import { watchTexts } from './watch-texts.ts'

const words = watchTexts.words
const pageSize = 500
const mostPages = 4

type Said = {
  readonly counted: number
  readonly total: number
  /** Most frequent first; null: it has said nothing yet. */
  readonly words: readonly { readonly word: string | null; readonly count: number }[]
  readonly oldest: AccountLine | null
}

export function countWords(lines: readonly AccountLine[], total: number): Said {
  const counts = new Map<string | null, number>()
  for (const line of lines) counts.set(line.serviceStatus, (counts.get(line.serviceStatus) ?? 0) + 1)
  const waiting = lines.filter((line) => line.state !== 'settled' && line.since !== null)
  const oldest = waiting.reduce<AccountLine | null>(
    (found, line) => (found === null || (line.since ?? 0) < (found.since ?? 0) ? line : found),
    null,
  )
  return {
    counted: lines.length,
    total,
    words: [...counts]
      .map(([word, count]) => ({ word, count }))
      .sort((one, other) => other.count - one.count),
    oldest,
  }
}

async function ask(batch: number, signal: AbortSignal): Promise<Said> {
  const lines: AccountLine[] = []
  let total = 0
  for (let page = 0; page < mostPages; page += 1) {
    const answer = await engine.accounts.list(
      { batch, states: ['unconfirmed', 'watching', 'settled'], offset: page * pageSize, limit: pageSize },
      { signal },
    )
    lines.push(...answer.accounts)
    total = answer.total
    if (lines.length >= total) break
  }
  return countWords(lines, total)
}

/** The value, but a new one at most so often. */
function useSlow(value: number, ms: number): number {
  const [slow, setSlow] = useState({ value, at: Date.now() })
  useEffect(() => {
    if (value === slow.value) return undefined
    const timer = setTimeout(() => setSlow({ value, at: Date.now() }), Math.max(0, slow.at + ms - Date.now()))
    return () => clearTimeout(timer)
  }, [value, slow, ms])
  return slow.value
}

export function ServiceWords({ batch }: { readonly batch: BatchView }): ReactNode {
  // Each event asks for the batch again; four pages are too much for that, so they follow it slowly.
  const { dataUpdatedAt } = useQuery(api.batches.get.queryOptions({ input: { batch: batch.id } }))
  const said = useQuery({
    queryKey: ['watch-words', batch.id, useSlow(dataUpdatedAt, 3_000)],
    queryFn: ({ signal }) => ask(batch.id, signal),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  })
  const found = said.data
  return (
    <section aria-labelledby="words-heading" className="px-4 py-3">
      <h2 id="words-heading" className="text-md font-semibold">
        {words.heading}
      </h2>
      {found === undefined ? (
        <Skeleton className="mt-2 h-20" />
      ) : found.counted === 0 ? (
        <p className="text-soft">{words.none}</p>
      ) : (
        <Counts said={found} />
      )}
    </section>
  )
}

function Counts({ said }: { readonly said: Said }): ReactNode {
  return (
    <>
      <p className="text-xs text-soft">
        {said.counted < said.total ? words.first(said.counted, said.total) : words.all(said.total)}
      </p>
      <dl className="mt-1.5 grid gap-1.5">
        {said.words.map(({ word, count }) => (
          <div key={word ?? ''} className="grid grid-cols-[1fr_auto] gap-x-3">
            <dt className={word === null ? 'truncate text-soft' : 'truncate font-mono text-xs leading-5'}>
              {word ?? words.silent}
            </dt>
            <dd className="font-medium tabular-nums">{format.number(count)}</dd>
            <svg
              aria-hidden
              viewBox="0 0 100 3"
              preserveAspectRatio="none"
              className="col-span-2 h-[3px] w-full"
            >
              <rect width="100" height="3" rx="1.5" className="fill-line" />
              <rect
                width={Math.max(1, (100 * count) / said.counted)}
                height="3"
                className="fill-fill-still"
              />
            </svg>
          </div>
        ))}
      </dl>
      {said.oldest !== null && said.oldest.since !== null && (
        <p className="mt-2.5 text-sm text-soft">
          {words.oldest}: <span className="font-medium text-text">{said.oldest.key}</span>,{' '}
          <Age since={said.oldest.since} />
        </p>
      )}
    </>
  )
}
