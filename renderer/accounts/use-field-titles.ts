// Hooks that read a catalogue's fields, with their titles in the window's language.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CatalogueFieldView, FieldView } from '../../shared/contract/views.ts'
import { sentenceOf } from '../../shared/texts/message.ts'
import { api } from '../app/engine.ts'
import { type FieldTitles, noTitles } from './field-titles.ts'

/** Options of the query for a catalogue's fields; without a catalogue it does not run. */
export function fieldsQuery(catalogue: string | null | undefined) {
  return {
    ...api.catalogues.fields.queryOptions({ input: { id: catalogue ?? '' } }),
    enabled: catalogue !== null && catalogue !== undefined,
    select: titled,
  }
}

/** The fields with their titles in the window's language. */
export function titled(fields: readonly CatalogueFieldView[]): FieldView[] {
  return fields.map((field) => ({ ...field, title: sentenceOf(field.title) }))
}

/** Empty until the catalogue is here. */
export function useFieldTitles(catalogue: string | null): FieldTitles {
  const fields = useQuery(fieldsQuery(catalogue))
  return useMemo(
    () =>
      fields.data === undefined ? noTitles : new Map(fields.data.map((field) => [field.path, field.title])),
    [fields.data],
  )
}
