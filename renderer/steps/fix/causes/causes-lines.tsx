// Lines of the cause list below a chosen cause: its message with the fixes for all its cells, and one shape of its
// values.
import type { ReactNode } from 'react'
import type { ProblemGroup, ValueShapeGroup } from '../../../../shared/contract/views.ts'
import { setParams } from '../../../app/route.ts'
import { cx } from '../../../components/classes.ts'
import { format } from '../../../texts/format.ts'
import { bulkTexts } from '../../../texts/fix/bulk.ts'
import { draftOf, type Kind } from '../bulk/fix-draft.ts'
import { kindFor } from '../bulk/fix-for-cause.ts'
import { madeVisible } from '../../../accounts/change-preview/text-change.ts'
import { causesTexts } from '../../../texts/fix/causes.ts'
import { OpenDuplicates } from '../duplicates/duplicates-tool.tsx'
import { paramsOfCause } from '../fix-view.ts'
import { ServiceDecidesCause } from '../overruling/service-decides.tsx'
import { sentenceOf } from '../../../../shared/texts/message.ts'
import { sentenceAtCell } from '../problem-sentence.ts'
import { CauseCures, useCuresOf } from './cause-card.tsx'
import { type CauseAboutProps, causeOf } from './cause-parts.ts'
import { cureWords } from './cure-words.ts'
import { MappingCures } from './mapping-cures.tsx'

export function CauseAbout(props: CauseAboutProps): ReactNode {
  const { batch, group, onDecide } = props
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-1 bg-sel px-2 pb-1">
      <CauseCures {...props} />
      <MappingCures batch={batch} group={group} />
      <p className="line-clamp-6 text-xs leading-4 text-soft wrap-break-word">
        {sentenceAtCell(group.message)}
      </p>
      {group.code === 'duplicate_account' && <OpenDuplicates />}
      <FixAll {...props} />
      <ServiceDecidesCause batch={batch} group={group} onDecide={onDecide} />
    </div>
  )
}

/** Opens the dialog on the fix that keeps most of what the cells say; of a chosen shape nothing is counted. */
function FixAll(props: CauseAboutProps): ReactNode {
  const { group, sheet, shape, factsOf, onFix } = props
  const { column } = group
  const { cures } = useCuresOf(props, true)
  if (column === null || sheet === undefined || group.code === 'duplicate_account') return null
  const usual = kindFor(group.code, factsOf(sheet, column), shape)
  const counted = shape === null ? cures : undefined
  const offers = (counted ?? []).map((cure) => ({
    words: cureWords(cure),
    kind: cure.fix.kind,
    draft: draftOf(cure.fix, cure.fix.kind === 'take' ? cure.fix.column : null),
  }))
  const best = counted?.[0]?.keeps === true ? offers[0] : undefined
  return (
    <button
      type="button"
      onClick={() =>
        onFix({
          cause: causeOf(group),
          column,
          kind: best?.kind ?? kindWithoutCure(usual, counted !== undefined, shape),
          // In a table each value is still proposed on its own.
          draft: best === undefined || best.kind === 'table' ? {} : best.draft,
          offers,
        })
      }
      className="-ml-1 h-6 rounded px-1 text-xs font-medium text-accent hover:underline"
    >
      {bulkTexts.fixAll}…
    </button>
  )
}

/** A rule that is known to change nothing, and an empty search, say less than the values with a place for new ones. */
function kindWithoutCure(usual: Kind, isCounted: boolean, shape: string | null): Kind {
  if (usual === 'set' || shape !== null) return usual
  return isCounted || usual === 'replace' ? 'table' : usual
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
        <span className="text-right">{format.number(shape.accounts)}</span>
      </button>
    </div>
  )
}
