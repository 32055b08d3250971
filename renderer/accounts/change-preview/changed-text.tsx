// Display of a text change, one side or both: the common part is dimmed, removed or added text is marked by colour and
// by a line through or under it.
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../components/classes.ts'
import { bulkTexts } from '../../texts/fix/bulk.ts'
import { madeVisible, shortLead, textChange } from './text-change.ts'

export function ChangedText(props: {
  readonly before: string
  readonly after: string
  readonly side: 'before' | 'after'
  /** The cell gets a different text, not a changed part. */
  readonly whole?: boolean | undefined
}): ReactNode {
  const { before, after, side } = props
  const text = side === 'before' ? before : after
  if (text === '') return <span className="text-faint italic">{bulkTexts.emptyCell}</span>
  const { lead, gone, come, tail } = textChange(before, after, props.whole)
  const part = madeVisible(side === 'before' ? gone : come)
  const Mark = side === 'before' ? 'del' : 'ins'
  return (
    <span className="wrap-anywhere whitespace-pre-wrap" title={text}>
      {madeVisible(shortLead(lead))}
      {part !== '' && (
        <Mark
          className={cx(
            'rounded-sm decoration-1',
            side === 'before'
              ? 'bg-bad-bg text-bad line-through'
              : 'bg-ok-bg text-ok underline underline-offset-2',
          )}
        >
          {part}
        </Mark>
      )}
      {madeVisible(tail)}
    </span>
  )
}

/** Old and new text side by side; long ones wrap. */
export function ChangeLine(props: {
  readonly before: string
  readonly after: string
  readonly whole?: boolean | undefined
  readonly quiet?: boolean
}): ReactNode {
  const { before, after, whole, quiet = false } = props
  return (
    <p className={cx('min-w-0 text-sm', quiet && 'opacity-70')}>
      <ChangedText before={before} after={after} side="before" whole={whole} />
      <ArrowRight size={12} aria-hidden className="mx-1.5 inline align-[-1px] text-faint" />
      <ChangedText before={before} after={after} side="after" whole={whole} />
    </p>
  )
}
