// Settings of connections that a team shares, by the connection's name: never a key, a password or a file of this machine,
// nor the way of this machine's network. A version that leads elsewhere is used only when a person agrees.
import { z } from 'zod'
import {
  type ConnectionSettings,
  connectionSettings,
  keyGoesTo,
  serviceAt,
} from '../../../../../shared/sending/connection.ts'
import { message } from '../../../../../shared/texts/message.ts'
import type { Store } from '../../../store/store.ts'
import type { Catalogues } from '../../../system/catalogues.ts'
import { defineKind, partsByPath } from './kind.ts'

/** Suppliers have notes of their own. */
const settings = connectionSettings
  .omit({ network: true, operator: true, suppliers: true, catalogue: true })
  .extend({
    /** A shipped one by its name, one of the team's by its title; null: none is chosen. */
    catalogue: z
      .union([z.strictObject({ shipped: z.string() }), z.strictObject({ title: z.string() })])
      .nullable(),
  })
type Shared = z.infer<typeof settings>
/** Leaves out what is not shared. */
const whole = settings.strip()

export type SaveConnection = (name: string, settings: ConnectionSettings) => Promise<unknown>

type Parts = {
  readonly store: Pick<Store, 'connections'>
  readonly catalogues: Catalogues
  readonly save: SaveConnection
}

export function connectionKind(parts: Parts) {
  const { store } = parts
  const here = () => store.connections.all().filter(({ environment }) => environment !== 'practice')
  const named = (name: string) => here().find((one) => one.name === name) ?? null
  return defineKind<Shared>({
    schema: settings,
    keys: () => here().map(({ name }) => name),
    stamp: () => JSON.stringify([here().map(({ name, saved }) => [name, saved]), parts.catalogues.own()]),
    isFor: (key) => key !== '',
    read(key) {
      const found = named(key)
      return found === null ? null : sharedOf(parts, found.saved)
    },
    apply: (key, content) => apply(parts, key, named(key)?.saved ?? null, content),
    asks(key, mine, theirs) {
      const isSame =
        keyGoesTo(mine) === keyGoesTo(theirs) &&
        serviceAt(mine.baseUrl) === serviceAt(theirs.baseUrl) &&
        mine.environment === theirs.environment
      return isSame ? null : message('knowledge.leads_elsewhere', { name: key, address: theirs.baseUrl })
    },
    parts: ({ catalogue, ...rest }) => [
      ...partsByPath(rest),
      {
        id: 'catalogue',
        label: message('knowledge.part_catalogue'),
        text: catalogue === null ? '' : 'title' in catalogue ? catalogue.title : catalogue.shipped,
      },
    ],
  })
}

function sharedOf({ catalogues }: Parts, saved: ConnectionSettings): Shared {
  const own = catalogues.own().find(({ id }) => id === saved.catalogue)
  const shipped = saved.catalogue === null ? null : { shipped: saved.catalogue }
  return whole.parse({ ...saved, catalogue: own === undefined ? shipped : { title: own.title } })
}

async function apply(
  { store, catalogues, save }: Parts,
  name: string,
  before: ConnectionSettings | null,
  { catalogue, ...rest }: Shared,
) {
  // The practice service of this desktop has its name: it stays as it is.
  if (before === null && store.connections.all().some((one) => one.name === name))
    return message('knowledge.name_of_practice', { name })
  const id = idOf(catalogues, before, catalogue)
  if (id === undefined) {
    const title = catalogue === null ? '' : 'title' in catalogue ? catalogue.title : catalogue.shipped
    return message('knowledge.catalogue_missing', { title })
  }
  const { network = {}, operator = null, suppliers = [] } = before ?? {}
  await save(name, connectionSettings.parse({ ...rest, network, operator, suppliers, catalogue: id }))
  return null
}

/** Undefined: it is not here. */
function idOf(
  catalogues: Catalogues,
  before: ConnectionSettings | null,
  catalogue: Shared['catalogue'],
): string | null | undefined {
  if (catalogue === null) return null
  if ('shipped' in catalogue) return catalogues.find(catalogue.shipped).ok ? catalogue.shipped : undefined
  const titled = catalogues.own().filter(({ title }) => title === catalogue.title)
  // The one that it has stays, also where a newer one has come since: batches were mapped with it.
  return (titled.find(({ id }) => id === before?.catalogue) ?? titled[0])?.id
}
