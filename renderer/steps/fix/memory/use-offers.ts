// Hook with the repairs that fit a batch, page by page, and their selection: all certain ones, plus or minus those
// that the user toggled. Of several repairs for one text at most one is selected.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { RepairOffer } from '../../../../shared/contract/fixing/memory.ts'
import { api } from '../../../app/engine.ts'

const pageSize = 200

export type ChosenOffers = { readonly sure: boolean; readonly but: readonly string[] }

export function useOffers(batch: number) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<ChosenOffers>({ sure: true, but: [] })
  const looked = useDeferredValue(text.trim())
  const pages = useInfiniteQuery({
    ...api.memory.offers.infiniteOptions({
      input: (offset: number) => ({
        batch,
        offset,
        limit: pageSize,
        ...(looked === '' ? {} : { text: looked }),
      }),
      initialPageParam: 0,
      getNextPageParam: (last, all) => {
        const loaded = all.reduce((sum, page) => sum + page.offers.length, 0)
        return loaded < last.total ? loaded : undefined
      },
    }),
    placeholderData: keepPreviousData,
  })
  const offers = pages.data?.pages.flatMap((page) => page.offers) ?? []
  const first = pages.data?.pages[0]

  function isChosen(offer: RepairOffer): boolean {
    return !isOthers(offer) && (chosen.sure && offer.sure) !== chosen.but.includes(offer.id)
  }
  function choose(offer: RepairOffer, want: boolean): void {
    if (isOthers(offer) || isChosen(offer) === want) return
    const turned = new Set(chosen.but)
    const turn = (id: string): void => void (turned.delete(id) || turned.add(id))
    turn(offer.id)
    if (want) for (const other of offers) if (isOtherWay(offer, other) && isChosen(other)) turn(other.id)
    setChosen({ sure: chosen.sure, but: [...turned] })
  }
  return {
    text,
    setText,
    offers,
    chosen,
    isChosen,
    choose,
    chooseSure: () => setChosen({ sure: true, but: [] }),
    chooseNone: () => setChosen({ sure: false, but: [] }),
    all: first?.all ?? { offers: 0, cells: 0 },
    sure: first?.sure ?? { offers: 0, cells: 0 },
    others: first?.others ?? { offers: 0, cells: 0 },
    total: first?.total ?? 0,
    isPending: pages.isPending,
    error: pages.error,
    retry: () => void pages.refetch(),
    more: () => {
      if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage()
    },
  }
}

export type Offers = ReturnType<typeof useOffers>

/** A value of another customer: shown, and never chosen. */
export function isOthers({ basis }: RepairOffer): boolean {
  return basis === 'other_customer'
}

function isOtherWay(one: RepairOffer, other: RepairOffer): boolean {
  return (
    one.id !== other.id &&
    one.kind === 'value' &&
    other.kind === 'value' &&
    one.before === other.before &&
    one.otherwise.some(({ after }) => after === other.after) &&
    one.fields.join() === other.fields.join()
  )
}
