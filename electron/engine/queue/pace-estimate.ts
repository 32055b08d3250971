// How long the rest takes, as a range from what was measured: pure. A range that is honest is wide at first and narrows
// with what is measured; without enough of it there is none.

/** Milliseconds. */
export type Range = { readonly fromMs: number; readonly toMs: number }

/** Fewer seconds, or answers, say nothing. */
const fewestSeconds = 8
const fewestDone = 10
const blocks = 12
/** Two-sided 95 % of Student's distribution with eleven degrees of freedom. */
const student = 2.2
/** Services change by more than their last minutes show, and much more than their last seconds do. */
const leastDoubt = 0.1
const doubtAtFirst = 0.4
const firstSeconds = 40
const mostDoubt = 0.9

/**
 * How long `rest` more take at the rates of the last seconds. Their spread between blocks says how well the mean is known
 * (the more blocks, the better), and how much what is to come will differ from it (the longer it is, the less); where
 * one block resembles the next, both count for less than they seem.
 */
export function timeFor(rest: number, bySecond: readonly number[]): Range | null {
  const done = bySecond.reduce((sum, count) => sum + count, 0)
  if (rest <= 0 || bySecond.length < fewestSeconds || done < fewestDone) return null
  const length = Math.floor(bySecond.length / Math.min(blocks, Math.floor(bySecond.length / 2)))
  const rates = ratesOf(bySecond, length)
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length
  if (mean <= 0) return null
  const spread =
    Math.sqrt(rates.reduce((sum, rate) => sum + (rate - mean) ** 2, 0) / (rates.length - 1)) / mean
  const ahead = Math.max(1, rest / mean / length)
  const doubt = student * spread * likeness(rates, mean) * Math.sqrt(1 / rates.length + 1 / ahead)
  // The last account is one whole account.
  const unseen = leastDoubt + doubtAtFirst * Math.exp(-bySecond.length / firstSeconds)
  const part = Math.min(mostDoubt, Math.max(unseen, doubt + 1 / rest))
  return { fromMs: (rest / mean / (1 + part)) * 1000, toMs: (rest / mean / (1 - part)) * 1000 }
}

/** Answers a second in blocks of so many seconds, the newest whole; what is left at the old end is dropped. */
function ratesOf(bySecond: readonly number[], length: number): number[] {
  const rates: number[] = []
  for (let end = bySecond.length; end >= length; end -= length) {
    const block = bySecond.slice(end - length, end)
    rates.push(block.reduce((sum, count) => sum + count, 0) / length)
  }
  return rates.reverse()
}

/** By how much neighbours resemble each other: 1 when not at all. */
function likeness(rates: readonly number[], mean: number): number {
  let together = 0
  let alone = 0
  for (const [at, rate] of rates.entries()) {
    alone += (rate - mean) ** 2
    const before = rates[at - 1]
    if (before !== undefined) together += (rate - mean) * (before - mean)
  }
  const like = alone === 0 ? 0 : Math.min(0.8, Math.max(0, together / alone))
  return Math.sqrt((1 + like) / (1 - like))
}

export type Settling = {
  /** Accounts that are watched, and those that are still to be sent. */
  readonly watched: number
  readonly queued: number
  /** How long sending what is queued takes; null when nothing is, or nobody knows. */
  readonly sending: Range | null
  /** The latest times between acceptance and settling, in milliseconds. */
  readonly after: readonly number[]
  readonly settledBySecond: readonly number[]
  /** Milliseconds since the service accepted the newest of them; null when that was before this start. */
  readonly sinceNewest: number | null
}

/**
 * How long until what is watched, and what is still to be sent, has settled, if it behaves as what has settled before. Two
 * things may hold it up, and the range covers both: how long an account takes, and how many settle a second.
 */
export function timeToSettle(one: Settling): Range | null {
  if (one.watched + one.queued === 0 || one.after.length < fewestDone) return null
  if (one.queued > 0 && one.sending === null) return null
  const times = [...one.after].sort((left, right) => left - right)
  const usual = times[Math.floor(times.length / 2)] ?? 0
  const longest = times.at(-1) ?? 0
  const age = one.queued > 0 ? 0 : (one.sinceNewest ?? 0)
  // Of many, the slowest takes longer than the slowest of the few that were seen.
  const byAge = {
    fromMs: Math.max(0, (one.sending?.fromMs ?? 0) + usual - age),
    toMs: (one.sending?.toMs ?? 0) + longest * 1.5 - age,
  }
  const byRate = timeFor(one.watched + one.queued, one.settledBySecond)
  const toMs = Math.max(byAge.toMs, byRate?.toMs ?? 0)
  // What should have settled by now behaves in another way.
  if (toMs <= 0) return null
  return { fromMs: Math.min(byAge.fromMs, byRate?.fromMs ?? byAge.fromMs, toMs), toMs }
}
