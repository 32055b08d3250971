// Catalogues of a workspace: the two that ship with Carryover, and those imported from files.
import { type Catalogue, readCatalogue } from '../../../shared/catalogue/catalogue.ts'
import documented from '../../../shared/catalogue/examples/documented.json' with { type: 'json' }
import example from '../../../shared/catalogue/examples/example.json' with { type: 'json' }
import type { CatalogueView } from '../../../shared/contract/views.ts'
import { schemaFailure } from '../accounts/build/schema-check.ts'
import { readStored } from './files/stored-file.ts'
import { failed, messageOf, type Result, success } from './failure.ts'
import type { CatalogueStore } from '../store/import/catalogues.ts'
import { inEnglish, message } from '../../../shared/texts/message.ts'

const shipped: Readonly<Record<string, unknown>> = { documented, example }

/**
 * Cache of shipped catalogues: the Map step asks for its catalogue with every change, and compiling one takes a
 * moment.
 */
const readShipped = new Map<string, Result<ChosenCatalogue>>()

export type CatalogueChoice =
  | { readonly shipped: 'documented' | 'example' }
  | { readonly path: string }
  | { readonly id: string }
export type ChosenCatalogue = { readonly id: string; readonly json: unknown; readonly catalogue: Catalogue }
export type Catalogues = ReturnType<typeof createCatalogues>

/** None for a catalogue that cannot be read. */
function viewOf(id: string, found: Result<ChosenCatalogue>): CatalogueView[] {
  if (!found.ok) return []
  const { title, fields } = found.value.catalogue
  return [
    {
      id,
      title,
      shipped: Object.hasOwn(shipped, id),
      fields: fields.filter((field) => field.name !== '*').length,
    },
  ]
}

export function createCatalogues(store: CatalogueStore, now: () => number) {
  /** Cache by number; a stored catalogue never changes. */
  const readKept = new Map<string, Result<ChosenCatalogue>>()

  function find(id: string): Result<ChosenCatalogue> {
    const isShipped = Object.hasOwn(shipped, id)
    const known = isShipped ? readShipped : readKept
    const before = known.get(id)
    if (before !== undefined) return before
    const json = isShipped ? shipped[id] : store.get(Number(id))
    if (json === undefined)
      return failed('input', 'no_such_catalogue', message('system.no_such_catalogue', { id }))
    const read = withFields(id, json)
    known.set(id, read)
    return read
  }

  const ids = (): string[] => [...Object.keys(shipped), ...store.ids().map(String)]

  return {
    find,
    /** Reads a JSON Schema file and stores it, unless the same one is stored already. */
    add: (path: string): Promise<Result<ChosenCatalogue>> => addFile(store, now, path),
    /** The same with the file's content. */
    addSchema: (json: unknown): Result<ChosenCatalogue> => addSchema(store, now, json),
    /** Those that were imported, the newest first. */
    own: (): { readonly id: string; readonly title: string }[] =>
      store.titles().map(({ id, title }) => ({ id: String(id), title })),
    /** Refused for a shipped one. */
    remove(id: string): Result<void> {
      if (Object.hasOwn(shipped, id))
        return failed('input', 'catalogue_shipped', message('system.catalogue_shipped'))
      const found = find(id)
      if (!found.ok) return found
      store.remove(Number(id))
      readKept.delete(id)
      return success(undefined)
    },
    choose(choice: CatalogueChoice): Promise<Result<ChosenCatalogue>> {
      if ('id' in choice) return Promise.resolve(find(choice.id))
      return 'shipped' in choice ? Promise.resolve(find(choice.shipped)) : addFile(store, now, choice.path)
    },
    list: (): CatalogueView[] => ids().flatMap((id) => viewOf(id, find(id))),
    /** All that can be read. A catalogue stays the same object as long as it is here. */
    all: (): readonly Catalogue[] =>
      ids().flatMap((id) => {
        const found = find(id)
        return found.ok ? [found.value.catalogue] : []
      }),
  }
}

async function addFile(
  store: CatalogueStore,
  now: () => number,
  path: string,
): Promise<Result<ChosenCatalogue>> {
  let json: unknown
  try {
    json = JSON.parse((await readStored(path)).toString('utf8')) as unknown
  } catch (error) {
    const isNotJson = error instanceof SyntaxError
    const key = isNotJson ? 'system.catalogue_not_json' : 'system.catalogue_not_readable'
    return failed('input', 'catalogue_not_readable', message(key, { path, why: messageOf(error) }))
  }
  return addSchema(store, now, json)
}

function addSchema(store: CatalogueStore, now: () => number, json: unknown): Result<ChosenCatalogue> {
  const read = withFields('', json)
  if (!read.ok) return read
  const failure = schemaFailure(read.value.catalogue)
  if (failure !== null) return failed('input', failure.code, failure.message)
  const id = store.add(inEnglish(read.value.catalogue.title), json, now())
  return success({ ...read.value, id: String(id) })
}

/** Shipped and stored catalogues are valid schemas: tests check the former, `add` the latter. */
function withFields(id: string, json: unknown): Result<ChosenCatalogue> {
  const read = readCatalogue(json)
  if (!read.ok) return failed('input', read.failure.code, read.failure.message)
  return success({ id, json, catalogue: read.catalogue })
}
