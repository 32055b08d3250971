// The shipped example catalogue, for tests that need real titles and aliases.
import { readFileSync } from 'node:fs'
import { readCatalogue } from '../../shared/catalogue/catalogue.ts'
import type { Catalogue } from '../../shared/catalogue/catalogue.ts'

export function exampleCatalogue(): Catalogue {
  const file = new URL('../../shared/catalogue/examples/example.json', import.meta.url)
  const read = readCatalogue(JSON.parse(readFileSync(file, 'utf8')))
  if (!read.ok) throw new Error(read.failure.message)
  return read.catalogue
}
