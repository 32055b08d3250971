// Finds accounts whose key may have changed: equal content apart from the key columns, under a key that only the new
// file has and one that only the old file has. Only unambiguous pairs are offered, and nothing is assumed.
import { createHash } from 'node:crypto'
import type { VersionAccount, VersionRow } from '../../store/fixing/versions.ts'
import type { Sheets } from './compare-account.ts'

type Fresh = { readonly key: string; readonly row: VersionRow | null }
export type KeyOffer = Fresh & { readonly earlier: VersionAccount }

export function createKeyGuess({ pairs, here, there }: Sheets) {
  // Null: several accounts say the same.
  const byContent = new Map<string, Fresh | null>()
  const claims = new Map<string, VersionAccount | null>()
  const columns = pairs.map((pair) => ({
    ...pair,
    content: pair.columns.filter(
      (column) =>
        there.ties.get(pair.old)?.has(column.old) !== true &&
        here.ties.get(pair.fresh)?.has(column.fresh) !== true,
    ),
  }))

  /** The account's content as one short name; null for an account that says nothing. */
  function nameOf(rows: readonly VersionRow[], side: 'old' | 'fresh', edited: boolean): string | null {
    let filled = false
    const texts = columns.flatMap((pair) =>
      rows
        .filter((row) => row.sheet === pair[side])
        .map((row) => {
          const cells = pair.content.map((column) => {
            const text = row.read[column[side]] ?? ''
            return edited ? (row.edits.get(column[side]) ?? text) : text
          })
          filled ||= cells.filter((text) => text !== '').length > 1
          return JSON.stringify([pair.fresh, cells])
        })
        .sort(),
    )
    return filled ? createHash('sha1').update(texts.join('\n')).digest('base64') : null
  }

  return {
    fresh({ key }: VersionAccount, rows: readonly VersionRow[]): void {
      const name = key === '' ? null : nameOf(rows, 'fresh', false)
      if (name !== null) byContent.set(name, byContent.has(name) ? null : { key, row: rows[0] ?? null })
    },
    gone(account: VersionAccount, rows: readonly VersionRow[]): void {
      if (account.key === '') return
      const names = new Set([nameOf(rows, 'old', false), nameOf(rows, 'old', true)])
      for (const name of names) {
        if (name === null || byContent.get(name) === undefined) continue
        claims.set(name, claims.has(name) ? null : account)
      }
    },
    found(): KeyOffer[] {
      return [...claims].flatMap(([name, earlier]) => {
        const fresh = byContent.get(name)
        return earlier === null || fresh === null || fresh === undefined ? [] : [{ ...fresh, earlier }]
      })
    },
  }
}
