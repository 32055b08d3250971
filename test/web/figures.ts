// What the texts with figures in the window say, compared with counts of the store. A figure is either marked in the
// page (`data-figure`), or its whole text is one of the texts in this file; a text with a digit that is neither is reported.
import type { Page } from 'playwright'

/** Counts of the accounts of a batch at one moment, excluded ones aside. */
export type Counts = {
  readonly all: number
  readonly created: number
  readonly failed: number
  /** Validated and not held: can be released. */
  readonly ready: number
  readonly queued: number
  readonly underWay: number
  readonly done: number
  readonly notSent: number
  readonly waves: readonly WaveCounts[]
}

export type WaveCounts = {
  readonly number: number
  readonly size: number
  readonly created: number
  readonly wrong: number
  /** Sent, and not done. */
  readonly underWay: number
  readonly queued: number
  /** With an answer that the brakes counted. */
  readonly answered: number
}

type Check = (now: Counts, ...numbers: readonly number[]) => boolean
/** Whether the text says so of this moment; `ever`: it is about a moment that may be over. */
type Rule = { readonly words: RegExp; readonly holds: Check; readonly ever?: true }

const always: Check = () => true
const released = ({ waves }: Counts): number => waves.reduce((sum, { size }) => sum + size, 0)
const sent = ({ waves }: Counts): number => waves.reduce((sum, { underWay }) => sum + underWay, 0)
const wave = (now: Counts, number: number): WaveCounts | undefined =>
  now.waves.find((one) => one.number === number)
const some = (now: Counts, which: (wave: WaveCounts) => boolean): boolean => now.waves.some(which)
/** The share of all accounts, in percent with one decimal at most. */
const isShare = (now: Counts, percent: number): boolean =>
  [now.created, now.failed, now.ready, now.queued, now.underWay, now.done, now.notSent, now.all].some(
    (count) => Math.abs((count / now.all) * 100 - percent) < 0.06,
  )

/** Names, times, settings and the pace, which is in no table: no counts of accounts. */
const constants: readonly RegExp[] = [
  /^(Customer|Reference) 1$/,
  /^T-\d{3}$/,
  /^sending-T-40\.csv$/,
  /^sending-T-40\.csv: all that was sent is done$/,
  /^sending-T-40\.csv: wave \d has ended$/,
  /^(Connection )?(Practice here )?(PRACTICE )?http:\/\/127\.0\.0\.1:\d+( Never tested)?$/,
  /^Practice in 60 seconds$/,
  /^\d+ (seconds?|minutes?) ago$/,
  /^or open the sample of 500 accounts$/,
  /^Row 10 · validated by the service .*, pass 1$/,
  /^\d\d:\d\d:\d\d – \d\d:\d\d:\d\d$/,
  /^(At|From) \d\d:\d\d:\d\d (to \d\d:\d\d:\d\d )?GMT$/,
  /^Failed ERRORED \d+ s A reference of this account is already used/,
  /^Stops when 10% of a wave went wrong, once 20 accounts have an answer\.$/,
  /^Stops when the same code comes 5 times in a row\.$/,
  /^Rate [\d.,]+( requests? a (second|minute))?$/,
  // An estimate: long/time-left compares it with the truth.
  /^Remaining (about|under) [\d.,]+ (s|min|h)$/,
  /^Accepted \d+ accepted a minute$/,
]

const rules: readonly Rule[] = [
  // The accounts that the service refused have one problem each, in their one row.
  { words: /^(\d+) problems? now$/, holds: (now, n) => n === now.failed },
  {
    words: /^(\d+) problems? in (\d+) accounts?$/,
    holds: (now, problems, accounts) => problems === now.failed && accounts === now.failed,
  },
  { words: /^(\d+) rows?$/, holds: (now, n) => n === now.failed },
  { words: /^All (\d+) shown$/, holds: (now, n) => n === now.failed },
  { words: /^Next: Reference already exists \((\d+)\)$/, holds: (now, n) => n === now.failed },
  { words: /^· (\d+) rows · Practice here/, holds: (now, n) => n === now.all },
  { words: /^Reference already exists (\d+)( by the service)?$/, holds: (now, n) => n === now.failed },
  { words: /^reference_already_exists (\d+)$/, holds: (now, n) => n === now.failed },
  { words: /^Validate failed again \((\d+)\)…$/, holds: (now, n) => n === now.failed },
  { words: /^(?:ERRORED|Failed) (\d+)$/, holds: (now, n) => n === now.failed },
  { words: /^PROCESSED (\d+)$/, holds: (now, n) => n === now.created },
  { words: /^Need a person (\d+)$/, holds: (now, n) => n === now.failed },
  { words: /^Fix failed \((\d+)\)$/, holds: (now, n) => n === now.failed },
  { words: /^Done, (\d+) failed$/, holds: (now, n) => n === now.failed },
  // Of lines, not of accounts.
  { words: /^\d+ more outcomes with no account$/, holds: always },
  { words: /^To check (\d+)$/, holds: (now, n) => n === now.failed },
  { words: /^Done (\d+)$/, holds: (now, n) => n === now.done },
  { words: /^On the way (\d+)$/, holds: (now, n) => n === now.underWay },
  { words: /^Not sent (\d+)$/, holds: (now, n) => n === now.notSent },
  { words: /^Every account was sent or excluded (\d+) not sent$/, holds: (now, n) => n === now.notSent },
  {
    words: /^(\d+) of (\d+) accounts are on the platform$/,
    holds: (now, made, all) => made === now.created && all === now.all,
  },
  {
    words: /^Adds up (\d+) \+ (\d+) \+ (\d+) = (\d+)$/,
    holds: (now, notSent, underWay, done, all) =>
      notSent === now.notSent && underWay === now.underWay && done === now.done && all === now.all,
  },
  { words: /^Of (\d+) accounts that were sent$/, holds: (now, n) => n === now.done },
  { words: /^Rows read (\d+)$/, holds: (now, n) => n === now.all },
  { words: /^In accounts or not mapped (\d+)$/, holds: (now, n) => n === now.all },
  { words: /^(?:Without an account, each with its reason|Unexplained) (\d+)$/, holds: (_now, n) => n === 0 },
  { words: /^(?:[A-Z][a-z, ]+) ([\d.]+)%$/, holds: isShare },
  { words: /^(\d+) accounts read$/, holds: (now, n) => n === now.all },
  {
    words: /^(\d+) accounts are ready to send\.(?: Release them in Submit\.)?$/,
    holds: (now, n) => n === now.ready,
  },
  { words: /^Release more \((\d+) ready to send\)$/, holds: (now, n) => n === now.ready },
  {
    words: /^Release (\d+) accounts?$/,
    // All that are ready, or the next wave of the plan.
    holds: (now, n) => n === now.ready || ([1, 10, 100].includes(n) && n <= now.ready),
  },
  {
    words: /^To be created (\d+) accounts, none released yet$/,
    holds: (now, n) => n === now.all && released(now) === 0,
  },
  {
    words: /^To be created (\d+) more accounts; (\d+) already released$/,
    holds: (now, left, gone) => left === now.all - released(now) && gone === released(now),
  },
  {
    words: /^To be created No more accounts; (\d+) already released$/,
    holds: (now, n) => n === released(now) && n === now.all,
  },
  { words: /^Cancel (\d+) queued$/, holds: (now, n) => n === now.queued },
  { words: /^(\d+) accounts? still to be sent\.$/, holds: (now, n) => n === now.queued },
  { words: /^Wave (\d+) · (\d+) accounts/, holds: (now, number, size) => wave(now, number)?.size === size },
  {
    words: /^Sending: (\d+) of (\d+) accounts( · .*)?$/,
    holds: (now, sent, size) => some(now, (one) => one.size === size && one.size - one.queued === sent),
  },
  { words: /^\d (?:Canary|Small|Larger|The rest) accounts? (?:Later|Next .*)$/, holds: always },
  // The waves of 1, 10 and 100 accounts before it take all forty.
  { words: /^(?:\d )?The rest (\d+) accounts No accounts left$/, holds: (_now, n) => n === 0 },
  { words: /^Requests (\d+)/, holds: (_now, n) => n <= 2 },
  { words: /^(\d+) requests? open$/, holds: (_now, n) => n <= 2 },
  {
    words: /^So far at most (\d+) accounts of a wave/,
    holds: (now, n) => some(now, ({ answered }) => n === answered),
  },
  {
    words:
      /^(\d+) accounts? (?:is|are) in progress at the service\.(?: Wave \d+ with (\d+) accounts? waits for you\.)?$/,
    holds: (now, n, planned = 0) => n === sent(now) && planned <= now.ready,
  },
  {
    words: /^(\d+) accounts? (?:is|are) unconfirmed: /,
    holds: (now, n) => n <= sent(now),
  },
  {
    words: /^In progress at the service: (\d+) of (\d+) done(?: · .*)?$/,
    holds: (now, ended, size) => some(now, (one) => one.size === size && one.created + one.wrong === ended),
  },
  { words: /^Sending wave (\d+) of (\d+)$/, holds: (now, number) => wave(now, number) !== undefined },
  { words: /^Wave (\d+) is done$/, holds: (now, number) => hasEnded(wave(now, number)), ever: true },
  {
    words: /^Wave (\d+): released (\d+) accounts\./,
    holds: (now, number, size) => wave(now, number)?.size === size,
  },
  {
    // The last of it may have got its answers since.
    words: /^Wave (\d+) has been sent(?:: (\d+) created(?:, (\d+) went wrong)?)?\.$/,
    holds: (now, number, made = 0, wrong = 0) => {
      const one = wave(now, number)
      return one?.queued === 0 && made <= one.created && wrong <= one.wrong
    },
    ever: true,
  },
  {
    words: /^Wave (\d+) is done: (\d+) created(?:, (\d+) went wrong)?\.$/,
    holds: (now, number, made, wrong = 0) =>
      wave(now, number)?.created === made && wave(now, number)?.wrong === wrong,
    ever: true,
  },
  {
    words: /^(\d+) of (\d+) went wrong\. Wave (\d+) with (\d+) accounts waits for you\.$/,
    holds: (now, wrong, size, next, planned) =>
      some(now, (one) => one.number === next - 1 && one.wrong === wrong && one.size === size) &&
      planned <= now.ready,
    ever: true,
  },
  {
    words: /^It would have stopped no wave: in wave (\d+), the worst, (\d+) of (\d+) went wrong\.$/,
    holds: (now, number, wrong, of) => wave(now, number)?.wrong === wrong && wave(now, number)?.size === of,
  },
  {
    words:
      /^It would have stopped no wave: reference_already_exists came to (\d+) account, more than any other\.$/,
    holds: (now, n) => n === now.failed,
  },
  {
    // Of the batch when all is done, of a wave when it has ended.
    words:
      /^Created: (\d+) of (\d+) accounts(?:; (\d+) went wrong)?\.(?: (\d+) accounts? (?:wait|was|were|waits) .+)?$/,
    holds: (now, made, of, wrong = 0, left = 0) =>
      (made === now.created && of === now.all && wrong === now.failed && left === now.notSent) ||
      (left === now.ready &&
        some(now, (one) => one.size === of && one.created === made && one.wrong === wrong)),
    ever: true,
  },
  {
    words: /^(\d+) created, (\d+) failed\.$/,
    holds: (now, made, wrong) => made === now.created && wrong === now.failed,
    ever: true,
  },
  {
    words: /^Up to (\d+) a minute, of which up to (\d+) failed$/,
    holds: (now, most, failed) => most <= now.done && failed <= now.failed,
  },
]

/** `5 created`, `10 on the way`, … of one wave. */
const parts: readonly (readonly [RegExp, (wave: WaveCounts) => number])[] = [
  [/(\d+) created/, ({ created }) => created],
  [/(\d+) went wrong/, ({ wrong }) => wrong],
  [/(\d+) on the way/, ({ underWay }) => underWay],
  [/(\d+) queued/, ({ queued }) => queued],
]
const waveLine = /^(?:\d )?(?:Canary|Small|Larger|The rest) (\d+) accounts (\d+ .+)$/

function isWave(now: Counts, size: number, said: string): boolean {
  return some(
    now,
    (one) =>
      one.size === size &&
      parts.every(([words, count]) => Number(words.exec(said)?.[1] ?? count(one)) === count(one)),
  )
}

function hasEnded(one: WaveCounts | undefined): boolean {
  return one !== undefined && one.queued + one.underWay === 0
}

/** `unknown`: no rule knows the text; otherwise whether one of the moments has these figures. */
export function compareText(
  text: string,
  recent: readonly Counts[],
  all: readonly Counts[],
): 'right' | 'wrong' | 'unknown' {
  if (constants.some((words) => words.test(text))) return 'right'
  const ofWave = waveLine.exec(text)
  if (ofWave !== null)
    return recent.some((now) => isWave(now, Number(ofWave[1]), ofWave[2] ?? '')) ? 'right' : 'wrong'
  for (const { words, holds, ever } of rules) {
    const groups = words.exec(text)
    if (groups === null) continue
    const numbers = groups.slice(1).map((group) => (group === undefined ? undefined : Number(group)))
    const moments = ever === true ? all : recent
    return moments.some((now) => holds(now, ...(numbers as number[]))) ? 'right' : 'wrong'
  }
  return 'unknown'
}

/** The texts with a digit that carry no mark, each with its label; what is drawn for the eye alone is aside. */
export function unmarkedTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const withLabel = 'dl > div, tr, figcaption > span'
    const whole = 'p, li, button, a, h1, h2, h3, [role="status"], [role="tab"]'
    const blocks = new Map<Element, string[]>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      const text = walker.currentNode.textContent?.trim() ?? ''
      if (text === '' || parent === null) continue
      if (parent.closest('[data-figure], .sr-only, [aria-hidden="true"], canvas') !== null) continue
      const block = parent.closest(withLabel) ?? parent.closest(whole) ?? parent
      blocks.set(block, [...(blocks.get(block) ?? []), text])
    }
    return [...blocks.values()].map((texts) => texts.join(' ')).filter((text) => /\d/.test(text))
  })
}
