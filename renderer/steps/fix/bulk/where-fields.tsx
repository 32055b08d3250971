// Input fields for the scope of a fix: its columns and its rows.
import type { ReactNode } from 'react'
import { Field } from '../../../components/fields/field.tsx'
import { GroupLabel } from '../../../components/panel.tsx'
import { Select } from '../../../components/fields/select.tsx'
import { bulkTexts } from '../../../texts/fix/bulk.ts'
import type { Kind } from './fix-draft.ts'
import { columnChoices, type Place, rowChoices, type Where } from './where.ts'

export function WhereFields(props: {
  readonly kind: Kind
  readonly where: Where
  readonly place: Place
  readonly onWhere: (where: Where) => void
}): ReactNode {
  const { kind, where, place, onWhere } = props
  return (
    <div
      role="group"
      aria-label={bulkTexts.where}
      className="grid gap-x-6 gap-y-2 border-t border-line pt-3 @min-[460px]:grid-cols-2"
    >
      <GroupLabel className="col-span-full">{bulkTexts.where}</GroupLabel>
      <Field label={bulkTexts.column} beside={kind !== 'table'}>
        {({ id }) => (
          <Select
            id={id}
            label={bulkTexts.column}
            value={String(where.columns)}
            choices={columnChoices(kind, place)}
            onChange={(value) =>
              onWhere({
                ...where,
                columns: value === 'all' || value === 'selected' ? value : Number(value),
              })
            }
          />
        )}
      </Field>
      <Field label={bulkTexts.rows} beside={kind !== 'table'}>
        {({ id }) => (
          <Select
            id={id}
            label={bulkTexts.rows}
            value={where.rows}
            choices={rowChoices(place)}
            onChange={(rows) => onWhere({ ...where, rows })}
          />
        )}
      </Field>
    </div>
  )
}
