// Counts of accounts by the status text that the service reports, whatever its wording, and the account that has been
// in process the longest. Clicking a status lists its accounts.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { AccountLine } from '../../../shared/contract/views.ts'
import { api } from '../../app/engine.ts'
import { setParams } from '../../app/route.ts'
import { cx } from '../../components/classes.ts'
import { format } from '../../texts/format.ts'
import { ErrorState, Skeleton } from '../../components/panel.tsx'
import { Age } from './age.tsx'
import { filterOfWord, type ListFilter, wordIn } from '../../accounts/list-filter.ts'
import { watchTexts } from '../../texts/watch/watch.ts'

const words = watchTexts.words

type Said = { readonly word: string | null; readonly accounts: number }

export function ServiceWords(props: { readonly batch: BatchView; readonly shown: ListFilter }): ReactNode {
  const said = useQuery({
    ...api.batches.serviceWords.queryOptions({ input: { batch: props.batch.id } }),
    placeholderData: keepPreviousData,
  })
  const all = said.data?.words.reduce((sum, one) => sum + one.accounts, 0) ?? 0
  return (
    <section aria-labelledby="words-heading" className="px-4 py-3">
      <h2 id="words-heading" className="text-md font-semibold">
        {words.heading}
      </h2>
      {said.isError ? (
        <ErrorState error={said.error} onRetry={() => void said.refetch()} />
      ) : said.data === undefined ? (
        <Skeleton className="mt-2 h-20" />
      ) : all === 0 ? (
        <p className="text-xs text-soft">{words.none}</p>
      ) : (
        <>
          <p className="text-xs text-soft">{words.all({ accounts: all })}</p>
          <ul className="-mx-1.5 mt-1 grid gap-0.5">
            {said.data.words.map((one) => (
              <li key={one.word ?? ''}>
                <Word said={one} all={all} shown={wordIn(props.shown) === one.word && one.word !== null} />
              </li>
            ))}
          </ul>
          <Oldest account={said.data.oldest} />
        </>
      )}
    </section>
  )
}

function Word(props: { readonly said: Said; readonly all: number; readonly shown: boolean }): ReactNode {
  const { word, accounts } = props.said
  const line = (
    <>
      <span className="flex items-baseline gap-3">
        <span className={cx('min-w-0 flex-1 truncate', word === null ? 'text-soft' : 'font-mono text-xs')}>
          {word ?? words.silent}
        </span>
        <span className="font-medium tabular-nums">{format.number(accounts)}</span>
      </span>
      <svg aria-hidden viewBox="0 0 100 3" preserveAspectRatio="none" className="mt-1 h-[3px] w-full">
        <rect width="100" height="3" className="fill-line" />
        <rect width={Math.max(1, (100 * accounts) / props.all)} height="3" className="fill-fill-still" />
      </svg>
    </>
  )
  // The engine can filter by a status, but not by its absence.
  if (word === null) return <div className="px-1.5 py-1">{line}</div>
  return (
    <button
      type="button"
      aria-pressed={props.shown}
      title={words.list({ word })}
      onClick={() => setParams({ show: props.shown ? null : filterOfWord(word) })}
      className={cx(
        'block w-full rounded px-1.5 py-1 text-left transition-colors duration-100 hover:bg-hover',
        props.shown && 'bg-accent-bg',
      )}
    >
      {line}
    </button>
  )
}

function Oldest({ account }: { readonly account: AccountLine | null }): ReactNode {
  if (account === null || account.since === null) return null
  return (
    <p className="mt-2 text-sm text-soft">
      {words.oldest}:{' '}
      <button
        type="button"
        onClick={() => setParams({ account: String(account.id) })}
        className="rounded font-medium text-text hover:text-accent"
      >
        {account.key}
      </button>
      , <Age since={account.since} />
    </p>
  )
}
