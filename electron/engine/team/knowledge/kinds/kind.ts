// One kind of thing that a team shares: how it is read here, used here, and compared. Everything else handles contents as
// text, which a kind parses first: another desktop's program may be newer, or hostile.
import type { z } from 'zod'
import type { SharedDifference } from '../../../../../shared/contract/team/knowledge.ts'
import { type Message, message, type Said } from '../../../../../shared/texts/message.ts'

/** As a person reads it. */
export type Named = { readonly name: string; readonly place: string }

/** A part of a content: two versions are compared part by part. */
export type Part = { readonly id: string; readonly label: Said; readonly text: string }

type KindOf<Content> = {
  readonly schema: z.ZodType<Content>
  /** The keys of the items here. */
  readonly keys: () => readonly string[] | Promise<readonly string[]>
  /** Changes whenever an item of this kind may have changed here. */
  readonly stamp: () => string
  /** The item as it is here now; null: there is none. `base`: as it was in step last. */
  readonly read: (key: string, base: Content | null) => Content | null
  /** Uses a version here. Returns why not; null: it is used. `member`: who made it. */
  readonly apply: (key: string, content: Content, member: string) => Said | null | Promise<Said | null>
  /** Uses what was changed here wherever else it is here. */
  readonly spread?: (key: string, content: Content) => Promise<unknown>
  /** Why a person has to agree to it first; null: it is used by itself. */
  readonly asks?: (key: string, mine: Content, theirs: Content) => Message | null
  /** Why it cannot be shared from here; null: it can. */
  readonly refusal?: (key: string, content: Content) => Message | null | Promise<Message | null>
  /** What has to be read in the background before it is shared; otherwise `read` gives it. */
  readonly find?: (key: string) => Promise<Content | null>
  /** The team shares it no more: what came from there is forgotten here too. Without it, the item here stays. */
  readonly ended?: (key: string, content: Content) => void
  readonly parts: (content: Content) => readonly Part[]
  readonly named?: (key: string, content: Content | null) => Named
  /** The key cannot name such a content. */
  readonly isFor?: (key: string, content: Content) => boolean
}

export type Kind = ReturnType<typeof defineKind<unknown>>

/** Contents are JSON in one form: equal contents are equal texts. */
export function defineKind<Content>(kind: KindOf<Content>) {
  const { schema, keys, stamp } = kind
  const textOf = (content: Content | null): string | null =>
    content === null ? null : JSON.stringify(schema.parse(content))

  function contentOf(key: string, text: string | null): Content | null {
    if (text === null) return null
    const parsed = schema.safeParse(jsonOf(text))
    if (!parsed.success) return null
    return kind.isFor?.(key, parsed.data) === false ? null : parsed.data
  }

  // Contents are looked at every other second, and catalogues are long: the newest version and the one in step are remembered.
  const remembered = new Map<string, { readonly text: string; readonly parsed: string | null }[]>()
  function parse(key: string, text: string | null): string | null {
    if (text === null) return null
    const before = remembered.get(key) ?? []
    const known = before.find((one) => one.text === text)
    if (known !== undefined) return known.parsed
    const parsed = textOf(contentOf(key, text))
    remembered.set(key, [{ text, parsed }, ...before].slice(0, 2))
    return parsed
  }

  const readBefore = new Map<string, { readonly stamp: string; readonly text: string | null }>()
  let stampNow: string | null = null
  /** Read once for all items that are looked at together. */
  function quickStamp(): string {
    if (stampNow === null) {
      stampNow = stamp()
      queueMicrotask(() => {
        stampNow = null
      })
    }
    return stampNow
  }
  /** `base`: as `parse` gives it. */
  function read(key: string, base: string | null): string | null {
    const now = `${quickStamp()} ${base ?? ''}`
    const before = readBefore.get(key)
    if (before?.stamp === now) return before.text
    const text = textOf(kind.read(key, contentOf(key, base)))
    readBefore.set(key, { stamp: now, text })
    return text
  }

  return {
    keys,
    stamp,
    /** Null: this program does not understand it. */
    parse,
    read,
    find: async (key: string): Promise<string | null> =>
      textOf(kind.find === undefined ? kind.read(key, null) : await kind.find(key)),
    async apply(key: string, text: string, member: string): Promise<Said | null> {
      const content = contentOf(key, text)
      if (content === null) return message('knowledge.not_understood')
      const why = await kind.apply(key, content, member)
      stampNow = null
      return why
    },
    asks(key: string, mine: string, theirs: string): Message | null {
      const [here, there] = [contentOf(key, mine), contentOf(key, theirs)]
      return here === null || there === null ? null : (kind.asks?.(key, here, there) ?? null)
    },
    async refusal(key: string, text: string): Promise<Message | null> {
      const content = contentOf(key, text)
      if (content === null) return message('knowledge.not_understood')
      return (await kind.refusal?.(key, content)) ?? null
    },
    async spread(key: string, text: string): Promise<void> {
      const content = contentOf(key, text)
      if (content !== null) await kind.spread?.(key, content)
    },
    /** True: nothing of it stays here. */
    ended(key: string, text: string | null): boolean {
      const content = contentOf(key, text)
      if (content !== null) kind.ended?.(key, content)
      return kind.ended !== undefined
    },
    named: (key: string, text: string | null): Named =>
      kind.named?.(key, contentOf(key, text)) ?? { name: key, place: '' },
    differences: (key: string, mine: string | null, theirs: string | null): SharedDifference[] => {
      const [here, there] = [contentOf(key, mine), contentOf(key, theirs)]
      return differencesOf(here === null ? [] : kind.parts(here), there === null ? [] : kind.parts(there))
    },
  }
}

/** Undefined is no JSON, so it never fits a schema. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function differencesOf(mine: readonly Part[], theirs: readonly Part[]): SharedDifference[] {
  const [here, there] = [
    new Map(mine.map((one) => [one.id, one])),
    new Map(theirs.map((one) => [one.id, one])),
  ]
  return [...new Set([...here.keys(), ...there.keys()])].flatMap((id) => {
    const [one, other] = [here.get(id), there.get(id)]
    const part = one?.label ?? other?.label ?? id
    return one?.text === other?.text ? [] : [{ part, mine: one?.text ?? null, theirs: other?.text ?? null }]
  })
}

/** A part for each value of nested settings, by its path with dots. Lists are one value. */
export function partsByPath(value: unknown, path = ''): Part[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.entries(value).flatMap(([name, inner]) =>
      partsByPath(inner, path === '' ? name : `${path}.${name}`),
    )
  return [{ id: path, label: path, text: typeof value === 'string' ? value : JSON.stringify(value) }]
}
