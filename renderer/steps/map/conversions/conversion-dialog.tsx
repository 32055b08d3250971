// Dialog that edits a column's conversion, in one or several steps. It shows the engine's proposal and converts five
// values of the column live, with the same code that builds accounts.
import type { ConversionSubject } from '../map-props.ts'
import { ArrowRight, CircleAlert, Clock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Conversion } from '../../../../shared/mapping/file.ts'
import type { ConversionProposalView } from '../../../../shared/contract/import/mapping.ts'
import type { FieldView } from '../../../../shared/contract/views.ts'
import { texts } from '../../../texts/common.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { WordHelp } from '../../../components/overlays/word-help.tsx'
import { GroupLabel } from '../../../components/panel.tsx'
import { conversionOf, faultOf, freshStep, type StepKind, type Steps, stepsOf } from './conversion-steps.ts'
import { mapTexts as words } from '../../../texts/load/map.ts'
import { convertSamples, firstFailure, type Sample, type Shown } from './samples.ts'
import { StepList } from './step-list.tsx'
import { WholeColumn } from './column-trial.tsx'
import { sentenceOf } from '../../../../shared/texts/message.ts'

export function ConversionDialog(
  props: ConversionSubject & {
    readonly conversion: Conversion | null
    /** @default that it is the conversion of the column */
    readonly title?: string
    /** Other columns that get the same conversion. */
    readonly also?: readonly ConversionSubject[]
    readonly onClose: () => void
    readonly onSave: (conversion: Conversion | null) => void
  },
): ReactNode {
  const { field, proposal, also = [] } = props
  const [steps, setSteps] = useState<Steps>(() => stepsOf(props.conversion ?? atFirst(props)))
  // A conversion chosen whole begins its fields again.
  const [chosen, setChosen] = useState(0)
  const fault = faultOf(steps, field)
  return (
    <Dialog
      open
      width="wide"
      help={<WordHelp of="conversion" />}
      onClose={props.onClose}
      title={props.title ?? words.conversionOf({ column: props.column })}
      description={[props, ...also].map((one) => `${one.field.title} · ${one.field.path}`).join(', ')}
      actions={
        <>
          <Button onClick={props.onClose}>{texts.common.cancel}</Button>
          <Button tone="primary" disabled={fault !== null} onClick={() => props.onSave(conversionOf(steps))}>
            {texts.common.save}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)_368px] gap-6">
        <div className="grid content-start gap-4">
          {proposal !== null && (
            <Proposed
              proposal={proposal}
              now={conversionOf(steps)}
              onTake={(conversion) => {
                setSteps(stepsOf(conversion))
                setChosen((times) => times + 1)
              }}
            />
          )}
          <StepList key={chosen} subject={props} steps={steps} onChange={setSteps} />
          <Fault text={fault} />
        </div>
        <Reads
          {...props}
          subjects={[props, ...also]}
          conversion={conversionOf(steps)}
          isFaulty={fault !== null}
        />
      </div>
    </Dialog>
  )
}

/** What becomes of some values, and of the whole column or of each of several. */
function Reads(props: {
  readonly samples: readonly Sample[]
  readonly field: FieldView
  readonly subjects: readonly ConversionSubject[]
  readonly conversion: Conversion | null
  readonly isFaulty: boolean
}): ReactNode {
  const { samples, field, subjects, conversion } = props
  return (
    <div className="sticky top-0 grid gap-3 self-start">
      <Live samples={samples} shown={convertSamples(samples, field, conversion)} />
      {subjects.map((one) => (
        <WholeColumn
          key={`${one.at.sheet} ${one.column} ${one.field.path}`}
          subject={one}
          conversion={conversion}
          isFaulty={props.isFaulty}
          title={subjects.length === 1 ? words.wholeColumn : one.column}
        />
      ))}
    </div>
  )
}

/**
 * Initial steps without a conversion: the engine's proposal, else the field's own kind if the field cannot take the
 * values unconverted. Nothing is applied before Save.
 */
function atFirst({ field, samples, proposal }: ConversionSubject): Conversion | null {
  if (proposal?.kind === 'proposed' || proposal?.kind === 'table') return proposal.conversion
  if (firstFailure(samples, field, null) === null) return null
  const kind = kindOf(field)
  return kind === null ? null : freshStep(kind, field)
}

function kindOf(field: FieldView): StepKind | null {
  if (field.kind === 'boolean') return 'boolean'
  if (field.choices !== null) return 'choice'
  if (field.format === 'date') return 'any_date'
  if (field.format === 'date-time') return 'datetime'
  if (field.kind === 'integer') return 'integer'
  return field.kind === 'number' || field.format === 'decimal' ? 'decimal' : null
}

/** The engine's question with answer buttons, or the explanation of its proposal. */
function Proposed(props: {
  readonly proposal: ConversionProposalView
  readonly now: Conversion | null
  readonly onTake: (conversion: Conversion) => void
}): ReactNode {
  const { proposal } = props
  if (proposal.kind === 'fits') return null
  if (proposal.kind !== 'ask')
    return (
      <p className="rounded-md bg-head px-3 py-2 text-xs text-soft">
        {sentenceOf(proposal.reason)}
        {proposal.kind === 'none' &&
          proposal.evidence !== null &&
          sentenceOf(proposal.evidence) !== sentenceOf(proposal.reason) &&
          ` ${sentenceOf(proposal.evidence)}`}
      </p>
    )
  return (
    <div className="rounded-md bg-head px-3 py-2">
      <p className="text-xs text-soft">{sentenceOf(proposal.question)}</p>
      <ul className="mt-2 grid gap-1">
        {proposal.alternatives.map(({ conversion, meaning }) => {
          const answer = inZone(conversion, props.now)
          return (
            <li key={sentenceOf(meaning)}>
              <button
                type="button"
                aria-pressed={JSON.stringify(answer) === JSON.stringify(props.now)}
                onClick={() => props.onTake(answer)}
                className="min-h-7 w-full rounded border border-edge bg-raised px-2 py-1 text-left text-sm hover:border-control aria-pressed:border-accent aria-pressed:bg-accent-bg aria-pressed:text-accent"
              >
                {sentenceOf(conversion.kind === 'datetime' ? conversion.pattern : meaning)}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The time zone is the user's choice: an answer about the pattern leaves it unchanged. */
function inZone(answer: Conversion, now: Conversion | null): Conversion {
  if (answer.kind !== 'datetime') return answer
  return { ...answer, zone: now?.kind === 'datetime' ? now.zone : '' }
}

function Live(props: {
  readonly samples: readonly Sample[]
  readonly shown: readonly Shown[] | null
}): ReactNode {
  return (
    <section aria-label={words.live}>
      <GroupLabel className="pb-1">{words.live}</GroupLabel>
      <ul className="rounded-md border border-line text-sm">
        {props.samples.length === 0 && <li className="px-3 py-1.5 text-faint">{words.noSamples}</li>}
        {props.samples.map(({ text }, at) => (
          <li
            key={text}
            className="grid min-h-8 grid-cols-[minmax(0,1fr)_12px_minmax(0,1fr)] items-center gap-2 border-b border-line px-3 py-1 last:border-0"
          >
            <span className="truncate" title={text}>
              {text}
            </span>
            <ArrowRight size={12} aria-hidden className="text-faint" />
            <Value shown={props.shown?.[at] ?? null} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Value({ shown }: { readonly shown: Shown | null }): ReactNode {
  if (shown === null) return <span className="text-faint">…</span>
  if (shown.kind === 'value')
    return (
      <code className="truncate font-mono text-xs text-ok" title={String(shown.value)}>
        {JSON.stringify(shown.value)}
      </code>
    )
  if (shown.kind === 'failed')
    return (
      <span className="flex items-start gap-1 text-xs text-bad">
        <CircleAlert size={12} aria-hidden className="mt-0.5 shrink-0" />
        {shown.message}
      </span>
    )
  const later = shown.kind === 'later'
  return (
    <span className="flex items-center gap-1 text-xs text-soft">
      {later && <Clock size={12} aria-hidden className="shrink-0" />}
      {later ? words.becomesLater : words.becomesEmpty}
    </span>
  )
}

/** Space is reserved, so nothing moves while the user types. */
function Fault({ text }: { readonly text: string | null }): ReactNode {
  return (
    <p role="status" className="flex min-h-8 gap-1 text-xs text-bad">
      {text !== null && (
        <>
          <CircleAlert size={12} aria-hidden className="mt-0.5 shrink-0" />
          {text}
        </>
      )}
    </p>
  )
}
