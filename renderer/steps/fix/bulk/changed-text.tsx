// One side of a text change: the common part is dimmed, removed or added text is marked by colour and by a line
// through or under it.
import type { ReactNode } from 'react'
import { cx } from '../../../components/classes.ts'
import { bulkTexts } from '../../../texts/bulk.ts'
import { madeVisible, shortLead, textChange } from './text-change.ts'

export function ChangedText(props: {
  readonly before: string
  readonly after: string
  readonly side: 'before' | 'after'
  /** The cell gets a different text, not a changed part. */
  readonly whole: boolean
}): ReactNode {
  const { before, after, side } = props
  const text = side === 'before' ? before : after
  if (text === '') return <span className="text-faint italic">{bulkTexts.emptyCell}</span>
  const { lead, gone, come, tail } = textChange(before, after, props.whole)
  const part = madeVisible(side === 'before' ? gone : come)
  const Mark = side === 'before' ? 'del' : 'ins'
  return (
    <span className="whitespace-pre" title={text}>
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
