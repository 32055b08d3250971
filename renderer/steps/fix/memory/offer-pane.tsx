// Repairs that fit this batch: on the left the list by column, on the right the effect of the selected ones.
import { quoted } from './memory-words.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RepairOffer } from '../../../../shared/contract/fixing/memory.ts'
import type { FieldTitles } from '../../../accounts/field-titles.ts'
import { ChangePreview } from '../../../accounts/change-preview/change-preview.tsx'
import type { Preview } from '../../../accounts/change-preview/use-change-preview.ts'
import { api, engine } from '../../../app/engine.ts'
import { Button } from '../../../components/button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '../../../components/panel.tsx'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { memoryTexts } from '../../../texts/fix/memory.ts'
import { OfferList } from './offer-list.tsx'
import type { Offers } from './use-offers.ts'

export function OfferPane(props: {
  readonly offers: Offers
  readonly preview: Preview
  readonly titles: FieldTitles
}): ReactNode {
  const { offers, preview } = props
  const forget = useForget()
  if (offers.error !== null) return <ErrorState error={offers.error} onRetry={offers.retry} />
  if (offers.isPending)
    return (
      <div className="grid gap-3 py-4">
        <p role="status" className="text-soft">
          {memoryTexts.lookingBack}
        </p>
        <SkeletonRows rows={6} />
      </div>
    )
  if (offers.all.offers + offers.others.offers === 0)
    return (
      <EmptyState icon={History} title={memoryTexts.none}>
        {memoryTexts.noneBody}
      </EmptyState>
    )
  return (
    <div className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)_320px] gap-5 pt-3">
      <div className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)] gap-2">
        <OfferTools offers={offers} />
        <OfferList offers={offers} titles={props.titles} onForget={forget} />
      </div>
      <ChangePreview
        preview={preview}
        narrow
        columnName={({ name = '' }) => name}
        nothingHint={memoryTexts.nothingChosen}
      />
    </div>
  )
}

function OfferTools({ offers }: { readonly offers: Offers }): ReactNode {
  return (
    <div className="flex items-center gap-2">
      <SearchField
        label={memoryTexts.search}
        value={offers.text}
        onChange={offers.setText}
        className="min-w-0 flex-1"
      />
      <Button size="small" onClick={offers.chooseSure}>
        {memoryTexts.tickSure}
      </Button>
      <Button size="small" onClick={offers.chooseNone}>
        {memoryTexts.tickNone}
      </Button>
    </div>
  )
}

function useForget(): (offer: RepairOffer) => void {
  const client = useQueryClient()
  const renew = (): void => void client.invalidateQueries({ queryKey: api.memory.key() })
  const recall = useMutation({
    mutationFn: (repair: string) => engine.memory.recall({ repairs: [repair] }),
    onError: toast.failed,
    onSuccess: renew,
  })
  const forget = useMutation({
    mutationFn: ({ repair }: RepairOffer) => engine.memory.forget({ repairs: [repair] }),
    onError: toast.failed,
    onSuccess: (_, { repair, before, after }) => {
      renew()
      toast.done(memoryTexts.forgotten({ before: quoted(before), after: quoted(after) }), {
        label: memoryTexts.undo,
        run: () => recall.mutate(repair),
      })
    },
  })
  return (offer) => forget.mutate(offer)
}
