// Finds accounts whose key may have changed: same content except the linking columns, one key only in the new file
// and one only in the old file. Only unambiguous pairs are offered, and none is applied automatically.
import { createHash } from 'node:crypto'
import type { VersionAccount, VersionRow } from '../../store/fixing/versions.ts'
import type { Sheets } from './compare-account.ts'

type Fresh = { readonly key: string; readonly row: VersionRow | null }
export type KeyOffer = Fresh & { readonly earlier: VersionAccount }

export function createKeyGuess({ pairs, here, there }: Sheets) {
  // Null: several accounts have the same content.
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

  /** Hash of the account's content; null for an account without content. */
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
