// Oracle after desktops of a team have finished: compares their data folders, their reports, the team's database and the
// ledger of what the service received. Whose create it was is seen by the surname in it.
import { expect } from 'vitest'
import { z } from 'zod'
import type { LedgerEntry } from '../../../../electron/sandbox/storage/ledger.ts'
import { inDatabase, type Line, parseCsv } from '../../api/harness.ts'
import { wrongsOf } from '../../faults/oracle.ts'
import { joinTeam } from '../team-desktops.ts'
import type { KilledDesktop, Workspaces } from './killed-desktops.ts'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

export type TeamOutcome = {
  /** Creates that the service received, and those of them that it answered as accepted. */
  readonly creates: number
  readonly accepted: number
  /** Accounts of each desktop's report by outcome. */
  readonly outcomes: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** The outcomes with which an account is on the platform by the desktop's own create. */
const own: readonly string[] = ['created', 'whose_account_unsure']

/** Throws if a promise is broken. The desktops have ended everything, and their processes are gone. */
export async function expectTeamAgrees(workspaces: Workspaces): Promise<TeamOutcome> {
  const reports = new Map<KilledDesktop, readonly Line[]>()
  for (const one of workspaces.desktops) reports.set(one, await reportOf(workspaces, one))
  const { ledger } = workspaces.sandbox
  const senders = sendersOf(ledger.entries())
  const wrongs: string[] = []
  for (const [identity, { surnames, worked }] of senders) {
    if (surnames.size > 1) wrongs.push(`${identity} was sent by ${[...surnames].join(' and ')}`)
    if (worked > 1) wrongs.push(`${identity} was created ${worked} times`)
  }
  const all = new Set(workspaces.desktops.flatMap(({ accounts }) => accounts))
  for (const account of all) wrongs.push(...unlikeTheReports(account, reports, senders))
  if (senders.size !== all.size) wrongs.push(`${senders.size} of ${all.size} accounts were sent`)
  wrongs.push(...(await unlikeTheClaims(workspaces, reports)))
  expect(wrongs.slice(0, 20)).toEqual([])
  return {
    creates: ledger.entries().filter(({ route }) => route === 'create').length,
    accepted: ledger.acceptedCreates().size,
    outcomes: Object.fromEntries([...reports].map(([{ name }, lines]) => [name, countOutcomes(lines)])),
  }
}

/** Opens the data folder, waits until it knows what became of the others' accounts, and writes its report. */
async function reportOf(workspaces: Workspaces, one: KilledDesktop): Promise<readonly Line[]> {
  const { desktop, batch, accounts, name } = one
  await desktop.start()
  await joinTeam(desktop, workspaces.server, one.address, name)
  const openHolders = (): unknown =>
    inDatabase(desktop.data, (database) =>
      database.prepare(`SELECT count(*) FROM team_holder WHERE state <> 'there'`).pluck().get(),
    )
  while (openHolders() !== 0) await wait(50)
  const client = desktop.client()
  const { rows, unexplained } = await client.batches.reconcile({ batch })
  const written = await client.batches.report({ batch, folder: join(desktop.folder, 'report') })
  await desktop.stop()
  const wrongs = wrongsOf({
    data: desktop.data,
    sandbox: workspaces.sandbox,
    unexplained: [unexplained, written.unexplained],
    attemptsLost: true,
  })
  expect([name, ...wrongs]).toEqual([name])
  expect([name, rows]).toEqual([name, accounts.length])
  const lines = parseCsv(readFileSync(written.files['results_csv'] ?? '', 'utf8'))
  expect([name, ...lines.map((line) => line['carryover_account'])]).toEqual([name, ...accounts])
  return lines
}

type Sender = { readonly surnames: Set<string>; worked: number }

/** By the account's number: who sent creates of it, and how many of them did something or would have done it twice. */
function sendersOf(entries: readonly LedgerEntry[]): Map<string, Sender> {
  const senders = new Map<string, Sender>()
  for (const { route, account, body, work, duplicateOf } of entries) {
    if (route !== 'create' || account === null || duplicateOf !== null) continue
    const sender = senders.get(account) ?? { surnames: new Set(), worked: 0 }
    senders.set(account, sender)
    sender.surnames.add(surnameIn(body))
    if (work !== 'none') sender.worked += 1
  }
  return senders
}

const payload = z.object({ customers: z.array(z.object({ family_name: z.string() })) })

function surnameIn(body: string | null): string {
  return payload.parse(JSON.parse(body ?? '')).customers[0]?.family_name ?? ''
}

/** One report says that it created the account, and the others with it that it is with another operator. */
function unlikeTheReports(
  account: string,
  reports: ReadonlyMap<KilledDesktop, readonly Line[]>,
  senders: ReadonlyMap<string, Sender>,
): string[] {
  const said = [...reports].flatMap(([{ name }, lines]) => {
    const line = byAccount(lines).get(account)
    return line === undefined
      ? []
      : [{ name, outcome: line['outcome'] ?? '', problems: line['problems'] ?? '' }]
  })
  const creators = said.filter(({ outcome }) => own.includes(outcome))
  const sender = [...(senders.get(account)?.surnames ?? [])][0]
  if (creators.length !== 1 || creators[0]?.name !== sender)
    return [`${account} was sent by ${sender}, and the reports say ${JSON.stringify(said)}`]
  return said.flatMap(({ name, outcome, problems }) =>
    name === sender || (outcome === 'with_member' && problems.includes(sender ?? ''))
      ? []
      : [`${account} is ${outcome} at ${name} (${problems}), and ${sender} created it`],
  )
}

const indexes = new WeakMap<readonly Line[], ReadonlyMap<string, Line>>()

function byAccount(lines: readonly Line[]): ReadonlyMap<string, Line> {
  const known = indexes.get(lines)
  if (known !== undefined) return known
  const index = new Map(lines.map((line) => [line['carryover_account'] ?? '', line]))
  indexes.set(lines, index)
  return index
}

/** The team's database knows for each desktop as many accounts on the platform as its report, and no open claim. */
async function unlikeTheClaims(
  { server, address }: Workspaces,
  reports: ReadonlyMap<KilledDesktop, readonly Line[]>,
): Promise<string[]> {
  const rows = await server.query(
    `SELECT m.name, c.state, count(*)::int AS claims FROM carryover.claim c
     JOIN carryover.desktop d ON d.id = c.desktop JOIN carryover.member m ON m.id = d.member GROUP BY 1, 2 ORDER BY 1, 2`,
    address,
  )
  const wanted = [...reports]
    .map(([{ name }, lines]) => ({
      name,
      state: 'there',
      claims: lines.filter((line) => own.includes(line['outcome'] ?? '')).length,
    }))
    .filter(({ claims }) => claims > 0)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return JSON.stringify(rows) === JSON.stringify(wanted)
    ? []
    : [`the claims are ${JSON.stringify(rows)}, and the reports say ${JSON.stringify(wanted)}`]
}

function countOutcomes(lines: readonly Line[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const line of lines) {
    const outcome = line['outcome'] ?? ''
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }
  return counts
}
