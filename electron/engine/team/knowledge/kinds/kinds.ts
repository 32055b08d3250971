// All kinds of things that a team shares.
import type { SharedKind } from '../../../../../shared/contract/team/knowledge.ts'
import type { Memory } from '../../../fixing/repair-memory/memory.ts'
import type { Store } from '../../../store/store.ts'
import type { Catalogues } from '../../../system/catalogues.ts'
import { catalogueKind } from './catalogue.ts'
import { connectionKind, type SaveConnection } from './connection.ts'
import type { Kind } from './kind.ts'
import { playbookKind } from './playbook.ts'
import { repairKind } from './repair.ts'
import { supplierNoteKind } from './supplier-note.ts'
import { templateKind } from './template.ts'

export type KindParts = {
  readonly store: Store
  readonly catalogues: Catalogues
  readonly memory: () => Pick<Memory, 'list'>
  readonly save: SaveConnection
  readonly now: () => number
}

export type Kinds = Readonly<Record<SharedKind, Kind>>

/** In the order in which versions are used: a connection may need a catalogue, a supplier's note a connection. */
export function allKinds(parts: KindParts): Kinds {
  return {
    template: templateKind(parts.store, parts.now),
    catalogue: catalogueKind(parts.catalogues),
    connection: connectionKind(parts),
    playbook: playbookKind(parts.store, parts.now),
    supplier_note: supplierNoteKind(parts),
    repair: repairKind(parts),
  }
}
