// Oracle of the model: checks every request at the moment at which it leaves, and the data folder after every step.
// It knows the committed folder, the service, and the traffic.
import { join } from 'node:path'
import { isOneOf, mayMove, thereOutcomes } from '../../../shared/sending/states.ts'
import type { QuietHours } from '../../../shared/sending/quiet-hours.ts'
import { mostApart } from '../../../electron/engine/sending/decisions/process-clock.ts'
import { databaseName } from '../../../electron/engine/store/database/database-file.ts'
import type { TransportResult } from '../../../electron/engine/sending/service-client/transport.ts'
import { createHeard, hashOf } from './heard.ts'
import { openReader, type Reader, type CurrentState } from './ledger-reader.ts'
import type { Process, Service } from './moody-service.ts'
import { type ModelAccount, quietMs, type Template } from './template.ts'
import type { Sent } from './wire.ts'
import type { Clocks, World } from './world.ts'

export class Broken extends Error {
  constructor(what: string) {
    super(what)
    this.name = 'Broken'
  }
}

/** Maximum difference between two clocks. */
export const tolerance = 6000

export type Ledger = ReturnType<typeof createLedger>

export function createLedger(template: Template, world: World, service: Service, clocks: Clocks) {
  /**
   * When nothing is known of the service's clocks, a process that failed a minute before ours was sent may be ours.
   */
  const mayDiffer = tolerance + (clocks.measured ? 0 : mostApart + Math.abs(clocks.aheadMs))
  const used = new Set<string>()
  const wrong: string[] = []
  const heard = createHeard(world, template.validated)
  /** The program died, and no person has since allowed sending. */
  let waitsForPerson = false
  /** Creates of this engine instance that are on the wire. */
  const onTheWire = new Map<string, number>()
  let reader: Reader | null = null
  let lastMove = 0
  let stopsBefore = 0
  let stopsMade = 0

  const looking = (): Reader => {
    if (reader === null) throw new Error('No data folder is open')
    return reader
  }
  const nameOf = (id: number): string => {
    const account = template.accounts.find((one) => one.id === id)
    return account === undefined ? `account ${id}` : `${account.key} of batch ${account.batch}`
  }
  const note = (what: string): void => void wrong.push(`${what} (after ${world.elapsed()} ms)`)

  function sendingCreate(sent: Sent): string {
    const { intents, pausedFor, stopped, limits } = looking()
    const sha256 = hashOf(sent.request.body)
    const [intent, another] = intents(sha256).filter(({ name }) => !used.has(name))
    if (intent === undefined) {
      note(`A create of ${sent.account} left without an intent of its own that was committed before`)
      return `${sent.account}#?`
    }
    if (another !== undefined) note(`Two attempts of ${sent.account} are open at once`)
    used.add(intent.name)
    if (intent.key !== sent.account) note(`The intent of ${intent.key} was used for ${sent.account}`)
    if (intent.state !== 'sending') note(`${sent.account} was sent while it was ${intent.state}`)
    if (intent.held !== null) note(`${sent.account} was sent while it was held: ${intent.held}`)
    if (intent.excluded === 1) note(`${sent.account} was sent although it is excluded`)
    if (intent.validated === 0 || !heard.isValidated(sha256))
      note(`${sent.account} was sent with bytes that the service did not clear`)
    if (intent.again === 1) sendingAgain(sent)
    if (waitsForPerson) note(`${sent.account} was sent after a crash, and nobody had said so`)
    const waitLeft = heard.waitLeft()
    if (waitLeft !== null)
      note(`${sent.account} was sent ${waitLeft} ms before the service wants to be asked`)
    const { quietHours, concurrency } = limits()
    if (heard.underWay() >= concurrency)
      note(`${sent.account} was sent while ${heard.underWay()} were under way`)
    if (pausedFor(sent.supplier)) note(`${sent.account} was sent while its lane was paused`)
    if (stopped(intent.batch))
      note(`${sent.account} was sent although a brake had stopped batch ${intent.batch}`)
    const quiet = quietHours.find((hours) => isQuiet(hours, world.wallNow()))
    if (quiet !== undefined) note(`${sent.account} was sent in quiet hours`)
    if ((onTheWire.get(sent.account) ?? 0) > 0) note(`Two creates of ${sent.account} were under way at once`)
    return intent.name
  }

  /**
   * Checks a repeated create. The earlier one may still arrive: only the service's reply, unchanged for the quiet
   * time, shows that it did not.
   */
  function sendingAgain({ account }: Sent): void {
    const quiet = heard.quietFor(account)
    if (quiet === null || quiet < quietMs)
      note(
        `${account} was sent again ${quiet === null ? 'without asking' : `${quiet} ms after it was asked for`}`,
      )
  }

  function checkMoves(): void {
    for (const { id, account, old, next } of looking().movesAfter(lastMove)) {
      lastMove = id
      if (!mayMove(old, next)) note(`${nameOf(account)} went from ${old} to ${next}`)
    }
  }

  function checkProcesses(): void {
    for (const process of service.every())
      if (process.accepted.length > 1)
        note(
          `The service took ${process.accepted.length} creates for one process of ${process.key}: ${process.accepted.join(', ')}`,
        )
  }

  /** Never shown as unsent while the service has it from us, never shown as created while the service lacks it. */
  function checkTruth(account: ModelAccount, currentState: CurrentState): void {
    const ours = service.processes(account.key).filter((process) => isBy(process, account.id))
    const alive = ours.find((process) => !process.mindChanged && !hasFailed(process, service))
    const { state, outcome } = currentState
    const isUnsent = ['invalid', 'unvalidated', 'rejected', 'validated', 'queued'].includes(state)
    if (alive !== undefined && (isUnsent || (state === 'done' && !isOneOf(thereOutcomes, outcome))))
      note(`${nameOf(account.id)} is ${outcome ?? state}, but the service has it: ${service.wordOf(alive)}`)
    const there = service
      .processes(account.key)
      .some((process) => process.mindChanged || !hasFailed(process, service))
    if (isOneOf(thereOutcomes, outcome) && !there)
      note(`${nameOf(account.id)} is called ${outcome}, but the service has nothing`)
    if (outcome === 'created' && ours.length === 0 && isAllBefore(account))
      note(`${nameOf(account.id)} is called created, and somebody else made it before it was sent`)
    if (state === 'processing' && service.processes(account.key).length === 0)
      note(`${nameOf(account.id)} is watched, but the service never had it`)
    const hasEnded = outcome !== null && !isOneOf(thereOutcomes, outcome)
    if (hasEnded) checkEnd(account, currentState)
  }

  /** Long before any create of ours: no plausible clock makes it ours. */
  function isAllBefore({ id, key }: ModelAccount): boolean {
    const begun = looking().begun(id, 0)
    if (begun.length === 0 || begun.includes(null)) return false
    const first = Math.min(...begun.map(Number))
    return service.processes(key).every(({ createdAt }) => createdAt < first - 10_000)
  }

  /**
   * Checks the reported end. It must be that of a process that accepted ours, or of one that ran when ours was
   * sent: whether such a process absorbed ours or ours never arrived cannot be known, so its end counts. It must
   * not be that of a process that was over before the first intent that may have left.
   */
  function checkEnd({ id, key }: ModelAccount, { outcome, spent }: CurrentState): void {
    const isSince = (attempt: string): boolean =>
      attempt.startsWith(`${id}#`) && Number(attempt.split('#')[1]) > spent
    const begun = looking().begun(id, spent)
    if (begun.length === 0 || begun.includes(null)) return
    const first = Math.min(...begun.map(Number))
    const its = service
      .processes(key)
      .some(
        (process) =>
          process.mindChanged || process.accepted.some(isSince) || process.endsAt >= first - mayDiffer,
      )
    if (!its) note(`${nameOf(id)} is called ${outcome} by a process from before it was sent`)
  }

  return {
    /** Reads another folder from now on. */
    open(folder: string): void {
      reader?.close()
      onTheWire.clear()
      heard.begin()
      reader = openReader(join(folder, databaseName), template.connection)
    },
    close: () => reader?.close(),
    /**
     * The program died and was restarted: unless the settings say otherwise, nothing is sent before a person
     * resumes.
     */
    died: () => void (waitsForPerson ||= !looking().limits().resumeAfterCrash),
    /** A person has allowed sending, or validating in order to send. */
    wanted(): void {
      waitsForPerson = false
    },
    tryAgain: heard.tryAgain,
    /** Queued accounts of a batch, and prefetched ones that have not left. */
    waiting: (batch: number): number[] =>
      looking()
        .currentStates()
        .filter((one) => one.batch === batch)
        .flatMap(({ id, state, attempts }) =>
          state === 'queued' || (state === 'sending' && !used.has(`${id}#${attempts}`)) ? [id] : [],
        ),
    thirdCrash: () => looking().thirdCrash(),
    followed: () => looking().followed(),
    sending(sent: Sent): string {
      const name = sent.route === 'create' ? sendingCreate(sent) : ''
      heard.left(sent)
      if (name === '') return ''
      onTheWire.set(sent.account, (onTheWire.get(sent.account) ?? 0) + 1)
      return name
    },
    /** `result`: null if the engine instance that asked has ended. */
    answered(sent: Sent, result: TransportResult | null): void {
      heard.heard(sent, result)
      const carried = onTheWire.get(sent.account) ?? 0
      // Ignores those of an earlier engine instance.
      if (sent.route === 'create' && carried > 0) onTheWire.set(sent.account, carried - 1)
    },
    /** How often a brake has stopped a batch. */
    stopsMade: (): number => stopsMade,
    /** Creates that left, over all engine instances. */
    creates: (): number => used.size,
    currentStates: (): CurrentState[] => looking().currentStates(),
    pauses: () => looking().pauses(),
    stops: () => looking().stops(),
    /** Batches that are being validated, or have accounts that are waiting for it. */
    validating: () => looking().validating(),
    /** Done accounts whose status a person asked for once more, and that was not read yet. */
    rechecking: () => looking().rechecking(),
    nameOf,
    note,
    /** Checks every invariant; returns the states that it saw. */
    check(): CurrentState[] {
      const currentStates = looking().currentStates()
      const stops = looking().stops().length
      if (stops > stopsBefore) stopsMade += 1
      stopsBefore = stops
      checkMoves()
      checkProcesses()
      if (currentStates.length !== template.accounts.length)
        note(`There are ${currentStates.length} accounts`)
      for (const currentState of currentStates) {
        const account = template.accounts.find(({ id }) => id === currentState.id)
        if (account !== undefined) checkTruth(account, currentState)
      }
      for (const one of looking().oddAttempts())
        note(`${nameOf(one.id)} is ${one.state} with ${one.open} open attempts`)
      for (const one of looking().oddCounts())
        note(`Counted as ${one.state} of batch ${one.batch}: ${one.counted}, there are ${one.there}`)
      for (const one of looking().oddWaves())
        note(`Wave ${one.number} of batch ${one.batch} has ${one.accounts} accounts of ${one.size}`)
      for (const { reason, message } of looking().pauses()) if (reason === 'fault') note(message)
      return currentStates
    },
    /** Throws the violations found. */
    validateAccounts(): void {
      if (wrong.length > 0) throw new Broken([...new Set(wrong)].join('\n'))
    },
  }
}

export function isBy(process: Process, account: number): boolean {
  return process.accepted.some((attempt) => attempt.startsWith(`${account}#`))
}

export function hasFailed(process: Process, service: Service): boolean {
  return service.hasEnded(process) && process.end !== 'PROCESSED'
}

/** By this machine's clock; no clock change of the year falls into the days of these runs. */
function isQuiet({ days, from, to }: QuietHours, now: number): boolean {
  const date = new Date(now)
  const time = `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
  const today = date.getDay() === 0 ? 7 : date.getDay()
  const yesterday = today === 1 ? 7 : today - 1
  if (from < to) return days.includes(today) && time >= from && time < to
  return (days.includes(today) && time >= from) || (days.includes(yesterday) && time < to)
}
