// One source column: its name, three sample values, and its mapping. Selecting the row opens the field choice. The
// certainty of a suggestion is shown as a shape and a label.
import type { RowProps } from '../map-props.ts'
import { ArrowRight, Ban, CircleDashed, CopyPlus, KeyRound, Merge, Undo2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { IconButton } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { ColumnAdvice } from './column-advice.tsx'
import { decide, type Fate, fateOf, refeed } from '../draft/draft.ts'
import { columnLine, ConversionButton, Converting, FieldName } from './fed-field.tsx'
import { FieldCombobox } from './field-combobox.tsx'
import { AnotherField, FurtherField } from './further-fields.tsx'
import { mapTexts as words } from '../../../texts/load/map.ts'
import { Tooltip } from '../../../components/overlays/tooltip.tsx'
import { sentenceOf } from '../../../../shared/texts/message.ts'
import { useFocusInside } from './use-focus-inside.ts'

export function ColumnRow(props: RowProps): ReactNode {
  const { column, scope, draft, chosen } = props
  const fate = fateOf(draft.mapping, scope, column)
  const row = useFocusInside(chosen)
  const [open, setOpen] = useState<'conversion' | 'field' | null>(null)
  const { become, becomeField } = useDecision(props, fate)
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
        chosen
          ? 'bg-sel'
          : props.selected === true
            ? 'bg-accent-bg'
            : fate.kind === 'undecided' && 'bg-warn-bg',
      )}
    >
      <div className={cx(columnLine, 'min-h-10')}>
        <SelectColumn {...props} />
        <SourceColumn {...props} isIgnored={fate.kind === 'ignored'} />
        <ArrowRight size={14} aria-hidden className={fate.kind === 'mapped' ? 'text-accent' : 'text-edge'} />
        {chosen ? (
          <FieldCombobox
            label={`${words.chooseField}: ${column}`}
            placeholder={words.chooseField}
            value={fate.kind === 'mapped' ? fate.path : null}
            choices={props.choices}
            onLit={(path) => props.onLit(path, fate.kind === 'mapped' ? fate.path : null)}
            onChange={becomeField}
          />
        ) : (
          <Target {...props} fate={fate} />
        )}
        <RowActs
          {...props}
          fate={fate}
          onOpen={setOpen}
          onIgnore={(ignored) => become(ignored ? 'ignore' : null)}
        />
      </div>
      <ColumnAdvice
        {...props}
        fate={fate}
        onConvert={() => setOpen('conversion')}
        onField={(path) => become({ path, conversion: null })}
      />
      {fate.kind === 'mapped' && <BelowField {...props} {...{ fate, open, onOpen: setOpen }} />}
    </li>
  )
}

/** Its conversion, one more field, and whether it is ignored. */
function RowActs(
  props: RowProps & {
    readonly fate: Fate
    readonly onOpen: (what: 'conversion' | 'field') => void
    readonly onIgnore: (ignored: boolean) => void
  },
): ReactNode {
  const { fate, column, onOpen } = props
  return (
    <div className="flex items-center justify-end">
      {fate.kind === 'mapped' && (
        <>
          <ConversionButton {...props} feed={fate} onOpen={() => onOpen('conversion')} />
          <IconButton
            icon={CopyPlus}
            size="small"
            label={words.alsoFillsOf({ column })}
            onClick={() => onOpen('field')}
          />
        </>
      )}
      <IgnoreButton fate={fate} onIgnore={props.onIgnore} />
    </div>
  )
}

/** With Shift, all columns from the one that was switched last. */
function SelectColumn({ column, selected, onSelect }: RowProps): ReactNode {
  const withShift = useRef(false)
  if (selected === null) return <span />
  return (
    <span
      className="grid"
      onClickCapture={(event) => {
        withShift.current = event.shiftKey
      }}
    >
      <Checkbox
        label={<span className="sr-only">{words.several.selectColumn({ column })}</span>}
        checked={selected}
        onChange={(on) => onSelect(on, withShift.current)}
        className="gap-0"
      />
    </span>
  )
}

/** The decisions about the column, and about the first of its fields alone. */
function useDecision(props: RowProps, fate: Fate) {
  const { column, scope, chosen } = props
  const become = (next: Parameters<typeof decide>[3]): void => {
    props.change((before) => ({ ...before, mapping: decide(before.mapping, scope, column, next) }))
    props.onLit(null)
    if (chosen && next !== null) props.onChoose(null)
  }
  /** Clearing the field leaves the further ones of the column. */
  const becomeField = (path: string | null): void => {
    if (path !== null) become({ path, conversion: null })
    else if (fate.kind === 'mapped')
      props.change((before) => ({
        ...before,
        mapping: refeed(before.mapping, scope, column, fate.path, null),
      }))
  }
  return { become, becomeField }
}

/** The column's further fields, the choice of one more, and the dialog of the first one's conversion. */
function BelowField(
  props: RowProps & {
    readonly fate: Extract<Fate, { kind: 'mapped' }>
    readonly open: 'conversion' | 'field' | null
    readonly onOpen: (open: null) => void
  },
): ReactNode {
  const { fate, open } = props
  const onClose = (): void => props.onOpen(null)
  return (
    <>
      {fate.further.map((feed) => (
        <FurtherField key={feed.path} {...props} feed={feed} />
      ))}
      {open === 'field' && <AnotherField {...props} onClose={onClose} />}
      {open === 'conversion' && <Converting {...props} feed={fate} onClose={onClose} />}
    </>
  )
}

/** Its name and the first samples. */
function SourceColumn(props: RowProps & { readonly isIgnored: boolean }): ReactNode {
  const { column, samples, chosen } = props
  return (
    <div className="min-w-0">
      <p className="flex min-w-0 items-baseline gap-2">
        <span className={cx('truncate font-medium', props.isIgnored && 'text-faint')}>{column}</span>
        {props.errors !== undefined && (
          <Tooltip text={sentenceOf(props.errors.message)}>
            <span tabIndex={0} className="shrink-0 rounded text-2xs font-medium text-bad">
              {words.columnErrors({ n: props.errors.errors })}
            </span>
          </Tooltip>
        )}
      </p>
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
        <FieldName {...props} feed={fate} />
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
