// Hook that reads the names of a catalogue's fields.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../app/engine.ts'
import { type FieldTitles, noTitles } from './field-titles.ts'

/** Empty until the catalogue is here. */
export function useFieldTitles(catalogue: string | null): FieldTitles {
  const fields = useQuery({
    ...api.catalogues.fields.queryOptions({ input: { id: catalogue ?? '' } }),
    enabled: catalogue !== null,
  })
  return useMemo(
    () =>
      fields.data === undefined ? noTitles : new Map(fields.data.map((field) => [field.path, field.title])),
    [fields.data],
  )
}
