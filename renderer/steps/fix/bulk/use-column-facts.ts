// Hook that returns facts about the column of a fix: the field that it feeds, its conversion, and the country of its
// telephone numbers.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { defaultPhoneRegion } from '../../../../shared/sending/connection.ts'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { fedColumns } from '../../../../shared/mapping/fed-columns.ts'
import type { SheetView } from '../../../../shared/contract/views.ts'
import { fieldsQuery } from '../../../accounts/use-field-titles.ts'
import { api } from '../../../app/engine.ts'
import { type ColumnFacts, noFacts } from './fix-for-cause.ts'

export type FactsOf = (sheet: SheetView, column: number) => ColumnFacts

export function useColumnFacts(batch: BatchView): FactsOf {
  const { mapping, catalogue } = batch
  const fields = useQuery(fieldsQuery(catalogue))
  const phoneRegion = usePhoneRegion(batch)
  const main = mapping?.sheet
  return useMemo((): FactsOf => {
    if (mapping === null) return () => noFacts
    return (sheet, column) => {
      const name = sheet.info.columns.find(({ index }) => index === column)?.name
      // A mapping of a file with one sheet leaves its name out.
      const fed = fedColumns(mapping, main ?? (sheet.role === 'main' ? sheet.info.name : '')).find(
        (one) => one.sheet === sheet.info.name && one.column === name,
      )
      if (fed === undefined) return { ...noFacts, phoneRegion }
      const path = fed.field.replace(/\.\d+(?=\.|$)/g, '.*')
      const field = fields.data?.find((one) => one.path === path) ?? null
      return { field, conversion: fed.conversion ?? null, phoneRegion }
    }
  }, [mapping, main, fields.data, phoneRegion])
}

/** The country of the batch's telephone numbers without +; null while it is not known, or where there is none. */
export function usePhoneRegion({ connection }: BatchView): string | null {
  const connections = useQuery(api.connections.list.queryOptions())
  // Without a connection the engine reads them as this country's too.
  if (connection === null) return defaultPhoneRegion
  return connections.data?.find(({ id }) => id === connection.id)?.settings.phoneRegion ?? null
}
