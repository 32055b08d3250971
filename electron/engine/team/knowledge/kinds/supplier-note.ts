// Notes on suppliers that a team shares, by service and supplier code. A note is used on each connection of this workspace
// that leads to the service.
import {
  type ConnectionSettings,
  connectionSettings,
  serviceAt,
  supplierNote,
} from '../../../../../shared/sending/connection.ts'
import { message } from '../../../../../shared/texts/message.ts'
import type { Store } from '../../../store/store.ts'
import type { SaveConnection } from './connection.ts'
import { defineKind } from './kind.ts'

const content = supplierNote.pick({ note: true })

/** A service's address has no blanks. */
function partsOfKey(key: string): { readonly service: string; readonly code: string } {
  const at = key.indexOf(' ')
  return { service: key.slice(0, at), code: key.slice(at + 1) }
}

type Parts = { readonly store: Pick<Store, 'connections'>; readonly save: SaveConnection }

export function supplierNoteKind({ store, save }: Parts) {
  const shared = () => store.connections.all().filter(({ environment }) => environment !== 'practice')
  const of = (service: string) => shared().filter(({ saved }) => serviceAt(saved.baseUrl) === service)
  return defineKind({
    schema: content,
    keys: () => [
      ...new Set(
        shared().flatMap(({ saved }) =>
          saved.suppliers.map(({ code }) => `${serviceAt(saved.baseUrl)} ${code}`),
        ),
      ),
    ],
    stamp: () => JSON.stringify(shared().map(({ saved }) => [saved.baseUrl, saved.suppliers])),
    isFor(key) {
      const { service, code } = partsOfKey(key)
      return URL.canParse(service) && code.trim() === code && code !== ''
    },
    read(key, base) {
      const { service, code } = partsOfKey(key)
      const notes = of(service).flatMap(({ saved }) => saved.suppliers.filter((one) => one.code === code))
      // Of several connections, the one on which it was changed.
      const changed = notes.find(({ note }) => note !== base?.note) ?? notes[0]
      return changed === undefined ? null : { note: changed.note }
    },
    async apply(key, { note }) {
      const { service, code } = partsOfKey(key)
      const connections = of(service)
      if (connections.length === 0) return message('knowledge.no_connection', { service })
      for (const { name, saved } of connections)
        if (saved.suppliers.find((one) => one.code === code)?.note !== note)
          await save(name, withNote(saved, code, note))
      return null
    },
    async spread(key, { note }) {
      const { service, code } = partsOfKey(key)
      for (const { name, saved } of of(service))
        if (saved.suppliers.some((one) => one.code === code && one.note !== note))
          await save(name, withNote(saved, code, note))
    },
    parts: ({ note }) => [{ id: 'note', label: message('knowledge.part_note'), text: note }],
    named(key) {
      const { service, code } = partsOfKey(key)
      return { name: code, place: service }
    },
  })
}

function withNote(saved: ConnectionSettings, code: string, note: string): ConnectionSettings {
  const isKnown = saved.suppliers.some((one) => one.code === code)
  const suppliers = isKnown
    ? saved.suppliers.map((one) => (one.code === code ? { code, note } : one))
    : [...saved.suppliers, { code, note }]
  return connectionSettings.parse({ ...saved, suppliers })
}
