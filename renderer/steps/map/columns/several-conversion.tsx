// The dialog of a conversion for several fields at once. It begins with the conversion of the first one, shows values
// of all of them, and says of each column what the conversion reads of it.
import type { ReactNode } from 'react'
import type { Conversion } from '../../../../shared/mapping/file.ts'
import { mapTexts } from '../../../texts/load/map.ts'
import { ConversionDialog } from '../conversions/conversion-dialog.tsx'
import { columnsOf } from '../draft/draft.ts'
import type { Place } from '../draft/several-columns.ts'
import type { ConversionSubject, MapperProps } from '../map-props.ts'
import { useSamples } from './use-samples.ts'

export function SeveralConversion(
  props: Pick<MapperProps, 'batch' | 'draft' | 'sheets'> & {
    readonly places: readonly Place[]
    readonly onClose: () => void
    readonly onSave: (conversion: Conversion | null) => void
  },
): ReactNode {
  const { batch, draft, sheets, places } = props
  const [first] = places
  const sheet = first?.column.scope.sheet
  const samples = useSamples(
    batch.id,
    sheets.find((one) => one.info.name === sheet),
  )
  if (first === undefined || sheet === undefined) return null
  const subjects = places.map(
    ({ column: { scope, column }, field }): ConversionSubject => ({
      at: { batch: batch.id, catalogue: draft.catalogue, sheet: scope.sheet },
      column,
      columns: columnsOf(sheets, scope.sheet),
      field,
      samples: scope.sheet === sheet ? (samples?.get(column) ?? []) : [],
      proposal: null,
    }),
  )
  const [subject, ...also] = subjects
  if (subject === undefined) return null
  // The same text of two columns is shown once.
  const shown = new Map(subjects.flatMap((one) => one.samples.map((sample) => [sample.text, sample])))
  return (
    <ConversionDialog
      {...subject}
      samples={[...shown.values()]}
      title={mapTexts.several.conversionOf({ n: places.length })}
      also={also}
      conversion={first.feed.conversion}
      onClose={props.onClose}
      onSave={props.onSave}
    />
  )
}
