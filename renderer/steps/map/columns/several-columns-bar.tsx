// What can be done to all selected columns in one act: ignore them, map each to its suggested field, read their dates in
// one way, or give them the same conversion. Each button says to how many it applies, or why to none.
import { Menu } from '@base-ui/react/menu'
import { Ban, CalendarDays, ChevronDown, WandSparkles, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { usualFirstYear } from '../../../../shared/mapping/conversions/dates/any-date.ts'
import type { Conversion } from '../../../../shared/mapping/file.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { mapTexts } from '../../../texts/load/map.ts'
import { choicesFor } from '../draft/field-choices.ts'
import {
  datesOf,
  ignorable,
  isOfOneKind,
  type Place,
  placesOf,
  suggestedFor,
  withIgnored,
  withSameConversion,
  withSuggested,
} from '../draft/several-columns.ts'
import type { MapperProps } from '../map-props.ts'
import { SeveralConversion } from './several-conversion.tsx'
import type { ColumnChoice } from './use-column-choice.ts'

const words = mapTexts.several

export type SeveralProps = MapperProps & { readonly choice: ColumnChoice }

export function SeveralColumnsBar(props: SeveralProps & { readonly onClear: () => void }): ReactNode {
  const { draft, change, fields, choice, onClear } = props
  const { selected } = choice
  const ignored = ignorable(selected).length
  const suggested = suggestedFor(draft, choice.all, selected, (scope) =>
    choicesFor(fields, draft.mapping, scope),
  )
  const places = placesOf(selected, fields)
  const [converting, setConverting] = useState(false)
  const convert = (of: readonly Place[], conversion: Conversion | null): void =>
    change((before) => withSameConversion(before, of, conversion))
  return (
    <div
      role="group"
      aria-label={words.label}
      className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5 gap-y-1"
    >
      <p role="status" className="mr-1 font-medium whitespace-nowrap">
        {words.selected({ n: selected.length })}
      </p>
      <Button
        size="small"
        icon={Ban}
        whyOff={ignored === 0 ? words.nothingToIgnore : null}
        onClick={() => change((before) => withIgnored(before, selected))}
      >
        {words.ignore({ n: ignored })}
      </Button>
      <Button
        size="small"
        icon={WandSparkles}
        whyOff={suggested.length === 0 ? words.noSuggestion : null}
        onClick={() => change((before) => withSuggested(before, suggested))}
      >
        {words.suggest({ n: suggested.length })}
      </Button>
      <Dates places={datesOf(places)} onConvert={convert} />
      <Button size="small" whyOff={whyNoConversion(places)} onClick={() => setConverting(true)}>
        {words.convert}
      </Button>
      <IconButton icon={X} size="small" label={words.clear} onClick={onClear} />
      {converting && (
        <SeveralConversion
          {...props}
          places={places}
          onClose={() => setConverting(false)}
          onSave={(conversion) => {
            convert(places, conversion)
            setConverting(false)
          }}
        />
      )}
    </div>
  )
}

function whyNoConversion(places: readonly Place[]): string | null {
  if (places.length === 0) return words.noFields
  return isOfOneKind(places) ? null : words.mixed
}

/** One reading for all dates among them. */
function Dates(props: {
  readonly places: readonly Place[]
  readonly onConvert: (places: readonly Place[], conversion: Conversion) => void
}): ReactNode {
  const { places } = props
  if (places.length === 0)
    return (
      <Button size="small" icon={CalendarDays} whyOff={words.noDates}>
        {words.dates}
      </Button>
    )
  return (
    <Menu.Root>
      <Menu.Trigger className="inline-flex h-6 shrink-0 items-center gap-1.5 rounded-md border border-edge bg-raised px-2 text-xs font-medium whitespace-nowrap hover:bg-hover data-popup-open:bg-hover">
        <CalendarDays size={14} aria-hidden className="-ml-0.5" />
        {words.dates}
        <ChevronDown size={12} aria-hidden className="text-faint" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" className="z-50 outline-none">
          <Menu.Popup className="min-w-56 rounded-lg bg-raised p-1 text-text shadow-lift outline-none">
            {(['day', 'month'] as const).map((order) => (
              <Menu.Item
                key={order}
                className="flex min-h-7 cursor-default items-center rounded px-2 text-sm outline-none select-none data-highlighted:bg-accent-bg"
                onClick={() =>
                  props.onConvert(places, { kind: 'any_date', order, firstYear: usualFirstYear })
                }
              >
                {words.datesAs[order]}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
