// Engine advice below a column's row: a conversion that was set automatically, a proposed one, a question to the
// user, words without a meaning, and fields that the column may feed. It renders nothing if there is no advice.
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import type { Conversion } from '../../../../shared/mapping/file.ts'
import type { ConversionProposalView } from '../../../../shared/contract/import/mapping.ts'
import { Button } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { Tooltip } from '../../../components/overlays/tooltip.tsx'
import type { RowProps } from '../map-props.ts'
import { conversionWords } from '../conversions/conversion-steps.ts'
import { ZoneChoice } from '../conversions/date-details.tsx'
import type { Fate, Feed } from '../draft/draft.ts'
import { offersFor, titleOf } from '../draft/field-choices.ts'
import { nameFeeds, withNameFeeds } from '../draft/split-names.ts'
import { mapTexts } from '../../../texts/load/map.ts'
import { keptKey, reasonKey, withConversion } from '../draft/proposals.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

const words = mapTexts.proposal

type AdviceProps = RowProps & {
  readonly fate: Fate
  readonly onConvert: () => void
  readonly onField: (path: string) => void
}

export function ColumnAdvice(props: AdviceProps): ReactNode {
  const { fate, draft, scope, column, chosen } = props
  const reason = draft.reasons.get(reasonKey(scope.sheet, column))
  const placed =
    chosen &&
    fate.kind === 'mapped' &&
    reason !== undefined &&
    generalPath(reason.field) === generalPath(fate.path)
  return (
    <>
      {placed && (
        <Strip tone={reason.certainty === 'certain' ? 'ok' : 'warn'}>
          <b className="font-medium">
            {reason.certainty === 'certain' ? mapTexts.certain : mapTexts.likely}:
          </b>{' '}
          {sentenceOf(reason.reason)}
        </Strip>
      )}
      {fate.kind === 'mapped' && <ConversionAdvice {...props} feed={fate} />}
      <NameSplit {...props} />
      {(fate.kind === 'undecided' || chosen) && <Offers {...props} />}
    </>
  )
}

/** Whole names whose parts no column fills: each part can have its field. */
function NameSplit({ draft, scope, column, choices, samples, fate, change }: AdviceProps): ReactNode {
  if (fate.kind === 'ignored' || samples === null) return null
  const feeds = nameFeeds(
    draft.mapping,
    choices,
    samples.map(({ text }) => text),
  )
  if (feeds.length === 0) return null
  return (
    <Strip
      tone="warn"
      actions={
        <Button
          size="small"
          aria-label={words.splitNamesFor({ column })}
          onClick={() =>
            change((before) => ({
              ...before,
              mapping: withNameFeeds(before.mapping, scope, column, feeds),
            }))
          }
        >
          {words.splitNames}
        </Button>
      }
    >
      {words.wholeNames}
    </Strip>
  )
}

type Tone = 'ok' | 'warn' | 'bad'
const icons = { ok: CircleCheck, warn: CircleHelp, bad: TriangleAlert }
const colours = { ok: 'text-ok', warn: 'text-warn', bad: 'text-bad' }

function Strip(props: {
  readonly tone: Tone
  readonly children: ReactNode
  readonly actions?: ReactNode
  /** The acts have a line of their own. */
  readonly manyActions?: boolean
}): ReactNode {
  const Icon = icons[props.tone]
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1 py-0.5 pr-2 pl-9 text-xs text-soft">
      <p
        className={cx('flex min-w-0 flex-1 gap-1.5', props.manyActions === true ? 'basis-full' : 'basis-72')}
      >
        <Icon size={12} aria-hidden className={cx('mt-0.5 shrink-0', colours[props.tone])} />
        <span className="min-w-0 wrap-break-word">{props.children}</span>
      </p>
      {props.actions}
    </div>
  )
}

type OfFeed = RowProps & { readonly feed: Feed; readonly onConvert: () => void }

/** Advice about the conversion of a column for one of its fields. */
export function ConversionAdvice(props: OfFeed): ReactNode {
  const { feed, draft, scope, column } = props
  const proposal = props.proposalOf(feed.path)
  const become = (conversion: Conversion | null): void =>
    props.change((before) => withConversion(before, scope, column, { path: feed.path, conversion }))
  const taken = draft.taken.get(keptKey(scope.sheet, column, feed.path))
  if (feed.conversion !== null) {
    const own =
      taken !== undefined &&
      taken.path === feed.path &&
      JSON.stringify(taken.conversion) === JSON.stringify(feed.conversion)
    if (!own) return null
    return (
      <Strip
        tone="ok"
        actions={
          <Button
            size="small"
            tone="quiet"
            aria-label={words.undoFor({ column })}
            onClick={() => become(null)}
          >
            {words.undo}
          </Button>
        }
      >
        <Named of={words.certain} conversion={feed.conversion} /> {taken.reason}
      </Strip>
    )
  }
  if (proposal === null) return null
  return <Proposal {...props} proposal={proposal} onTake={become} />
}

/** Name of a conversion in front of its explanation. */
function Named(props: { readonly of: string; readonly conversion: Conversion }): ReactNode {
  return (
    <>
      {props.of}: <b className="font-medium text-text">{conversionWords(props.conversion)}</b>.
    </>
  )
}

function Proposal(
  props: OfFeed & {
    readonly proposal: ConversionProposalView
    readonly onTake: (conversion: Conversion) => void
  },
): ReactNode {
  const { proposal, column } = props
  switch (proposal.kind) {
    case 'fits':
      return null
    case 'proposed':
      return <Proposed {...props} proposal={proposal} />
    case 'ask':
      return <Question {...props} proposal={proposal} />
    case 'table':
      return (
        <Strip
          tone="bad"
          actions={
            <Button size="small" aria-label={words.setWordsFor({ column })} onClick={props.onConvert}>
              {words.setWords}
            </Button>
          }
        >
          {sentenceOf(proposal.reason)}
        </Strip>
      )
    case 'none':
      return (
        <Strip
          tone="bad"
          actions={
            <Button size="small" aria-label={words.setUpFor({ column })} onClick={props.onConvert}>
              {words.setUp}
            </Button>
          }
        >
          {sentenceOf(proposal.reason)}{' '}
          {sentenceOf(proposal.evidence) !== sentenceOf(proposal.reason) && sentenceOf(proposal.evidence)}
        </Strip>
      )
    default:
      return assertNever(proposal)
  }
}

function Proposed(
  props: OfFeed & {
    readonly proposal: Extract<ConversionProposalView, { kind: 'proposed' }>
    readonly onTake: (conversion: Conversion) => void
  },
): ReactNode {
  const { conversion, certainty, reason } = props.proposal
  const of = certainty === 'possible' ? words.possible : words.likely
  return (
    <Strip
      tone="warn"
      actions={
        <Button
          size="small"
          aria-label={words.takeFor({ name: conversionWords(conversion), column: props.column })}
          onClick={() => props.onTake(conversion)}
        >
          {words.take}
        </Button>
      }
    >
      <Named of={of} conversion={conversion} /> {sentenceOf(reason)}
    </Strip>
  )
}

/** One question for the whole column, with the evidence for each answer. Times also need their zone. */
function Question(
  props: OfFeed & {
    readonly proposal: Extract<ConversionProposalView, { kind: 'ask' }>
    readonly onTake: (conversion: Conversion) => void
  },
): ReactNode {
  const { proposal, column, onTake } = props
  const [zone, setZone] = useState<string | null>(null)
  const times = proposal.alternatives.some(({ conversion }) => conversion.kind === 'datetime')
  return (
    <Strip
      tone="warn"
      manyActions={times}
      actions={
        <div className="flex flex-wrap items-center gap-1.5 pl-5">
          {times && (
            <span className="w-48">
              <ZoneChoice label={`${mapTexts.zone}: ${column}`} value={zone} onChange={setZone} />
            </span>
          )}
          {proposal.alternatives.map(({ conversion, meaning }) => {
            const shown = conversion.kind === 'datetime' ? conversion.pattern : meaning
            return (
              <Button
                key={sentenceOf(meaning)}
                size="small"
                className="h-auto min-h-6 text-left whitespace-normal"
                aria-label={words.answerFor({ answer: sentenceOf(shown), column })}
                disabled={times && zone === null}
                onClick={() =>
                  onTake(
                    conversion.kind === 'datetime' && zone !== null ? { ...conversion, zone } : conversion,
                  )
                }
              >
                {sentenceOf(shown)}
              </Button>
            )
          })}
        </div>
      }
    >
      {sentenceOf(proposal.question)}
    </Strip>
  )
}

/** Possible fields only: they enter the mapping when the user selects one. */
function Offers(props: AdviceProps): ReactNode {
  const { draft, scope, column, fate } = props
  const offers = offersFor(draft.offers, props.choices, scope.sheet, column).filter(
    ({ path }) => fate.kind !== 'mapped' || [fate, ...fate.further].every((one) => one.path !== path),
  )
  if (offers.length === 0) return null
  const titles = new Map(props.fields.map((field) => [field.path, field.title]))
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-1.5 py-0.5 pr-2 pl-9 text-xs text-soft">
      <CircleHelp size={12} aria-hidden className="shrink-0 text-faint" />
      {mapTexts.offers.label}
      {offers.map(({ path, reason }) => (
        <Tooltip key={path} text={sentenceOf(reason)}>
          <button
            type="button"
            aria-label={mapTexts.offers.take({ column, field: titleOf(path, titles) })}
            onClick={() => props.onField(path)}
            onFocus={() => props.onLit(path)}
            onBlur={() => props.onLit(null)}
            onMouseEnter={() => props.onLit(path)}
            onMouseLeave={() => props.onLit(null)}
            className="h-6 rounded border border-edge bg-raised px-2 text-text hover:border-control"
          >
            {titleOf(path, titles)}
          </button>
        </Tooltip>
      ))}
    </div>
  )
}
