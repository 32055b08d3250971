// Preview of the selected repairs: the number of cells, the first of them before and after, and the effect on
// problems and accounts as it is computed. Space for each line is reserved, so nothing moves.
import { RefreshCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../../components/classes.ts'
import { format } from '../../../texts/format.ts'
import { Callout } from '../../../components/panel.tsx'
import { Progress, Spinner } from '../../../components/charts/progress.tsx'
import { memoryTexts } from '../../../texts/memory.ts'
import { RepairChange } from './repair-parts.tsx'
import type { OfferCells, OfferEffect, OfferPreview } from './use-offer-preview.ts'

export function OfferPreviewPane({ preview }: { readonly preview: OfferPreview }): ReactNode {
  const { cells, fresh, failure } = preview
  const wrong = fresh ? (failure?.message ?? cells?.refusal?.message ?? null) : null
  const words =
    cells === null || !fresh || failure !== null
      ? memoryTexts.preview
      : cells.cells === 0
        ? memoryTexts.nothingChosen
        : cells.accounts === 0
          ? memoryTexts.changeStray(cells.cells)
          : memoryTexts.change(cells.cells, cells.accounts)
  return (
    <section
      aria-label={memoryTexts.preview}
      className="grid min-h-0 grid-rows-[24px_minmax(0,1fr)_auto] gap-2"
    >
      <div className="flex min-w-0 items-center gap-2">
        <p role="status" className="min-w-0 truncate font-semibold">
          {words}
        </p>
        {!fresh && <Spinner />}
        {fresh && cells !== null && cells.cells > cells.sample.length && (
          <span className="ml-auto shrink-0 text-xs text-faint">
            {memoryTexts.first(cells.sample.length)}
          </span>
        )}
      </div>
      {wrong === null ? (
        <Sample cells={cells} />
      ) : (
        <div className="rounded-md border border-line p-3">
          <p role="alert" className="flex gap-2 text-bad">
            <TriangleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
            <span className="min-w-0 wrap-break-word">{wrong}</span>
          </p>
        </div>
      )}
      <Facts preview={preview} />
    </section>
  )
}

function Sample({ cells }: { readonly cells: OfferCells | null }): ReactNode {
  return (
    <div
      // Scrolled by keyboard too.
      tabIndex={0}
      role="region"
      aria-label={memoryTexts.preview}
      className="overflow-y-auto rounded-md border border-line"
    >
      <ul>
        {(cells?.sample ?? []).map(({ sheet, row, column, name, key, before, after }) => (
          <li key={`${sheet} ${row} ${column}`} className="border-b border-line px-2.5 py-1.5">
            <RepairChange before={before} after={after} />
            <p className="truncate text-xs text-faint">
              {memoryTexts.row(row)} · {key ?? '–'} · {name}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Facts({ preview }: { readonly preview: OfferPreview }): ReactNode {
  const { cells, effect, fresh } = preview
  if (cells?.keys === true && cells.cells > 0)
    return (
      <div className="h-26">
        <Callout tone="warning" title={memoryTexts.keysTitle}>
          {memoryTexts.keysBody}
        </Callout>
      </div>
    )
  const shown = fresh && cells !== null ? effect : null
  const again = shown?.revalidated ?? 0
  return (
    <div className="grid h-26 grid-rows-[auto_16px_16px] content-start gap-1.5">
      <EffectFacts effect={shown} />
      <div className="flex items-center gap-2 text-xs text-faint">
        {fresh && cells !== null && cells.accounts > 0 && <Looked cells={cells} preview={preview} />}
      </div>
      {again > 0 && (
        <p className="flex min-w-0 items-center gap-1.5 text-xs text-soft">
          <RefreshCw size={12} aria-hidden className="shrink-0 text-faint" />
          <span className="truncate" title={memoryTexts.revalidated(again)}>
            {memoryTexts.revalidated(again)}
          </span>
        </p>
      )}
    </div>
  )
}

function EffectFacts({ effect }: { readonly effect: OfferEffect | null }): ReactNode {
  const facts = [
    { n: effect?.vanish, words: memoryTexts.vanish, tone: 'text-ok' },
    { n: effect?.appear, words: memoryTexts.appear, tone: 'text-bad' },
    { n: effect?.freed, words: memoryTexts.freed, tone: 'text-ok' },
    { n: effect?.invalid, words: memoryTexts.invalid, tone: 'text-bad' },
  ]
  return (
    <ul
      aria-label={memoryTexts.effect}
      className="grid grid-cols-2 gap-x-3 rounded-md border border-line px-2.5 py-1"
    >
      {facts.map(({ n, words, tone }) => (
        <li key={words(2)} className="flex min-w-0 items-baseline gap-1.5 py-0.5">
          <span className={cx('font-semibold', n === undefined || n === 0 ? 'text-faint' : tone)}>
            {n === undefined ? '–' : format.number(n)}
          </span>
          <span className="truncate text-2xs text-soft">{words(n ?? 2)}</span>
        </li>
      ))}
    </ul>
  )
}

function Looked(props: { readonly cells: OfferCells; readonly preview: OfferPreview }): ReactNode {
  const { effect, whole } = props.preview
  const { accounts } = props.cells
  if (whole) return effect === null ? memoryTexts.noEffect : memoryTexts.looked(effect.accounts)
  const words = memoryTexts.lookingAt(effect?.checked ?? 0, accounts)
  return (
    <>
      <Progress label={words} done={effect?.checked ?? 0} total={accounts} className="w-24" />
      <span className="truncate">{words}</span>
    </>
  )
}
