// Preview of a change of many cells before it is applied: the number of cells, a sample of before and after, the
// effect on problems and accounts as it is computed, and what is skipped. Space for each line is reserved, so nothing
// moves.
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../components/classes.ts'
import { Callout } from '../../components/panel.tsx'
import { Progress, Spinner } from '../../components/charts/progress.tsx'
import { bulkTexts } from '../../texts/fix/bulk.ts'
import { ChangeEffect } from './change-effect.tsx'
import { ChangeSample, type SampleLook } from './change-sample.tsx'
import type { FoundCells, Preview } from './use-change-preview.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

export type ChangePreviewProps = SampleLook & {
  readonly preview: Preview
  /** The reason why the change itself is not valid; null when it is. */
  readonly wrong?: string | null
  /** While there is no change yet: a sentence, and what stands in the place of the sample. */
  readonly open?: { readonly words: string; readonly shown: ReactNode } | null
  /** The texts may be amounts; those of telephone numbers are none. @default true */
  readonly countsNumbers?: boolean
}

export function ChangePreview(props: ChangePreviewProps): ReactNode {
  const { preview, open = null } = props
  const cells = open === null ? preview.cells : null
  const wrong = props.wrong ?? (preview.fresh ? (preview.failure?.message ?? null) : null)
  // Before there is a change it has no figures.
  const hasFigures = open === null && wrong === null && !(preview.fresh && cells?.cells === 0)
  const refusal = wrong !== null || !preview.fresh ? null : (cells?.refusal ?? null)
  return (
    <section
      aria-label={bulkTexts.preview}
      className="grid min-h-0 min-w-0 grid-rows-[minmax(24px,auto)_minmax(0,1fr)_auto] gap-2"
    >
      <Headline {...props} isWrong={wrong !== null} />
      {wrong !== null ? (
        <Wrong words={wrong} />
      ) : open === null ? (
        <ChangeSample {...props} cells={cells} />
      ) : (
        open.shown
      )}
      {refusal === null ? (
        hasFigures && (
          <div className="grid gap-2">
            {props.countsNumbers !== false && preview.fresh && cells !== null && (
              <OtherNumbers cells={cells} />
            )}
            <ChangeEffect cells={cells} preview={preview} narrow={props.narrow} />
          </div>
        )
      ) : (
        <div className="grid h-24 content-start">
          <Callout tone="error" title={bulkTexts.refusedTitle}>
            {sentenceOf(refusal.message)}
          </Callout>
        </div>
      )}
    </section>
  )
}

/** Says that amounts become others, before that is applied. */
function OtherNumbers({ cells }: { readonly cells: FoundCells }): ReactNode {
  const { otherNumbers = null } = cells
  if (otherNumbers === null) return null
  const { before, after } = otherNumbers.example
  return (
    <Callout
      tone="warning"
      icon={TriangleAlert}
      title={bulkTexts.otherNumbersTitle({ cells: otherNumbers.cells })}
    >
      {/* Masked texts are equal, and say nothing. */}
      {before !== after && <p>{bulkTexts.otherNumbersBody({ before, after })}</p>}
    </Callout>
  )
}

function Wrong({ words }: { readonly words: string }): ReactNode {
  return (
    <div className="rounded-md border border-line p-3">
      <p role="alert" className="flex gap-2 text-bad">
        <TriangleAlert size={14} aria-hidden className="mt-[3px] shrink-0" />
        <span className="min-w-0 wrap-break-word">{words}</span>
      </p>
    </div>
  )
}

function Headline(props: ChangePreviewProps & { readonly isWrong: boolean }): ReactNode {
  const { preview, open = null, isWrong } = props
  const { cells, fresh } = preview
  const waits = open === null && !isWrong && !fresh
  const counted = isWrong || cells === null || !fresh ? null : cells
  const words = open === null ? counted && countWords(counted) : open.words
  const isSample = open === null && counted !== null && counted.cells > counted.sample.length
  return (
    <div className="flex min-w-0 items-center gap-2">
      <p
        role="status"
        className={cx(
          // A narrow pane has no room for a sentence in one line.
          props.narrow === true ? 'min-w-0 text-pretty' : 'min-w-0 truncate',
          open !== null ? 'text-soft' : props.narrow === true ? 'font-semibold' : 'text-md font-semibold',
        )}
      >
        {words ?? (waits ? bulkTexts.looking : bulkTexts.preview)}
      </p>
      {waits && <Searching preview={preview} />}
      {isSample && (
        <span className="ml-auto shrink-0 text-xs text-faint">
          {bulkTexts.sample({ n: counted.sample.length })}
        </span>
      )}
    </div>
  )
}

/** A short search shows no figures: they would only flicker. */
function Searching({ preview }: { readonly preview: Preview }): ReactNode {
  const { looking } = preview
  if (looking === null || looking.rows >= looking.of) return <Spinner />
  const words = bulkTexts.lookingRows({ rows: looking.rows, of: looking.of })
  return (
    <span className="flex items-center gap-2 text-xs text-faint">
      <Progress label={words} done={looking.rows} total={looking.of} className="w-24" />
      {words}
    </span>
  )
}

function countWords({ cells, accounts }: FoundCells): string {
  if (cells === 0) return bulkTexts.nothing
  return accounts === 0 ? bulkTexts.changeStray({ cells }) : bulkTexts.change({ cells, accounts })
}
