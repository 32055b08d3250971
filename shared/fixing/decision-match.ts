// Decides whether a decision about an account (held, excluded) still applies after accounts were rebuilt. A
// decision belongs to the account's key and to its rows in the main sheet. It is never applied to rows that it was
// not made for.
//
//   rows read once   same rows, same key    exact
//                    same rows, other key   moved: the key was edited, or another column is the key
//                    some of its rows, same key, none besides   moved
//   read again       same key on both sides only once           exact where the rows are the same, otherwise moved
//                    same key, same rows, same text in them     exact
//   otherwise        dropped
/** Rows of one sheet, in order; `sheet` is null where the account had no row on the sheet that accounts come from. */
export type DecidedRows = {
  readonly key: string
  readonly sheet: string | null
  readonly rows: readonly number[]
}
export type KeptDecision = DecidedRows & {
  /** No other account of the batch had the key. */
  readonly alone: boolean
  /** The text of its rows; null when the key alone identified it. */
  readonly content: string | null
  /** The file was read again since. */
  readonly reread: boolean
}
export type AccountNow = DecidedRows & { readonly id: number; readonly content: string }

export const movedWhys = ['key_changed', 'fewer_rows', 'file_changed', 'version'] as const
export const droppedWhys = ['rows_joined', 'rows_apart', 'same_key', 'gone', 'version'] as const
export type MovedWhy = (typeof movedWhys)[number]
export type DroppedWhy = (typeof droppedWhys)[number]

export type DecisionMatch =
  | { readonly fate: 'exact'; readonly account: number }
  | { readonly fate: 'moved'; readonly account: number; readonly why: MovedWhy }
  | { readonly fate: 'dropped'; readonly why: DroppedWhy }

/** `onRows`: accounts that have any of its rows now; `withKey`: accounts that have its key now, at most two. */
export function matchDecision(
  kept: KeptDecision,
  onRows: readonly AccountNow[],
  withKey: readonly AccountNow[],
): DecisionMatch {
  return kept.reread ? afterReading(kept, withKey) : afterBuilding(kept, onRows)
}

function afterBuilding(kept: KeptDecision, onRows: readonly AccountNow[]): DecisionMatch {
  const same = onRows.find((account) => isSameRows(kept, account))
  if (same !== undefined)
    return same.key === kept.key
      ? { fate: 'exact', account: same.id }
      : { fate: 'moved', account: same.id, why: 'key_changed' }
  const had = new Set(kept.rows)
  const within = onRows.filter(({ rows }) => rows.every((row) => had.has(row)))
  const [part] = within.filter(({ key }) => key === kept.key)
  const parts = within.filter(({ key }) => key === kept.key).length
  if (part !== undefined && parts === 1 && kept.key !== '')
    return { fate: 'moved', account: part.id, why: 'fewer_rows' }
  if (onRows.length === 0) return { fate: 'dropped', why: 'gone' }
  return { fate: 'dropped', why: within.length < onRows.length ? 'rows_joined' : 'rows_apart' }
}

function afterReading(kept: KeptDecision, withKey: readonly AccountNow[]): DecisionMatch {
  const [only] = withKey
  if (kept.key === '' || only === undefined) return { fate: 'dropped', why: 'gone' }
  if (kept.alone && withKey.length === 1)
    return isSameRows(kept, only)
      ? { fate: 'exact', account: only.id }
      : { fate: 'moved', account: only.id, why: 'file_changed' }
  const same = withKey.find((account) => isSameRows(kept, account) && account.content === kept.content)
  return same === undefined ? { fate: 'dropped', why: 'same_key' } : { fate: 'exact', account: same.id }
}

function isSameRows(a: DecidedRows, b: DecidedRows): boolean {
  return (
    a.sheet !== null &&
    a.sheet === b.sheet &&
    a.rows.length > 0 &&
    a.rows.length === b.rows.length &&
    a.rows.every((row, at) => row === b.rows[at])
  )
}
