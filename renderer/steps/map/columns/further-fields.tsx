// The further fields of a column, below its first one: each with its own conversion, advice and removal. Another field
// is added with the same choice that the first field has.
import { ArrowRight, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import type { FieldView } from '../../../../shared/contract/views.ts'
import { texts } from '../../../texts/common.ts'
import { IconButton } from '../../../components/button.tsx'
import type { RowProps } from '../map-props.ts'
import { type Fate, type Feed, feedAlso, refeed } from '../draft/draft.ts'
import { titleOf } from '../draft/field-choices.ts'
import { mapTexts as words } from '../../../texts/load/map.ts'
import { ConversionAdvice } from './column-advice.tsx'
import { columnLine, ConversionButton, Converting, FieldName } from './fed-field.tsx'
import { FieldCombobox } from './field-combobox.tsx'

const line = `${columnLine} min-h-9`

export function FurtherField(props: RowProps & { readonly feed: Feed }): ReactNode {
  const { feed, column, scope, fields } = props
  const [converting, setConverting] = useState(false)
  const title = titleOf(feed.path, new Map(fields.map((field) => [field.path, field.title])))
  return (
    <div role="group" aria-label={words.alsoFillsField({ column, field: title })}>
      <div className={line}>
        <span className="col-start-2 text-right text-xs text-soft">{words.alsoFills}</span>
        <ArrowRight size={14} aria-hidden className="text-accent" />
        <div className="flex min-w-0 items-center gap-2">
          <FieldName {...props} feed={feed} />
        </div>
        <div className="flex items-center justify-end">
          <ConversionButton {...props} feed={feed} onOpen={() => setConverting(true)} />
          <IconButton
            icon={X}
            size="small"
            label={words.alsoFillsNot({ column, field: title })}
            onClick={() =>
              props.change((before) => ({
                ...before,
                mapping: refeed(before.mapping, scope, column, feed.path, null),
              }))
            }
          />
        </div>
      </div>
      <ConversionAdvice {...props} feed={feed} onConvert={() => setConverting(true)} />
      {converting && <Converting {...props} feed={feed} onClose={() => setConverting(false)} />}
    </div>
  )
}

/** The conversion of a field of the same kind that the column fills already: its cells are read the same way. */
function conversionLike(
  feeds: readonly Feed[],
  path: string,
  fields: readonly FieldView[],
): Feed['conversion'] {
  const known = new Map(fields.map((field) => [field.path, field]))
  const field = known.get(generalPath(path))
  const like = feeds.find((feed) => {
    const other = known.get(generalPath(feed.path))
    const isPlain = field === undefined || field.format === null
    return !isPlain && other?.kind === field.kind && other.format === field.format
  })
  return like?.conversion ?? null
}

/** The choice of one more field; the fields that the column fills already are not offered. */
export function AnotherField(
  props: RowProps & {
    readonly fate: Extract<Fate, { kind: 'mapped' }>
    readonly onClose: () => void
  },
): ReactNode {
  const { fate, column, scope } = props
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  const filled = new Set([fate.path, ...fate.further.map(({ path }) => path)])
  return (
    <div
      ref={box}
      className={line}
      onKeyDownCapture={(event) => {
        const open = event.target instanceof HTMLInputElement && event.target.ariaExpanded === 'true'
        if (event.key !== 'Escape' || open) return
        event.stopPropagation()
        props.onLit(null)
        props.onClose()
      }}
    >
      <span className="col-start-2 text-right text-xs text-soft">{words.alsoFills}</span>
      <ArrowRight size={14} aria-hidden className="text-accent" />
      <FieldCombobox
        label={words.alsoFillsOf({ column })}
        placeholder={words.chooseField}
        value={null}
        choices={props.choices.filter(({ value }) => !filled.has(value))}
        onLit={(path) => props.onLit(path)}
        onChange={(path) => {
          props.onLit(null)
          if (path === null) return
          props.change((before) => ({
            ...before,
            mapping: feedAlso(before.mapping, scope, column, {
              path,
              conversion: conversionLike([fate, ...fate.further], path, props.fields),
            }),
          }))
          props.onClose()
        }}
      />
      <div className="flex justify-end">
        <IconButton icon={X} size="small" label={texts.common.cancel} onClick={props.onClose} />
      </div>
    </div>
  )
}
