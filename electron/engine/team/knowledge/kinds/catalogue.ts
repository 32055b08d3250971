// Catalogues that a team shares, by their titles. A stored catalogue never changes: a version that arrives is stored beside
// the earlier one, which connections and batches keep.
import { z } from 'zod'
import { readCatalogue } from '../../../../../shared/catalogue/catalogue.ts'
import { inEnglish, message } from '../../../../../shared/texts/message.ts'
import type { Catalogues } from '../../../system/catalogues.ts'
import { defineKind, partsByPath } from './kind.ts'

const catalogue = z.strictObject({ schema: z.record(z.string(), z.unknown()) })

export function catalogueKind(catalogues: Catalogues) {
  return defineKind({
    schema: catalogue,
    keys: () => [...new Set(catalogues.own().map(({ title }) => title))],
    stamp: () => JSON.stringify(catalogues.own()),
    isFor(key, { schema }) {
      const read = readCatalogue(schema)
      return read.ok && inEnglish(read.catalogue.title) === key
    },
    read(key) {
      const newest = catalogues.own().find(({ title }) => title === key)
      const found = newest === undefined ? null : catalogues.find(newest.id)
      return found?.ok === true ? catalogue.parse({ schema: found.value.json }) : null
    },
    apply(_, { schema }) {
      const added = catalogues.addSchema(schema)
      return added.ok ? null : added.failure.message
    },
    parts: ({ schema }) =>
      partsByPath(schema).map((part) => ({
        ...part,
        label: part.id === 'title' ? message('knowledge.part_title') : part.id,
      })),
  })
}
