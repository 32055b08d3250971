// Lines of the cause list: a cause with its message and the fix for all its cells, and one shape of its values.
import type { ReactNode } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { ProblemGroup, SheetView, ValueShapeGroup } from '../../../../shared/contract/views.ts'
import { setParams } from '../../../app/route.ts'
import { cx } from '../../../components/classes.ts'
import { format } from '../../../texts/format.ts'
import { bulkTexts } from '../../../texts/fix/bulk.ts'
import { kindFor } from '../bulk/fix-for-cause.ts'
import { madeVisible } from '../../../accounts/change-preview/text-change.ts'
import type { CauseFix } from '../bulk/use-bulk.ts'
import type { FactsOf } from '../bulk/use-column-facts.ts'
import { causesTexts } from '../../../texts/fix/causes.ts'
import { OpenDuplicates } from '../duplicates/duplicates-tool.tsx'
import { causeWords } from '../bars/filter-strip.tsx'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { paramsOfCause } from '../fix-view.ts'
import type { Overrulable } from '../overruling/overruling-dialog.tsx'
import { ServiceDecidesCause } from '../overruling/service-decides.tsx'
import { sentenceOf } from '../../../../shared/texts/message.ts'

export function CauseButton(props: {
  readonly group: ProblemGroup
  readonly sheet: SheetView | undefined
  readonly chosen: boolean
  readonly onPress: () => void
}): ReactNode {
  const { group, sheet, chosen } = props
  const { accounts, alone } = group
  const column = group.column === null ? undefined : sheet?.info.columns[group.column]?.name
  const service = group.source !== 'local' && group.source !== 'file'
  const places = [
    ...(service ? [fixTexts.byService] : []),
    ...(column !== undefined ? [column] : chosen || !service ? [fixTexts.noCell] : []),
    group.code ?? fixTexts.noCode,
    ...(chosen && group.field !== null ? [group.field] : []),
  ]
  return (
    <button
      type="button"
      data-cause-step
      aria-pressed={chosen}
      onClick={() => {
        setParams(paramsOfCause(chosen ? null : group))
        props.onPress()
      }}
      title={`${fixTexts.problemsIn({ problems: group.problems, accounts })}\n${alone === 0 ? causesTexts.freesNoneHint({ all: accounts }) : causesTexts.freesHint({ accounts: alone })}\n${sentenceOf(group.message)}`}
      className={cx(
        'grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-2 px-2 py-1.5 text-left transition-colors duration-100',
        chosen ? 'rounded-t-md bg-sel' : 'mb-0.5 rounded-md hover:bg-hover',
      )}
    >
      <span className="leading-[18px] font-medium wrap-break-word">{causeWords(group)}</span>
      <span className={cx('text-right leading-[18px] font-semibold', service ? 'text-warn' : 'text-bad')}>
        {format.number(accounts)}
        <span className="sr-only"> {causesTexts.accountsWord({ n: accounts })}</span>
      </span>
      <span className={cx('text-2xs', chosen ? 'text-soft wrap-anywhere' : 'truncate text-faint')}>
        {places.join(' · ')}
      </span>
      <span
        className={cx(
          'text-right text-2xs whitespace-nowrap',
          alone === 0 && !chosen ? 'text-faint' : 'text-soft',
        )}
      >
        {causesTexts.frees({ accounts: alone })}
      </span>
    </button>
  )
}

export type CauseAboutProps = {
  readonly batch: BatchView
  readonly group: ProblemGroup
  readonly sheet: SheetView | undefined
  /** The shape that the grid is narrowed to. */
  readonly shape: string | null
  readonly factsOf: FactsOf
  readonly onFix: (fix: CauseFix) => void
  /** Opens what is left to the service. */
  readonly onDecide: (about: Overrulable) => void
}

/** The cause that a fix is made for. */
export function causeOf({ code, field, message }: ProblemGroup): CauseFix['cause'] {
  return { code, field, message: sentenceOf(message) }
}

export function CauseAbout({
  batch,
  group,
  sheet,
  shape,
  factsOf,
  onFix,
  onDecide,
}: CauseAboutProps): ReactNode {
  const { column } = group
  return (
    <div className="grid justify-items-start gap-0.5 bg-sel px-2 pb-1">
      <p className="line-clamp-6 text-xs leading-4 text-soft wrap-break-word">{sentenceOf(group.message)}</p>
      {group.code === 'duplicate_account' && <OpenDuplicates />}
      {column !== null && sheet !== undefined && group.code !== 'duplicate_account' && (
        <button
          type="button"
          onClick={() =>
            onFix({
              cause: causeOf(group),
              column,
              kind: kindFor(group.code, factsOf(sheet, column), shape),
              draft: {},
            })
          }
          className="-ml-1 h-6 rounded px-1 text-xs font-medium text-accent hover:underline"
        >
          {bulkTexts.fixAll}…
        </button>
      )}
      <ServiceDecidesCause batch={batch} group={group} onDecide={onDecide} />
    </div>
  )
}

export function ShapeButton(props: {
  readonly group: ProblemGroup
  readonly shape: ValueShapeGroup
  readonly chosen: boolean
  readonly onChosen: () => void
}): ReactNode {
  const { group, shape, chosen } = props
  const samples = shape.samples.map(madeVisible)
  return (
    <div className="bg-sel px-1">
      <button
        type="button"
        data-cause-step
        aria-pressed={chosen}
        title={`${causesTexts.accounts({ n: shape.accounts })}${samples.length === 0 ? '' : `\n${causesTexts.samples({ samples: samples.map((text) => causesTexts.sample({ text })).join(', ') })}`}`}
        onClick={() => {
          setParams({ ...paramsOfCause(group), shape: chosen ? null : shape.shape })
          if (!chosen) props.onChosen()
        }}
        className={cx(
          'grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-2 rounded px-1 py-0.5 text-left text-xs leading-[18px]',
          chosen
            ? 'bg-raised font-medium text-text shadow-[inset_2px_0_0_var(--color-accent)]'
            : 'text-soft hover:bg-hover hover:text-text',
        )}
      >
        <span className="wrap-break-word">{madeVisible(sentenceOf(shape.words))}</span>
        <span className="text-right">{format.number(shape.problems)}</span>
      </button>
    </div>
  )
}
