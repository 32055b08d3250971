// Estimates the remaining time from measured rates: the likely time, and the range that it is in. Pure. The range is
// wide at first and narrows with more measurements; without enough of them there is none.

/** Milliseconds. */
export type Range = { readonly fromMs: number; readonly likelyMs: number; readonly toMs: number }

/** Minimum of seconds and of answers for an estimate. */
const fewestSeconds = 8
const fewestDone = 10
const blocks = 12
/** Two-sided 95 % quantile of Student's distribution with eleven degrees of freedom. */
const student = 2.2
/**
 * Minimum uncertainty: services vary more than their last minutes show, and much more than their last seconds show.
 */
const leastDoubt = 0.1
const doubtAtFirst = 0.4
const firstSeconds = 40
const mostDoubt = 0.9
/** Seconds after which a second counts half for the likely time: the pace may have changed. */
const halfLife = 45

/**
 * Time for `rest` more at the rates of the last seconds. The spread between blocks tells how well the mean is known
 * (better with more blocks) and how much the future will differ from it (less if it is longer). If neighbouring
 * blocks resemble each other, both count for less.
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
  // The last account is one whole account, hence `1 / rest`.
  const unseen = leastDoubt + doubtAtFirst * Math.exp(-bySecond.length / firstSeconds)
  const part = Math.min(mostDoubt, Math.max(unseen, doubt + 1 / rest))
  const fromMs = (rest / mean / (1 + part)) * 1000
  const toMs = (rest / mean / (1 - part)) * 1000
  return { fromMs, likelyMs: within(fromMs, (rest / rateNow(bySecond)) * 1000, toMs), toMs }
}

/** Per second; the later a second, the more it counts. */
function rateNow(bySecond: readonly number[]): number {
  let done = 0
  let weights = 0
  for (const [at, count] of bySecond.entries()) {
    const weight = 0.5 ** ((bySecond.length - 1 - at) / halfLife)
    done += weight * count
    weights += weight
  }
  return done / weights
}

/**
 * Time for `rest` more where only the present pace is known, such as that of other desktops: the likely time is all that
 * follows from it, and the range is what services vary by at least.
 */
export function timeAtPace(rest: number, perMinute: number): Range | null {
  if (rest <= 0 || perMinute <= 0) return null
  const likelyMs = (rest / perMinute) * 60_000
  const part = Math.min(mostDoubt, leastDoubt + 1 / rest)
  return { fromMs: likelyMs / (1 + part), likelyMs, toMs: likelyMs / (1 - part) }
}

const within = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value))

/** Answers per second in blocks of `length` seconds, the newest complete; the remainder at the old end is dropped. */
function ratesOf(bySecond: readonly number[], length: number): number[] {
  const rates: number[] = []
  for (let end = bySecond.length; end >= length; end -= length) {
    const block = bySecond.slice(end - length, end)
    rates.push(block.reduce((sum, count) => sum + count, 0) / length)
  }
  return rates.reverse()
}

/** Autocorrelation of neighbouring blocks as a factor: 1 if there is none. */
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

export type Finishing = {
  /** Accounts in state processing (`watched`), and accounts still to be sent. */
  readonly watched: number
  readonly queued: number
  /** Time to send what is queued; null if nothing is queued or the time is unknown. */
  readonly sending: Range | null
  /** Latest times between acceptance and finishing, in milliseconds. */
  readonly after: readonly number[]
  readonly doneBySecond: readonly number[]
  /** Accounts that left the queue: sending and reading share the connection. */
  readonly leftBySecond: readonly number[]
  /** Milliseconds since the service accepted the newest of them; null if that was before this start. */
  readonly sinceNewest: number | null
}

/**
 * Time until all processing and queued accounts are done, if they behave like those done before. Two things may limit
 * it, and the range covers both: the time per account and the number finished per second. The likely time keeps near the
 * latter: where accounts wait for their status to be read, each seems to take long, and the last ones do not.
 */
export function timeToFinish(one: Finishing): Range | null {
  if (one.watched + one.queued === 0 || one.after.length < fewestDone) return null
  if (one.queued > 0 && one.sending === null) return null
  const times = [...one.after].sort((left, right) => left - right)
  const usual = times[Math.floor(times.length / 2)] ?? 0
  const longest = times.at(-1) ?? 0
  const age = one.queued > 0 ? 0 : (one.sinceNewest ?? 0)
  // Among many accounts, the slowest takes longer than the slowest of the few seen so far.
  const byAge = {
    fromMs: Math.max(0, (one.sending?.fromMs ?? 0) + usual - age),
    likelyMs: Math.max(0, (one.sending?.likelyMs ?? 0) + longest - age),
    toMs: (one.sending?.toMs ?? 0) + longest * 1.5 - age,
  }
  const byRate = byFinished(one)
  const toMs = Math.max(byAge.toMs, byRate?.toMs ?? 0)
  // Overdue: these accounts behave differently, so there is no estimate.
  if (toMs <= 0) return null
  const fromMs = Math.min(byAge.fromMs, byRate?.fromMs ?? byAge.fromMs, toMs)
  const likelyMs =
    byRate === null
      ? byAge.likelyMs
      : within(byRate.likelyMs / mostApart, byAge.likelyMs, byRate.likelyMs * mostApart)
  return { fromMs, likelyMs: within(fromMs, likelyMs, toMs), toMs }
}

/** The likely time is at most so many times what the number finished per second says. */
const mostApart = 1.25
/** Seconds from which the pace now is known. */
const recentSeconds = 30
/** A smaller share of those sent, finished meanwhile, means that reading waits for sending. */
const waitsBelow = 0.8

/** By the number finished per second, at the pace that there will be once nothing is sent any more. */
function byFinished({ watched, queued, sinceNewest, ...measured }: Finishing): Range | null {
  // Since then nothing was sent.
  const since = queued > 0 ? 0 : Math.floor((sinceNewest ?? 0) / 1000)
  const alone = since === 0 ? null : timeFor(watched, measured.doneBySecond.slice(-since))
  if (alone !== null) return alone
  const until = (bySecond: readonly number[]): readonly number[] =>
    since < bySecond.length ? bySecond.slice(0, bySecond.length - since) : []
  const done = until(measured.doneBySecond)
  const left = until(measured.leftBySecond)
  const keepsUp = totalOf(done) >= totalOf(left) * waitsBelow
  if (queued > 0 && keepsUp) return timeFor(watched + queued, measured.doneBySecond)
  // Each account is sent and finished: what sending takes now, finishing has afterwards.
  const both = done.map((count, at) => count + (left[left.length - done.length + at] ?? 0))
  return timeFor(watched + 2 * queued, both)
}

function totalOf(bySecond: readonly number[]): number {
  return bySecond.slice(-recentSeconds).reduce((sum, count) => sum + count, 0)
}
