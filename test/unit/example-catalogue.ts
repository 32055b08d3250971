// The shipped example catalogue, for tests that need real titles and aliases.
import { readFileSync } from 'node:fs'
import { readCatalogue } from '../../shared/catalogue/catalogue.ts'
import type { Catalogue } from '../../shared/catalogue/catalogue.ts'
import { inEnglish } from '../../shared/texts/message.ts'

export function exampleCatalogue(): Catalogue {
  const file = new URL('../../shared/catalogue/examples/example.json', import.meta.url)
  const read = readCatalogue(JSON.parse(readFileSync(file, 'utf8')))
  if (!read.ok) throw new Error(inEnglish(read.failure.message))
  return read.catalogue
}
