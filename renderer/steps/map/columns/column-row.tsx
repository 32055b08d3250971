// One source column: its name, three sample values, and its mapping. Selecting the row opens the field choice. The
// certainty of a suggestion is shown as a shape and a label.
import type { RowProps } from '../map-props.ts'
import {
  ArrowRight,
  Ban,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  KeyRound,
  Merge,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import { IconButton } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { Tooltip } from '../../../components/tooltip.tsx'
import { ColumnAdvice } from './column-advice.tsx'
import { ConversionDialog } from '../conversions/conversion-dialog.tsx'
import { shortConversionWords } from '../conversions/conversion-steps.ts'
import { decide, type Fate, fateOf } from '../draft/draft.ts'
import { FieldCombobox } from './field-combobox.tsx'
import { titleOf } from '../draft/field-choices.ts'
import { mapTexts as words } from '../../../texts/map.ts'
import { reasonKey, withConversion } from '../draft/proposals.ts'
import { firstFailure } from '../conversions/samples.ts'
import { useFocusInside } from './use-focus-inside.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

export function ColumnRow(props: RowProps): ReactNode {
  const { column, scope, draft, chosen } = props
  const fate = fateOf(draft.mapping, scope, column)
  const row = useFocusInside(chosen)
  const [converting, setConverting] = useState(false)
  const become = (next: Parameters<typeof decide>[3]): void => {
    props.change((before) => ({ ...before, mapping: decide(before.mapping, scope, column, next) }))
    props.onLit(null)
    if (chosen && next !== null) props.onChoose(null)
  }
  return (
    <li
      ref={row}
      onKeyDownCapture={(event) => {
        if (!chosen || event.key !== 'Escape' || isOpen(event.target)) return
        // Runs before the combobox handles the key: with its list closed it would clear the field.
        event.stopPropagation()
        props.onChoose(null)
      }}
      className={cx(
        'group border-b border-line py-1 first:rounded-t-lg last:rounded-b-lg last:border-0',
        chosen ? 'bg-sel' : fate.kind === 'undecided' && 'bg-warn-bg',
      )}
    >
      <div className="grid min-h-10 grid-cols-[minmax(0,5fr)_16px_minmax(0,6fr)_124px] items-center gap-2 pr-2 pl-3">
        <SourceColumn {...props} isIgnored={fate.kind === 'ignored'} />
        <ArrowRight size={14} aria-hidden className={fate.kind === 'mapped' ? 'text-accent' : 'text-edge'} />
        {chosen ? (
          <FieldCombobox
            label={`${words.chooseField}: ${column}`}
            placeholder={words.chooseField}
            value={fate.kind === 'mapped' ? fate.path : null}
            choices={props.choices}
            onLit={props.onLit}
            onChange={(path) => become(path === null ? null : { path, conversion: null })}
          />
        ) : (
          <Target {...props} fate={fate} />
        )}
        <div className="flex items-center justify-end">
          {fate.kind === 'mapped' && (
            <ConversionButton {...props} fate={fate} onOpen={() => setConverting(true)} />
          )}
          <IgnoreButton fate={fate} onIgnore={(ignored) => become(ignored ? 'ignore' : null)} />
        </div>
      </div>
      <ColumnAdvice
        {...props}
        fate={fate}
        onConvert={() => setConverting(true)}
        onField={(path) => become({ path, conversion: null })}
      />
      {converting && fate.kind === 'mapped' && (
        <Converting {...props} fate={fate} onClose={() => setConverting(false)} />
      )}
    </li>
  )
}

/** Its name and the first samples. */
function SourceColumn(props: RowProps & { readonly isIgnored: boolean }): ReactNode {
  const { column, samples, chosen } = props
  return (
    <div className="min-w-0">
      <p className={cx('truncate font-medium', props.isIgnored && 'text-faint')}>{column}</p>
      <p className={cx('truncate text-xs', chosen ? 'text-soft' : 'text-faint')}>
        {samples === null
          ? '…'
          : samples.length === 0
            ? words.noSamples
            : samples
                .slice(0, 3)
                .map((one) => one.text)
                .join('  ·  ')}
      </p>
    </div>
  )
}

function IgnoreButton(props: {
  readonly fate: Fate
  readonly onIgnore: (ignored: boolean) => void
}): ReactNode {
  const { kind } = props.fate
  if (kind === 'ignored')
    return <IconButton icon={Undo2} size="small" label={words.revert} onClick={() => props.onIgnore(false)} />
  if (kind === 'key' || kind === 'joined') return null
  return <IconButton icon={Ban} size="small" label={words.ignore} onClick={() => props.onIgnore(true)} />
}

/** Whether it is an input whose list is open: Escape then closes the list alone. */
function isOpen(target: EventTarget): boolean {
  return target instanceof HTMLInputElement && target.ariaExpanded === 'true'
}

/** What becomes of the column, as the button that opens the choice. */
function Target(props: RowProps & { readonly fate: Fate }): ReactNode {
  const { fate, column } = props
  return (
    <button
      type="button"
      data-target=""
      onClick={() => props.onChoose(column)}
      className="-mx-1.5 flex min-w-0 items-center gap-2 rounded px-1.5 py-0.5 text-left hover:bg-hover"
    >
      {fate.kind === 'mapped' ? (
        <MappedTarget {...props} fate={fate} />
      ) : fate.kind === 'undecided' ? (
        <span className="flex items-center gap-1.5 font-medium text-warn">
          <CircleDashed size={14} aria-hidden />
          {words.undecided}
        </span>
      ) : fate.kind === 'key' || fate.kind === 'joined' ? (
        <span className="flex min-w-0 items-center gap-1.5 text-soft">
          {fate.kind === 'key' ? <KeyRound size={12} aria-hidden /> : <Merge size={12} aria-hidden />}
          <span className="truncate">
            {fate.kind === 'key' ? words.onlyJoins : words.joinedInto({ column: fate.into })}
          </span>
        </span>
      ) : (
        <span className="flex items-center gap-1.5 text-faint">
          <Ban size={12} aria-hidden />
          {words.ignored}
        </span>
      )}
    </button>
  )
}

/** The field's name and path, and how certain the suggestion was that chose it. */
function MappedTarget(props: RowProps & { readonly fate: Mapped }): ReactNode {
  const { fate, column, scope, draft } = props
  const reason = draft.reasons.get(reasonKey(scope.sheet, column))
  const suggested = reason !== undefined && generalPath(reason.field) === generalPath(fate.path)
  // Includes fields beyond the offered ones: a suggestion may use the first item of a nested list.
  const titles = new Map(props.fields.map((field) => [field.path, field.title]))
  const above = titleOf(fate.path, titles).split(words.between)
  const own = above.pop() ?? ''
  return (
    <>
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          {own}
          {above.length > 0 && (
            <span className="text-faint"> {words.inside({ above: above.join(words.between) })}</span>
          )}
          {fate.others > 0 && <span className="text-faint"> {words.othersToo({ n: fate.others })}</span>}
        </span>
        {/* Cut at its start: the end of a path distinguishes fields. */}
        <span
          className="block truncate text-left font-mono text-2xs text-faint [direction:rtl]"
          title={fate.path}
        >
          <bdi dir="ltr">{fate.path}</bdi>
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

type Mapped = Extract<Fate, { kind: 'mapped' }>

function ConversionButton(
  props: RowProps & { readonly fate: Mapped; readonly onOpen: () => void },
): ReactNode {
  const { fate, column, samples } = props
  const field = props.fields.find((one) => one.path === generalPath(fate.path))
  if (field === undefined) return null
  const failing = firstFailure(samples ?? [], field, fate.conversion)
  // The advice below the row is announced once, so this text is not announced again.
  const advised = fate.conversion === null && props.proposal !== null && props.proposal.kind !== 'fits'
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
              : fate.conversion === null
                ? 'text-faint opacity-0 group-hover:opacity-100 hover:bg-hover focus-visible:opacity-100'
                : 'bg-accent-bg font-medium text-accent',
        )}
      >
        {wakeSignal && <TriangleAlert size={10} aria-hidden className="shrink-0" />}
        <span className="truncate">
          {fate.conversion === null
            ? wakeSignal
              ? words.convert
              : words.conversion
            : shortConversionWords(fate.conversion)}
        </span>
        <span className="sr-only">
          {words.conversionOf({ column })} {failing}
        </span>
      </button>
    </Tooltip>
  )
}

function Converting(props: RowProps & { readonly fate: Mapped; readonly onClose: () => void }): ReactNode {
  const { fate, column, scope } = props
  const field = props.fields.find((one) => one.path === generalPath(fate.path))
  if (field === undefined) return null
  return (
    <ConversionDialog
      column={column}
      columns={props.columns}
      field={field}
      conversion={fate.conversion}
      proposal={props.proposal}
      samples={props.samples ?? []}
      onClose={props.onClose}
      onSave={(conversion) => {
        props.change((before) => withConversion(before, scope, column, { path: fate.path, conversion }))
        props.onClose()
      }}
    />
  )
}
