// Preview of a bulk fix: the number of cells, a sample of before and after, the effect on problems and accounts as it
// is computed, and what is skipped. Space for each line is reserved, so nothing moves.
import { Ban, RefreshCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../../components/classes.ts'
import { format } from '../../../texts/format.ts'
import { Callout } from '../../../components/panel.tsx'
import { Progress, Spinner } from '../../../components/charts/progress.tsx'
import { BodyCell, HeadCell } from '../../../components/lists/table-cells.tsx'
import { bulkTexts } from '../../../texts/bulk.ts'
import { ChangedText } from './changed-text.tsx'
import type { DraftAs } from './fix-draft.ts'
import type { Effect, FoundCells, Preview } from './use-preview.ts'

export function PreviewPane(props: {
  readonly draft: DraftAs
  readonly preview: Preview
  readonly columnName: (column: number) => string
  /** The fix is about more than one column. */
  readonly severalColumns: boolean
  readonly ofWholeCells: boolean
  /** Shown while nothing is to be previewed yet. */
  readonly children: ReactNode
}): ReactNode {
  const { draft, preview } = props
  const { cells } = preview
  const wrong = draft.as === 'wrong' ? draft.words : preview.fresh ? (preview.failure?.message ?? null) : null
  const open = draft.as === 'open'
  const refusal = open || wrong !== null || !preview.fresh ? null : (cells?.refusal ?? null)
  return (
    <section
      aria-label={bulkTexts.preview}
      className="grid min-h-0 min-w-0 grid-rows-[24px_minmax(0,1fr)_auto] gap-2"
    >
      <Headline draft={draft} preview={preview} wrong={wrong !== null} />
      {wrong !== null ? (
        <div className="rounded-md border border-line p-3">
          <p role="alert" className="flex gap-2 text-bad">
            <TriangleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
            <span className="min-w-0 wrap-break-word">{wrong}</span>
          </p>
        </div>
      ) : open ? (
        props.children
      ) : (
        <Sample {...props} cells={cells} />
      )}
      {refusal === null ? (
        <Facts cells={open || wrong !== null ? null : cells} preview={preview} />
      ) : (
        <div className="grid h-24 content-start">
          <Callout tone="error" title={bulkTexts.refusedTitle}>
            {refusal.message}
          </Callout>
        </div>
      )}
    </section>
  )
}

function Headline(props: {
  readonly draft: DraftAs
  readonly preview: Preview
  readonly wrong: boolean
}): ReactNode {
  const { draft, preview, wrong } = props
  const { cells, fresh } = preview
  const words =
    draft.as === 'open' ? draft.words : wrong || cells === null || !fresh ? null : countWords(cells)
  const waits = draft.as === 'fix' && !fresh
  const { looking } = preview
  // A short search shows no figures: they would only flicker.
  const far = waits && looking !== null && looking.rows < looking.of ? looking : null
  return (
    <div className="flex min-w-0 items-center gap-2">
      <p
        role="status"
        className={cx('min-w-0 truncate', draft.as === 'open' ? 'text-soft' : 'text-md font-semibold')}
      >
        {words ?? (waits ? bulkTexts.looking : bulkTexts.preview)}
      </p>
      {waits && far === null && <Spinner />}
      {far !== null && (
        <span className="flex items-center gap-2 text-xs text-faint">
          <Progress
            label={bulkTexts.lookingRows(far.rows, far.of)}
            done={far.rows}
            total={far.of}
            className="w-24"
          />
          {bulkTexts.lookingRows(far.rows, far.of)}
        </span>
      )}
      {!waits && !wrong && draft.as === 'fix' && cells !== null && cells.cells > cells.sample.length && (
        <span className="ml-auto shrink-0 text-xs text-faint">{bulkTexts.sample(cells.sample.length)}</span>
      )}
    </div>
  )
}

function countWords({ cells, accounts }: FoundCells): string {
  if (cells === 0) return bulkTexts.nothing
  return accounts === 0 ? bulkTexts.changeStray(cells) : bulkTexts.change(cells, accounts)
}

function Sample(props: {
  readonly cells: FoundCells | null
  readonly columnName: (column: number) => string
  readonly severalColumns: boolean
  readonly ofWholeCells: boolean
}): ReactNode {
  const { cells, severalColumns, ofWholeCells: whole } = props
  const sample = cells?.sample ?? []
  if (sample.length === 0)
    return (
      <div className="grid place-items-center rounded-md border border-line p-6 text-center text-soft">
        {cells === null ? '' : cells.locked > 0 ? bulkTexts.onlyLocked : bulkTexts.nothingHint}
      </div>
    )
  return (
    <div
      // Scrolled by keyboard too.
      tabIndex={0}
      role="region"
      aria-label={bulkTexts.beforeAfter}
      className="overflow-y-auto rounded-md border border-line"
    >
      <table className="w-full table-fixed border-separate border-spacing-0 text-sm">
        <thead>
          <tr>
            <HeadCell className="w-14 text-right">{bulkTexts.headRow}</HeadCell>
            <HeadCell className="w-26">{bulkTexts.headAccount}</HeadCell>
            {severalColumns && <HeadCell className="w-28">{bulkTexts.headColumn}</HeadCell>}
            <HeadCell>{bulkTexts.headBefore}</HeadCell>
            <HeadCell>{bulkTexts.headAfter}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {sample.map(({ row, column, key, before, after }) => (
            <tr key={`${row} ${column}`}>
              <BodyCell className="text-right text-faint">{row}</BodyCell>
              <BodyCell className="text-soft">{key ?? bulkTexts.noAccount}</BodyCell>
              {severalColumns && <BodyCell className="text-soft">{props.columnName(column)}</BodyCell>}
              <BodyCell>
                <ChangedText before={before} after={after} side="before" whole={whole} />
              </BodyCell>
              <BodyCell>
                <ChangedText before={before} after={after} side="after" whole={whole} />
              </BodyCell>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Facts({
  cells,
  preview,
}: {
  readonly cells: FoundCells | null
  readonly preview: Preview
}): ReactNode {
  const { effect, fresh } = preview
  if (cells?.keys === true && cells.cells > 0)
    return (
      <div className="grid h-24 content-start">
        <Callout tone="warning" title={bulkTexts.keysTitle}>
          {bulkTexts.keysBody}
        </Callout>
        <div className="mt-1">
          <Notes cells={cells} effect={null} />
        </div>
      </div>
    )
  const shown = fresh && cells !== null ? effect : null
  return (
    <div className="grid h-24 grid-rows-[44px_auto_1fr] content-start gap-1.5">
      <EffectFacts effect={shown} />
      <div className="flex h-4 items-center gap-2 text-xs text-faint">
        {cells !== null && fresh && cells.accounts > 0 && <Looked cells={cells} preview={preview} />}
      </div>
      {cells !== null && <Notes cells={cells} effect={shown} />}
    </div>
  )
}

function EffectFacts({ effect }: { readonly effect: Effect | null }): ReactNode {
  const facts = [
    { n: effect?.vanish, words: bulkTexts.vanish, tone: 'text-ok' },
    { n: effect?.appear, words: bulkTexts.appear, tone: 'text-bad' },
    { n: effect?.freed, words: bulkTexts.freed, tone: 'text-ok' },
    { n: effect?.invalid, words: bulkTexts.invalid, tone: 'text-bad' },
  ]
  return (
    <ul
      aria-label={bulkTexts.effect}
      className="grid grid-cols-4 divide-x divide-line rounded-md border border-line"
    >
      {facts.map(({ n, words, tone }) => (
        <li key={words(2)} className="grid content-center px-2.5">
          <span
            className={cx(
              'text-md leading-[18px] font-semibold',
              n === undefined || n === 0 ? 'text-faint' : tone,
            )}
          >
            {n === undefined ? '–' : format.number(n)}
          </span>{' '}
          <span className="truncate text-2xs text-soft">{words(n ?? 2)}</span>
        </li>
      ))}
    </ul>
  )
}

function Looked({ cells, preview }: { readonly cells: FoundCells; readonly preview: Preview }): ReactNode {
  const { effect, whole } = preview
  if (whole) return effect === null ? bulkTexts.noEffect : bulkTexts.looked(effect.accounts)
  const words = bulkTexts.lookingAt(effect?.checked ?? 0, cells.accounts)
  return (
    <>
      <Progress label={words} done={effect?.checked ?? 0} total={cells.accounts} className="w-24" />
      {words}
    </>
  )
}

function Notes({ cells, effect }: { readonly cells: FoundCells; readonly effect: Effect | null }): ReactNode {
  const again = effect?.revalidated ?? 0
  return (
    <ul className="grid content-start text-xs text-soft">
      {cells.locked > 0 && <Note icon={Ban}>{bulkTexts.locked(cells.locked)}</Note>}
      {again > 0 && <Note icon={RefreshCw}>{bulkTexts.revalidated(again)}</Note>}
    </ul>
  )
}

function Note({
  icon: Icon,
  children,
}: {
  readonly icon: typeof Ban
  readonly children: ReactNode
}): ReactNode {
  return (
    <li className="flex min-w-0 items-center gap-1.5">
      <Icon size={12} aria-hidden className="shrink-0 text-faint" />
      <span className="truncate">{children}</span>
    </li>
  )
}
