// Repairs that a team shares, one by one, when a person chooses them: only of fields whose values are not a customer's own.
// They never change; when one is shared no more, its texts are forgotten everywhere.
import { z } from 'zod'
import { generalPath } from '../../../../../shared/catalogue/catalogue.ts'
import { maskText } from '../../../../../shared/contract/privacy.ts'
import { fieldsOf } from '../../../../../shared/fixing/repair-match.ts'
import { isPersonal, valueKindOf } from '../../../../../shared/fixing/rules/value-kind.ts'
import { message } from '../../../../../shared/texts/message.ts'
import type { Memory } from '../../../fixing/repair-memory/memory.ts'
import { repairId } from '../../../fixing/repair-memory/remembered.ts'
import type { Store } from '../../../store/store.ts'
import type { Catalogues } from '../../../system/catalogues.ts'
import { defineKind } from './kind.ts'

const text = z.string().max(1000)
const repair = z.strictObject({
  /** What the column means (shared/fixing/repair-match.ts). */
  feeds: z.string().max(2000),
  column: z.string().max(1000),
  before: text,
  after: text,
})
type Repair = z.infer<typeof repair>

type Parts = {
  readonly store: Pick<Store, 'memory'>
  readonly catalogues: Catalogues
  readonly memory: () => Pick<Memory, 'list'>
  readonly now: () => number
}

export function repairKind(parts: Parts) {
  const { store, memory, now } = parts
  const mayShare = ({ feeds }: Pick<Repair, 'feeds'>) => isNobodysOwn(parts.catalogues, feeds)
  let listed: Awaited<ReturnType<Memory['list']>> = []
  return defineKind<Repair>({
    schema: repair,
    async keys() {
      listed = (await memory().list()).filter((one) => !one.forgotten && mayShare(one))
      return listed.map((one) => one.repair)
    },
    stamp: () => '',
    isFor: (key, { feeds, before, after }) => key === repairId(feeds, before, after),
    read: (_, base) => base,
    async find(key) {
      const isThis = (one: { readonly repair: string }): boolean => one.repair === key
      const found = listed.find(isThis) ?? (await memory().list()).find(isThis)
      if (found === undefined) return null
      const { feeds, column, before, after } = found
      return { feeds, column, before, after }
    },
    refusal: (_, content) => (mayShare(content) ? null : message('knowledge.repair_personal')),
    apply(_, content, member) {
      if (!mayShare(content)) return message('knowledge.repair_personal')
      store.memory.keepShared({ ...content, member }, now())
      return null
    },
    ended: (_, { feeds, before, after }) => store.memory.dropShared({ feeds, before, after }),
    parts: ({ before, after }) => [
      { id: 'repair', label: message('knowledge.part_repair'), text: `${before} → ${after}` },
    ],
    named(_, content) {
      if (content === null) return { name: '', place: '' }
      const { before, after, column } = content
      const isShown = mayShare(content)
      return {
        name: isShown ? `${before} → ${after}` : `${maskText} → ${maskText}`,
        place: column,
      }
    },
  })
}

/** Each field is known, and in no catalogue one whose values belong to one person or account. */
function isNobodysOwn(catalogues: Catalogues, feeds: string): boolean {
  const all = catalogues.list().flatMap(({ id }) => {
    const found = catalogues.find(id)
    return found.ok ? [found.value.catalogue] : []
  })
  const fields = fieldsOf(feeds)
  return (
    fields.length > 0 &&
    fields.every((path) => {
      const known = all.flatMap((catalogue) => catalogue.fieldAt(generalPath(path)) ?? [])
      return known.length > 0 && known.every((one) => !one.sensitive && !isPersonal(valueKindOf(one)))
    })
  )
}
