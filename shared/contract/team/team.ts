// Contract calls about the team that this workspace belongs to: joining and leaving, what holds for all, and its board.
import { z } from 'zod'
import { base } from '../base.ts'
import { said } from '../../texts/message.ts'
import { quietHours } from '../../sending/quiet-hours.ts'
import { teamAuditCalls } from './audit.ts'
import { boardCalls } from './board.ts'

/** Of the team's database. The password is kept in the key store. */
export const teamAddress = z.object({
  /** `postgres://user@host:port/database`. */
  address: z.string(),
  /** Paths of files; null: not used. */
  caFile: z.string().nullable().default(null),
  clientCertificate: z.string().nullable().default(null),
  clientKey: z.string().nullable().default(null),
})
export type TeamAddressInput = z.infer<typeof teamAddress>

const teamSecrets = z.object({
  /** Null: the stored one, or none. */
  password: z.string().nullable().default(null),
  /** Of the client key. */
  passphrase: z.string().nullable().default(null),
})

/**
 * ready: accounts are claimed and created. In all other states nothing is created: connecting and away: the database is not
 * reached; comparing and waiting: this desktop, or another one, compares its records; left: it belongs to the team no more;
 * replaced: its data folder was opened again elsewhere; read_only: a newer program made the tables; failed: an unexpected
 * error ended the team's work, which begins again by itself.
 */
export const teamStates = [
  'connecting',
  'ready',
  'away',
  'comparing',
  'waiting',
  'left',
  'replaced',
  'read_only',
  'failed',
] as const
export type TeamStateName = (typeof teamStates)[number]

const waitingDesktop = z.object({
  desktop: z.string(),
  member: z.string(),
  machine: z.string(),
  /** When it was there last, in milliseconds since 1970. */
  seen: z.number(),
})

export const teamPause = z.object({
  /** The service's address. */
  service: z.string(),
  /** Empty: the whole service. */
  supplier: z.string(),
  member: z.string(),
  /** Paused by a person, because the service says that the supplier is closed, or because a brake for all has tripped. */
  kind: z.enum(['person', 'closed', 'brake']),
  /** A person's words. */
  reason: z.string(),
  /** Who met it and what it is; null: a person paused it. */
  why: said.nullable(),
  since: z.number(),
})

export const teamQuietHours = z.object({
  service: z.string(),
  hours: z.array(quietHours),
  /** By whose clock they begin and end, such as `Europe/London`. */
  timeZone: z.string(),
  member: z.string(),
  since: z.number(),
  /** It is quiet now; `until`: null: it does not end. */
  isNow: z.boolean(),
  until: z.number().nullable(),
})

export const teamView = z.object({
  /** As others see this desktop. */
  name: z.string(),
  ...teamAddress.shape,
  state: z.enum(teamStates),
  /** Why nothing is created; null: it is. */
  why: said.nullable(),
  /** Desktops whose records are waited for. */
  waiting: z.array(waitingDesktop),
  pauses: z.array(teamPause),
  quietHours: z.array(teamQuietHours),
  /** Accounts of this workspace that are with somebody else. */
  withOthers: z.number(),
})
export type TeamView = z.infer<typeof teamView>

export const teamCalls = {
  /** Null: the workspace belongs to no team. */
  get: base.output(teamView.nullable()),
  /** Makes the tables in an empty database, or brings them up to date. */
  init: base.input(teamAddress.extend(teamSecrets.shape)).output(z.object({ version: z.number() })),
  join: base.input(teamAddress.extend(teamSecrets.shape).extend({ name: z.string() })).output(teamView),
  /** What this desktop has claimed stays claimed. `isSaid`: the team's database knows it; otherwise others leave it out. */
  leave: base.output(z.object({ isSaid: z.boolean() })),
  /** Nobody waits for this desktop any more, because it does not come back. */
  leaveOut: base.input(z.object({ desktop: z.string() })).output(z.void()),
  /** For everybody, at once. */
  pause: base
    .input(
      z.object({ connection: z.number(), supplier: z.string().default(''), reason: z.string().max(2000) }),
    )
    .output(z.void()),
  resume: base.input(z.object({ connection: z.number(), supplier: z.string().default('') })).output(z.void()),
  /** Hours in which no desktop creates accounts there, in the place of those before; none: ends them. */
  quietHours: base
    .input(z.object({ connection: z.number(), hours: z.array(quietHours).max(20), timeZone: z.string() }))
    .output(z.void()),
  ...boardCalls,
  ...teamAuditCalls,
}
