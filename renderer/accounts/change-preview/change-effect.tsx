// What a change does to problems and accounts, as far as it is computed, and which accounts it leaves out or makes
// the service validate again.
import { Ban, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../components/classes.ts'
import { format } from '../../texts/format.ts'
import { Callout } from '../../components/panel.tsx'
import { Progress } from '../../components/charts/progress.tsx'
import { bulkTexts } from '../../texts/fix/bulk.ts'
import type { Effect, FoundCells, Preview } from './use-change-preview.ts'

export function ChangeEffect(props: {
  /** Null while nothing is found. */
  readonly cells: FoundCells | null
  readonly preview: Preview
  readonly narrow?: boolean | undefined
}): ReactNode {
  const { cells, preview, narrow = false } = props
  const { effect, fresh } = preview
  if (cells?.keys === true && cells.cells > 0) return <RebuildNote cells={cells} />
  const shown = fresh && cells !== null ? effect : null
  return (
    <div
      className={cx(
        'grid content-start gap-1.5',
        narrow ? 'h-30 grid-rows-[auto_16px_1fr]' : 'h-24 grid-rows-[minmax(44px,auto)_auto_1fr]',
      )}
    >
      <EffectFacts effect={shown} narrow={narrow} />
      <div className="flex h-4 min-w-0 items-center gap-2 text-xs text-faint">
        {cells !== null && fresh && cells.accounts > 0 && <Checked cells={cells} preview={preview} />}
      </div>
      {cells !== null && <Notes cells={cells} effect={shown} />}
    </div>
  )
}

/** Of a change of the cells that tie rows to accounts: the batch is rebuilt, and its effect is not previewed. */
function RebuildNote({ cells }: { readonly cells: FoundCells }): ReactNode {
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
}

function EffectFacts(props: { readonly effect: Effect | null; readonly narrow: boolean }): ReactNode {
  const { effect, narrow } = props
  const facts = [
    { n: effect?.vanish, words: bulkTexts.vanish, tone: 'text-ok' },
    { n: effect?.appear, words: bulkTexts.appear, tone: 'text-bad' },
    { n: effect?.freed, words: bulkTexts.freed, tone: 'text-ok' },
    { n: effect?.invalid, words: bulkTexts.invalid, tone: 'text-bad' },
  ]
  return (
    <ul
      aria-label={bulkTexts.effect}
      className={cx(
        'grid rounded-md border border-line',
        // Its place is kept until the figures are known.
        facts.every(({ n }) => n === undefined) && 'invisible',
        narrow ? 'grid-cols-2 gap-x-3 px-2.5 py-1' : 'grid-cols-4 divide-x divide-line',
      )}
    >
      {facts.map(({ n, words, tone }) => (
        <li
          key={words({ n: 2 })}
          className={narrow ? 'flex min-w-0 items-baseline gap-1.5 py-0.5' : 'grid content-center px-2.5'}
        >
          <span
            className={cx(
              'font-semibold',
              !narrow && 'text-md leading-[18px]',
              n === undefined || n === 0 ? 'text-faint' : tone,
            )}
          >
            {n === undefined ? '–' : format.number(n)}
          </span>{' '}
          <span className="text-2xs leading-[13px] text-soft">{words({ n: n ?? 2 })}</span>
        </li>
      ))}
    </ul>
  )
}

function Checked({ cells, preview }: { readonly cells: FoundCells; readonly preview: Preview }): ReactNode {
  const { effect, whole } = preview
  if (whole) return effect === null ? bulkTexts.noEffect : bulkTexts.looked({ accounts: effect.accounts })
  const words = bulkTexts.lookingAt({ checked: effect?.checked ?? 0, accounts: cells.accounts })
  return (
    <>
      <Progress label={words} done={effect?.checked ?? 0} total={cells.accounts} className="w-24" />
      <span className="truncate">{words}</span>
    </>
  )
}

function Notes({ cells, effect }: { readonly cells: FoundCells; readonly effect: Effect | null }): ReactNode {
  const again = effect?.revalidated ?? 0
  const { locked = 0 } = cells
  return (
    <ul className="grid content-start text-xs text-soft">
      {locked > 0 && <Note icon={Ban}>{bulkTexts.locked({ n: locked })}</Note>}
      {again > 0 && <Note icon={RefreshCw}>{bulkTexts.revalidated({ n: again })}</Note>}
    </ul>
  )
}

function Note(props: { readonly icon: typeof Ban; readonly children: string }): ReactNode {
  const { icon: Icon, children } = props
  return (
    <li className="flex min-w-0 items-center gap-1.5">
      <Icon size={12} aria-hidden className="shrink-0 text-faint" />
      <span className="truncate" title={children}>
        {children}
      </span>
    </li>
  )
}
