// One field that a column fills: its name with the certainty of the suggestion, the button of its conversion, and the
// conversion's dialog. A column that fills several fields shows one of these for each.
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import { cx } from '../../../components/classes.ts'
import { Tooltip } from '../../../components/overlays/tooltip.tsx'
import { ConversionDialog } from '../conversions/conversion-dialog.tsx'
import { shortConversionWords } from '../conversions/conversion-steps.ts'
import type { RowProps } from '../map-props.ts'
import type { Feed } from '../draft/draft.ts'
import { titleOf } from '../draft/field-choices.ts'
import { mapTexts as words } from '../../../texts/load/map.ts'
import { reasonKey, withConversion } from '../draft/proposals.ts'
import { firstFailure } from '../conversions/samples.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

/** The parts of a column's line: its check box, its header, an arrow, a field, and the acts. */
export const columnLine =
  'grid grid-cols-[16px_minmax(0,5fr)_16px_minmax(0,6fr)_144px] items-center gap-2 pr-2 pl-3'

/** The field's name and path, and how certain the suggestion was that chose it. */
export function FieldName(props: RowProps & { readonly feed: Feed }): ReactNode {
  const { feed, column, scope, draft } = props
  const reason = draft.reasons.get(reasonKey(scope.sheet, column))
  // The tick of a certain suggestion would read as if the values were right.
  const isWrong = props.errors !== undefined && reason?.certainty === 'certain'
  const suggested = reason !== undefined && !isWrong && generalPath(reason.field) === generalPath(feed.path)
  // Includes fields beyond the offered ones: a suggestion may use the first item of a nested list.
  const titles = new Map(props.fields.map((field) => [field.path, field.title]))
  const above = titleOf(feed.path, titles).split(words.between)
  const own = above.pop() ?? ''
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          {own}
          {above.length > 0 && (
            <span className="text-faint"> {words.inside({ above: above.join(words.between) })}</span>
          )}
        </span>
        {/* Cut at its start: the end of a path distinguishes fields. */}
        <span
          className="block truncate text-left font-mono text-2xs text-faint [direction:rtl]"
          title={feed.path}
        >
          <bdi dir="ltr">{feed.path}</bdi>
        </span>
      </span>
      {suggested && (
        <Tooltip
          text={`${reason.certainty === 'certain' ? words.certain : words.likely}: ${sentenceOf(reason.reason)}`}
        >
          <span className={cx('shrink-0', reason.certainty === 'certain' ? 'text-ok' : 'text-warn')}>
            {reason.certainty === 'certain' ? (
              <CircleCheck size={14} aria-label={words.certain} />
            ) : (
              <CircleHelp size={14} aria-label={words.likely} />
            )}
          </span>
        </Tooltip>
      )}
    </>
  )
}

export function ConversionButton(
  props: RowProps & { readonly feed: Feed; readonly onOpen: () => void },
): ReactNode {
  const { feed, column, samples } = props
  const proposal = props.proposalOf(feed.path)
  const field = props.fields.find((one) => one.path === generalPath(feed.path))
  if (field === undefined) return null
  const failing = firstFailure(samples ?? [], field, feed.conversion)
  // The advice below the row is announced once, so this text is not announced again.
  const advised = feed.conversion === null && proposal !== null && proposal.kind !== 'fits'
  const wakeSignal = failing !== null && !advised
  return (
    <Tooltip text={failing ?? words.conversionOf({ column })}>
      <button
        type="button"
        onClick={props.onOpen}
        className={cx(
          'flex h-5 max-w-24 items-center gap-1 rounded px-1.5 text-2xs',
          wakeSignal
            ? 'bg-bad-bg font-medium text-bad'
            : advised
              ? 'text-soft hover:bg-hover'
              : feed.conversion === null
                ? 'text-faint opacity-0 group-hover:opacity-100 hover:bg-hover focus-visible:opacity-100'
                : 'bg-accent-bg font-medium text-accent',
        )}
      >
        {wakeSignal && <TriangleAlert size={10} aria-hidden className="shrink-0" />}
        <span className="truncate">
          {feed.conversion === null
            ? wakeSignal
              ? words.convert
              : words.conversion
            : shortConversionWords(feed.conversion)}
        </span>
        <span className="sr-only">
          {words.conversionOf({ column })} {failing}
        </span>
      </button>
    </Tooltip>
  )
}

export function Converting(
  props: RowProps & { readonly feed: Feed; readonly onClose: () => void },
): ReactNode {
  const { feed, column, scope } = props
  const field = props.fields.find((one) => one.path === generalPath(feed.path))
  if (field === undefined) return null
  return (
    <ConversionDialog
      at={{ batch: props.batch, catalogue: props.draft.catalogue, sheet: scope.sheet }}
      column={column}
      columns={props.columns}
      field={field}
      conversion={feed.conversion}
      proposal={props.proposalOf(feed.path)}
      samples={props.samples ?? []}
      onClose={props.onClose}
      onSave={(conversion) => {
        props.change((before) => withConversion(before, scope, column, { path: feed.path, conversion }))
        props.onClose()
      }}
    />
  )
}
