// Repairs that a team shares, one by one, when a person chooses them: only of fields whose values are not a customer's own.
// They never change; when one is shared no more, its texts are forgotten everywhere.
import { z } from 'zod'
import { type Catalogue, generalPath } from '../../../../../shared/catalogue/catalogue.ts'
import { maskText } from '../../../../../shared/contract/privacy.ts'
import { fieldsOf } from '../../../../../shared/fixing/repair-match.ts'
import { isPersonal, valueKindOf } from '../../../../../shared/fixing/rules/value-kind.ts'
import { message } from '../../../../../shared/texts/message.ts'
import type { Memory } from '../../../fixing/repair-memory/memory.ts'
import { repairId } from '../../../fixing/repair-memory/remembered.ts'
import type { Store } from '../../../store/store.ts'
import type { Catalogues } from '../../../system/catalogues.ts'
import { yieldToEventLoop } from '../../../system/yield.ts'
import { defineKind } from './kind.ts'

/** Between two pieces windows are served. */
const checkedAtOnce = 500

type Listed = Awaited<ReturnType<Memory['list']>>[number]

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
  const verdictOn = createVerdicts(parts.catalogues)
  const mayShare = ({ feeds }: Pick<Repair, 'feeds'>): boolean => verdictOn(feeds)
  let listed: ReadonlyMap<string, Listed> = new Map()
  return defineKind<Repair>({
    schema: repair,
    async keys() {
      const found = new Map<string, Listed>()
      for (const [at, one] of (await memory().list()).entries()) {
        if (!one.forgotten && mayShare(one)) found.set(one.repair, one)
        if (at % checkedAtOnce === checkedAtOnce - 1) await yieldToEventLoop()
      }
      listed = found
      return [...found.keys()]
    },
    stamp: () => '',
    isFor: (key, { feeds, before, after }) => key === repairId(feeds, before, after),
    read: (_, base) => base,
    async find(key) {
      const found = listed.get(key) ?? (await memory().list()).find(({ repair }) => repair === key)
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

/** The verdicts on columns, which hold as long as the catalogues are the same: many repairs have one column. */
function createVerdicts(catalogues: Catalogues): (feeds: string) => boolean {
  let of: readonly Catalogue[] = []
  const verdicts = new Map<string, boolean>()
  return (feeds) => {
    const all = catalogues.all()
    if (all.length !== of.length || all.some((one, at) => one !== of[at])) verdicts.clear()
    of = all
    const verdict = verdicts.get(feeds) ?? isNobodysOwn(all, feeds)
    verdicts.set(feeds, verdict)
    return verdict
  }
}

/** Each field is known, and in no catalogue one whose values belong to one person or account. */
function isNobodysOwn(all: readonly Catalogue[], feeds: string): boolean {
  const fields = fieldsOf(feeds)
  return (
    fields.length > 0 &&
    fields.every((path) => {
      const known = all.flatMap((catalogue) => catalogue.fieldAt(generalPath(path)) ?? [])
      return known.length > 0 && known.every((one) => !one.sensitive && !isPersonal(valueKindOf(one)))
    })
  )
}
