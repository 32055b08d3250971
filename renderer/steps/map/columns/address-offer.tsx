// Offer above the columns of a sheet: the one address of the file fills both addresses of the catalogue.
import { MapPin } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Button } from '../../../components/button.tsx'
import type { Choice } from '../../../components/fields/select.tsx'
import type { Scope } from '../draft/draft.ts'
import { titleOf } from '../draft/field-choices.ts'
import { oneAddress, withOneAddress } from '../draft/one-address.ts'
import type { MapperProps } from '../map-props.ts'
import { mapTexts } from '../../../texts/load/map.ts'

const words = mapTexts.oneAddress

export function AddressOffer(
  props: Pick<MapperProps, 'draft' | 'change' | 'fields'> & {
    readonly scope: Scope
    readonly columns: readonly string[]
    readonly choices: readonly Choice<string>[]
  },
): ReactNode {
  const { draft, change, scope, columns, choices, fields } = props
  const found = useMemo(
    () => oneAddress(draft.mapping, scope, columns, choices),
    [draft.mapping, scope, columns, choices],
  )
  if (found === null) return null
  const titles = new Map(fields.map((field) => [field.path, field.title]))
  const [one, other] = found.groups.map((path) => titleOf(path, titles))
  return (
    <div className="mb-1.5 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-head px-3 py-1.5 text-xs text-soft">
      <MapPin size={13} aria-hidden className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1 basis-72">
        {words.body({ columns: found.columns.join(', '), one: one ?? '', other: other ?? '' })}
      </p>
      <Button
        size="small"
        onClick={() =>
          change((before) => ({ ...before, mapping: withOneAddress(before.mapping, scope, found) }))
        }
      >
        {words.use}
      </Button>
    </div>
  )
}
