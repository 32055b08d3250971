// Virtual list of the repairs that fit this batch, with a heading for each column. Arrow keys go from checkbox to
// checkbox.
import { conflictWords, fieldWords, originWords, quoted } from './memory-words.ts'
import { BellOff, TriangleAlert, Users } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import type { RepairOffer } from '../../../../shared/contract/fixing/memory.ts'
import type { FieldTitles } from '../../../accounts/field-titles.ts'
import { ChangeLine } from '../../../accounts/change-preview/changed-text.tsx'
import { IconButton } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { RelativeTime } from '../../../components/text/relative-time.tsx'
import { VirtualList } from '../../../components/lists/virtual-list.tsx'
import { memoryTexts } from '../../../texts/fix/memory.ts'
import { isOthers, type Offers } from './use-offers.ts'

const rowHeight = 46

type Line =
  | {
      readonly kind: 'column'
      readonly key: string
      readonly name: string
      readonly fields: readonly string[]
    }
  | { readonly kind: 'others'; readonly key: string }
  | { readonly kind: 'offer'; readonly key: string; readonly offer: RepairOffer }

export function OfferList(props: {
  readonly offers: Offers
  readonly titles: FieldTitles
  readonly onForget: (offer: RepairOffer) => void
}): ReactNode {
  const { offers } = props
  const lines = useMemo(() => linesOf(offers.offers), [offers.offers])
  if (lines.length === 0)
    return (
      <p role="status" className="p-4 text-soft">
        {memoryTexts.noneFound}
      </p>
    )
  return (
    <div className="grid min-h-0" onKeyDown={walkBoxes}>
      <VirtualList
        label={memoryTexts.list}
        items={lines}
        rowHeight={rowHeight}
        grows
        keyOf={(line) => line.key}
        onEnd={offers.more}
        className="rounded-md border border-line"
      >
        {(line) =>
          line.kind === 'others' ? (
            <OthersHead offers={offers.others.offers} />
          ) : line.kind === 'column' ? (
            <ColumnHead name={line.name} fields={line.fields} titles={props.titles} />
          ) : (
            <OfferLine offers={offers} offer={line.offer} onForget={() => props.onForget(line.offer)} />
          )
        }
      </VirtualList>
    </div>
  )
}

function ColumnHead(props: {
  readonly name: string
  readonly fields: readonly string[]
  readonly titles: FieldTitles
}): ReactNode {
  const { name, fields } = props
  return (
    <div className="flex flex-wrap content-end items-end gap-x-2 border-b border-line bg-head px-2.5 pt-1.5 pb-1.5">
      <h3 className="min-w-0 text-sm font-medium wrap-anywhere">{name}</h3>
      <span className="min-w-0 text-xs text-faint" title={fields.join(', ')}>
        {fieldWords(fields, props.titles)}
      </span>
    </div>
  )
}

/** Heading of the offers that cannot be selected. */
function OthersHead({ offers }: { readonly offers: number }): ReactNode {
  return (
    <div className="grid content-end border-b border-line bg-head px-2.5 py-1">
      <h3 className="flex min-w-0 items-center gap-1.5 text-sm font-medium">
        <Users size={13} aria-hidden className="shrink-0 text-faint" />
        {memoryTexts.others}
      </h3>
      <p className="text-xs text-faint">{memoryTexts.othersWhy({ n: offers })}</p>
    </div>
  )
}

function OfferLine(props: {
  readonly offers: Offers
  readonly offer: RepairOffer
  readonly onForget: () => void
}): ReactNode {
  const { offers, offer } = props
  return (
    <div className="group flex items-center gap-2 border-b border-line py-1 pr-1.5 pl-2.5">
      {isOthers(offer) ? (
        <Users size={14} aria-hidden className="shrink-0 text-faint" />
      ) : (
        <Checkbox
          label={
            <span className="sr-only">
              {memoryTexts.offer({
                before: quoted(offer.before),
                after: quoted(offer.after),
                n: offer.cells,
              })}
            </span>
          }
          checked={offers.isChosen(offer)}
          onChange={(want) => offers.choose(offer, want)}
          className="shrink-0"
        />
      )}
      <div className="min-w-0 flex-1">
        <ChangeLine before={offer.before} after={offer.after} />
        <Evidence repair={offer} />
      </div>
      <span className="shrink-0 text-xs text-soft tabular-nums">{memoryTexts.cells({ n: offer.cells })}</span>
      <IconButton icon={BellOff} size="small" label={memoryTexts.forget} onClick={props.onForget} />
    </div>
  )
}

/**
 * A heading where an offer's columns differ from the previous one's, and one before the first value of another
 * customer.
 */
function linesOf(offers: readonly RepairOffer[]): Line[] {
  let before = ''
  let amongOthers = false
  return offers.flatMap((offer): Line[] => {
    const name = offer.columns.map((column) => column.name).join(', ')
    const heads: Line[] = []
    if (isOthers(offer) && !amongOthers) {
      amongOthers = true
      before = ''
      heads.push({ kind: 'others', key: 'others' })
    }
    const of = JSON.stringify([name, offer.fields])
    if (of !== before) heads.push({ kind: 'column', key: `column ${offer.id}`, name, fields: offer.fields })
    before = of
    return [...heads, { kind: 'offer', key: offer.id, offer }]
  })
}

/** Arrows go from box to box; the list scrolls with them. */
function walkBoxes(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLElement)) return
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="checkbox"]')]
  const next = boxes[boxes.indexOf(event.target) + step]
  if (!boxes.includes(event.target) || next === undefined) return
  event.preventDefault()
  next.focus()
}

/** Source and date of the repair; counter-evidence comes first. */
function Evidence({ repair }: { readonly repair: RepairOffer }): ReactNode {
  const { basis, kind, seen, origins, at, typed, stayed, otherwise } = repair
  const why = basis === 'account' ? '' : memoryTexts.basis[basis]
  const against = [
    ...(otherwise.length > 0 ? [conflictWords(otherwise)] : []),
    ...(stayed > 0 ? [memoryTexts.stayed({ n: stayed })] : []),
  ]
  return (
    <p className="min-w-0 text-xs wrap-anywhere text-faint">
      {against.length > 0 && (
        <>
          <span className="text-warn">
            <TriangleAlert size={11} aria-hidden className="mr-1 inline align-[-1px]" />
            {against.join('; ')}
          </span>
          {' · '}
        </>
      )}
      {why !== '' && `${why} · `}
      {kind === 'cell' ? memoryTexts.seenCell({ n: repair.cells }) : memoryTexts.seenValue({ n: seen })}
      {typed && `, ${memoryTexts.typed}`} · {originWords(origins)}
      {origins[0]?.batch === null && ` (${memoryTexts.removed})`} · <RelativeTime at={at} />
    </p>
  )
}
