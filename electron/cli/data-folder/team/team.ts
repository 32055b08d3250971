// Commands of the team: joining and leaving, whether accounts are created, pauses for all, and the board. Each waits until
// the team's database has answered once. Passwords come from the environment or are asked for at the terminal.
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { TeamBoard, TeamTarget } from '../../../../shared/contract/team/board.ts'
import type { TeamAddressInput, TeamView } from '../../../../shared/contract/team/team.ts'
import type { ConnectionView } from '../../../../shared/contract/views.ts'
import { teamTotals } from '../../../../shared/status/team-totals.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'
import { agree } from '../../terminal/agree.ts'
import { askSecretly, canAsk } from '../../terminal/ask.ts'
import type { Hours } from '../../options/quiet-hours.ts'
import { exitCodes, interrupted, refuse } from '../../terminal/exit.ts'
import type { Invocation } from '../../terminal/invocation.ts'
import { spoken } from '../../terminal/spoken.ts'
import { oneLine, print } from '../../terminal/terminal.ts'
import { formatDuration, quoted } from '../../terminal/words.ts'
import { dataTexts } from '../../texts/data.ts'
import { runTexts } from '../../texts/run.ts'
import { teamTexts as words } from '../../texts/team.ts'
import {
  type Client,
  dataFolder,
  existingFolder,
  type Session,
  teamSecretIn,
  type TeamSecretsGiven,
  withPassingSession,
  withSession,
} from '../session.ts'

export type TeamOptions = { readonly dataDir?: string; readonly json?: true }
export type AddressOptions = {
  readonly caFile?: string
  readonly clientCertificate?: string
  readonly clientKey?: string
}
export type JoinOptions = TeamOptions & AddressOptions & { readonly name: string }
export type LeaveOutOptions = TeamOptions & { readonly yes?: true }
export type PauseOptions = TeamOptions & {
  readonly connection?: string
  readonly supplier?: string
  readonly reason?: string
}

export type QuietOptions = TeamOptions & { readonly connection?: string; readonly timeZone?: string }

/** Milliseconds until a state is printed although the database has not answered, and between two looks. */
const answerMs = 20_000
const lookEveryMs = 50

export async function initCommand(
  address: string,
  options: AddressOptions,
  invocation: Invocation,
): Promise<void> {
  const team = await secretsFor(invocation, hasCertificate(options))
  await withPassingSession(
    invocation,
    async ({ client }) => {
      const { version } = await client.team.init(addressOf(address, options))
      await print(invocation, `${words.made({ version })}\n`)
    },
    { team },
  )
}

export async function joinCommand(
  address: string,
  options: JoinOptions,
  invocation: Invocation,
): Promise<number> {
  const team = await secretsFor(invocation, hasCertificate(options))
  const folder = dataFolder(options.dataDir, invocation.env)
  return withSession(
    folder,
    invocation,
    async (session) => {
      await session.client.team.join({ ...addressOf(address, options), ...team, name: options.name })
      const view = await untilAnswered(session)
      if (view === null) throw new Error('The data folder joined and belongs to no team.')
      await print(invocation, linesOf([words.joined({ name: view.name }), stateLine(view)]))
      return codeOf(view)
    },
    { team },
  )
}

/** Exit code 2 while nothing is created. */
export function statusCommand(options: TeamOptions, invocation: Invocation): Promise<number> {
  return withTeam(options, invocation, async (session) => {
    const view = await untilAnswered(session)
    if (options.json === true) await print(invocation, `${JSON.stringify(spoken(view))}\n`)
    else await print(invocation, linesOf(view === null ? [words.none] : statusLines(session, view)))
    return view === null ? exitCodes.done : codeOf(view)
  })
}

export function leaveCommand(options: TeamOptions, invocation: Invocation): Promise<void> {
  return withTeam(options, invocation, async (session) => {
    await untilAnswered(session)
    const { isSaid } = await session.client.team.leave()
    await print(
      invocation,
      linesOf([isSaid ? words.left : words.leftUnsaid({ command: 'carryover team leave-out' })]),
    )
  })
}

export function leaveOutCommand(
  desktop: string,
  options: LeaveOutOptions,
  invocation: Invocation,
): Promise<number> {
  return withTeam(options, invocation, async (session) => {
    await untilAnswered(session)
    const { desktops } = await session.client.team.board()
    const found = desktops.find(({ id }) => id === desktop)
    if (found === undefined) return refuse(words.noDesktop({ id: desktop }))
    const { member, machine } = found
    const question = words.leaveOutQuestion({ member, machine })
    if (!(await agree(invocation, question, options, words))) return exitCodes.attention
    await session.client.team.leaveOut({ desktop })
    await print(invocation, linesOf([words.leftOut({ member, machine })]))
    return exitCodes.done
  })
}

export function pauseCommand(options: PauseOptions, invocation: Invocation): Promise<void> {
  return withTeam(options, invocation, async (session) => {
    await untilAnswered(session)
    const { id, settings } = await connectionOf(session.client, options.connection)
    const { supplier = '', reason = '' } = options
    await session.client.team.pause({ connection: id, supplier, reason })
    await print(invocation, linesOf([words.paused(placeOf(settings.baseUrl, supplier))]))
  })
}

export function resumeCommand(options: PauseOptions, invocation: Invocation): Promise<void> {
  return withTeam(options, invocation, async (session) => {
    await untilAnswered(session)
    const { id, settings } = await connectionOf(session.client, options.connection)
    const { supplier = '' } = options
    await session.client.team.resume({ connection: id, supplier })
    await print(invocation, linesOf([words.resumed(placeOf(settings.baseUrl, supplier))]))
  })
}

export function quietHoursCommand(
  hours: readonly Hours[],
  options: QuietOptions,
  invocation: Invocation,
): Promise<void> {
  return withTeam(options, invocation, async (session) => {
    await untilAnswered(session)
    const { id, settings } = await connectionOf(session.client, options.connection)
    const timeZone = options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
    await session.client.team.quietHours({ connection: id, hours: [...hours], timeZone })
    const service = settings.baseUrl
    const sentence =
      hours.length === 0
        ? words.quietEnded({ service })
        : words.quietSet({ service, hours: hoursWords(hours), zone: timeZone })
    await print(invocation, linesOf([sentence]))
  })
}

export function boardCommand(options: TeamOptions, invocation: Invocation): Promise<void> {
  return withTeam(options, invocation, async (session) => {
    await untilAnswered(session)
    const board = await session.client.team.board()
    const totals = teamTotals(board)
    await print(
      invocation,
      options.json === true ? `${JSON.stringify({ totals, ...board })}\n` : linesOf(boardLines(board)),
    )
  })
}

/** At a terminal a missing password is asked for, and a missing passphrase where the team has a client certificate. */
export async function withTeam<T>(
  options: TeamOptions,
  invocation: Invocation,
  command: (session: Session) => Promise<T>,
): Promise<T> {
  const folder = existingFolder(options.dataDir, invocation.env)
  const isMissing = teamSecretIn(invocation.env, 'passphrase') === null && canAsk(invocation)
  const hasKey = isMissing && (await storedCertificate(folder, invocation))
  return withSession(folder, invocation, command, { team: await secretsFor(invocation, hasKey) })
}

/** Whether the team is reached with a client certificate. Nothing is sent, and the team's database is not reached. */
function storedCertificate(folder: string, invocation: Invocation): Promise<boolean> {
  const looks = { readsOnly: true, damaged: () => undefined } as const
  return withSession(
    folder,
    invocation,
    async ({ client }) => {
      const view = await client.team.get()
      return view !== null && view.clientCertificate !== null
    },
    looks,
  )
}

/** Its key may be in the same file, and either may need the passphrase. */
const hasCertificate = ({ clientCertificate, clientKey }: AddressOptions): boolean =>
  clientCertificate !== undefined || clientKey !== undefined

async function secretsFor(invocation: Invocation, hasKey: boolean): Promise<TeamSecretsGiven> {
  const secretOf = async (name: 'password' | 'passphrase'): Promise<string | null> => {
    const given = teamSecretIn(invocation.env, name)
    if (given !== null || !canAsk(invocation)) return given
    return (await askSecretly(words[name], invocation)) || null
  }
  const password = await secretOf('password')
  return { password, passphrase: hasKey ? await secretOf('passphrase') : null }
}

function addressOf(address: string, { caFile, clientCertificate, clientKey }: AddressOptions) {
  const at = (file: string | undefined): string | null => (file === undefined ? null : resolve(file))
  return {
    address,
    caFile: at(caFile),
    clientCertificate: at(clientCertificate),
    clientKey: at(clientKey),
  } satisfies TeamAddressInput
}

/** Null: there is no team. */
export async function untilAnswered({ client, invocation }: Session): Promise<TeamView | null> {
  const until = performance.now() + answerMs
  for (;;) {
    const view = await client.team.get()
    const isOpen = view?.state === 'connecting' || view?.state === 'comparing'
    if (!isOpen || performance.now() > until) return view
    if (invocation.signal.aborted) throw interrupted()
    await wait(lookEveryMs)
  }
}

export async function connectionOf(client: Client, name: string | undefined): Promise<ConnectionView> {
  const all = await client.connections.list()
  const found = name === undefined ? all : all.filter((one) => one.name === name)
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  return refuse(name === undefined ? words.whichConnection : dataTexts.connections.unknown({ name }))
}

const codeOf = ({ state }: TeamView): number => (state === 'ready' ? exitCodes.done : exitCodes.attention)

export const linesOf = (lines: readonly string[]): string => `${lines.map(oneLine).join('\n')}\n`

export function placeOf(service: string, supplier: string) {
  return { service, supplier, hasSupplier: supplier === '' ? 'no' : 'yes' }
}

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** As `--quiet-hours` takes them. */
function hoursWords(hours: readonly Hours[]): string {
  return hours
    .map(({ days, from, to }) => {
      const named =
        days.length === dayNames.length ? '' : `${days.map((day) => dayNames[day - 1]).join(',')} `
      return `${named}${from}-${to}`
    })
    .join('; ')
}

function stateLine({ state, why }: TeamView): string {
  return sentenceOf(why) ?? (state === 'ready' ? words.ready : words.connecting)
}

function statusLines({ folder }: Session, view: TeamView): string[] {
  const { name, address, waiting, pauses, quietHours, withOthers } = view
  const command = (desktop: string): string =>
    `carryover team leave-out ${desktop} --data-dir ${quoted(folder)}`
  return [
    words.member({ name, address }),
    stateLine(view),
    ...pauses.map(({ service, supplier, member, reason, why, since }) =>
      words.pause({
        ...placeOf(service, supplier),
        member,
        at: since,
        reason: sentenceOf(why) ?? reason,
        hasReason: why === null && reason === '' ? 'no' : 'yes',
      }),
    ),
    ...quietHours.map(({ service, member, hours, timeZone, since, isNow }) =>
      words.quiet({
        service,
        hours: hoursWords(hours),
        zone: timeZone,
        member,
        at: since,
        isNow: isNow ? 'yes' : 'no',
      }),
    ),
    ...waiting.map(({ desktop, member, machine, seen }) =>
      words.waiting({ member, machine, at: seen, command: command(desktop) }),
    ),
    ...(withOthers === 0 ? [] : [words.withOthers({ accounts: withOthers })]),
  ]
}

function boardLines(board: TeamBoard): string[] {
  const { created, accounts, desktops, perMinute } = teamTotals(board)
  const { left, targets, days } = board
  return [
    words.total({
      created,
      accounts,
      desktops,
      hasLeft: left === null ? 'no' : 'yes',
      left: left === null ? '' : runTexts.progress.about({ time: formatDuration(left.likelyMs / 1000) }),
    }),
    ...(perMinute === null ? [] : [words.pace({ perMinute: Math.round(perMinute) })]),
    ...targets.map(targetLine),
    ...days.filter((day) => day.created > 0).map((day) => words.day({ at: day.from, created: day.created })),
    ...board.desktops.map(({ id, member, machine, seen, isThere, isThis }) =>
      words.desktop({
        id,
        member,
        machine,
        at: seen,
        isThere: isThere ? 'yes' : 'no',
        isThis: isThis ? 'yes' : 'no',
      }),
    ),
    ...(board.batches.length === 0 ? [words.noBatches] : board.batches.map(batchLine)),
    ...(board.sums.batches > board.batches.length
      ? [words.newestBatches({ shown: board.batches.length, batches: board.sums.batches })]
      : []),
  ]
}

export function targetLine({ id, service, supplier, name, member, loadedAt, ...counts }: TeamTarget): string {
  const { keys, created, found, open } = counts
  const rest = keys - created - found - open
  return words.target({
    ...placeOf(service, supplier),
    id,
    name,
    hasName: name === '' ? 'no' : 'yes',
    member,
    at: loadedAt,
    keys,
    created,
    found,
    open,
    rest,
  })
}

function batchLine({
  name,
  member,
  service,
  progress,
  saidAt,
  removedAt,
}: TeamBoard['batches'][number]): string {
  const created = progress?.outcomes.created ?? 0
  if (removedAt !== null) return words.batchRemoved({ name, member, service, created, at: removedAt })
  return words.batch({
    name,
    member,
    service,
    accounts: progress?.accounts ?? 0,
    created,
    withOthers: progress?.outcomes.with_member ?? 0,
    needsPerson: progress?.needsPerson ?? 0,
    isSending: typeof progress?.perMinute === 'number' ? 'yes' : 'no',
    perMinute: Math.round(progress?.perMinute ?? 0),
    at: saidAt,
  })
}
