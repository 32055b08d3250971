// Why something in a team's database was not done: one kind and one sentence for every error of PostgreSQL and of the
// way to it. An error in our own statements is a bug and is thrown.
import { DatabaseError } from 'pg'
import { type Trouble, type TroubleKind, troubleWords } from '../../../../shared/sending/network-trouble.ts'
import { type Message, message } from '../../../../shared/texts/message.ts'
import { codesOf, troubleKindOf } from '../../sending/service-client/network/connect-failure.ts'
import { messageOf } from '../../system/failure.ts'

/**
 * address: it is no address; unreachable: nobody answers, or not now; refused: user or password; tls: the certificate,
 * its authority or our own; too_old_server: before PostgreSQL 15; not_durable: it may forget what it confirmed;
 * read_only_server: a standby; not_a_team: no such database or no tables of ours; newer_team: its tables are newer than
 * this program; lost: the connection broke; too_slow: its own time limit ended it; conflict: to be tried again; full: no
 * room on its disk; not_allowed: the role lacks a right.
 */
export type TeamTroubleKind =
  | 'address'
  | 'unreachable'
  | 'refused'
  | 'tls'
  | 'too_old_server'
  | 'not_durable'
  | 'read_only_server'
  | 'not_a_team'
  | 'newer_team'
  | 'lost'
  | 'too_slow'
  | 'conflict'
  | 'full'
  | 'not_allowed'

export type TeamTrouble = {
  readonly kind: TeamTroubleKind
  readonly message: Message
  /** The server may have done it all the same: the connection broke before its answer came. */
  readonly mayBeDone: boolean
}

export type TeamResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly trouble: TeamTrouble }

export function troubled(
  kind: TeamTroubleKind,
  words: Message,
  mayBeDone = false,
): { readonly ok: false; readonly trouble: TeamTrouble } {
  return { ok: false, trouble: { kind, message: words, mayBeDone } }
}

/** Carries a trouble out of a transaction's work and out of the check of a new connection. */
export class TroubleError extends Error {
  readonly trouble: TeamTrouble
  constructor(trouble: TeamTrouble) {
    super(trouble.kind)
    this.trouble = trouble
  }
}

/**
 * connect: no statement has left; statement: a statement of its own was sent; inside: one of a transaction that was not
 * committed; commit: the commit was sent.
 */
export type Stage = 'connect' | 'statement' | 'inside' | 'commit'

/** What sentences name of an address. */
type Place = { readonly shown: string; readonly user: string; readonly tls: boolean }

/** The trouble of an error at a stage. Throws the error if it is a bug of ours. */
export function troubleOf(error: unknown, stage: Stage, address: Place): TeamTrouble {
  if (error instanceof TroubleError) return error.trouble
  const host = address.shown
  if (!(error instanceof DatabaseError)) {
    if (stage === 'connect' && noPassword.test(messageOf(error)))
      return troubled('refused', message('team.password_missing', { host, user: address.user })).trouble
    const kind = wayKindOf(error)
    if (kind === null) throw error
    if (stage !== 'connect') return lost(stage, host, messageOf(error))
    return ofNetwork({ kind, host, detail: codesOf(error)[0] ?? messageOf(error) }, address.tls)
  }
  const code = error.code ?? ''
  const at = (kind: TeamTroubleKind, words: Message): TeamTrouble => troubled(kind, words).trouble
  // A server that stops may have committed before: it reports the same when only its wait for a standby ended.
  if (stage !== 'connect' && /^57P|^08/.test(code)) return lost(stage, host, code)
  if (/^57P|^53300|^08/.test(code))
    return at('unreachable', message('team.unreachable', { host, why: message('team.not_now', { code }) }))
  if (code.startsWith('28')) return at('refused', message('team.refused', { user: address.user, host, code }))
  if (code === '3D000') return at('not_a_team', message('team.no_database', { host }))
  if (/^(42P01|3F000)$/.test(code)) return at('not_a_team', message('team.not_a_team', { host }))
  if (code === '42501')
    return at('not_allowed', message('team.not_allowed', { user: address.user, host, why: error.message }))
  if (/^(57014|55P03|25P0[234])$/.test(code)) return at('too_slow', message('team.too_slow', { host }))
  if (/^(40001|40P01)$/.test(code)) return at('conflict', message('team.conflict', { host }))
  if (/^(53100|53200|53400|58)/.test(code)) return at('full', message('team.full', { host, code }))
  if (code === '25006') return at('read_only_server', message('team.read_only_server', { host }))
  throw error
}

/** Of a database whose tables a newer program made: what is not as this one knows it is no bug. */
export function troubleOfReading(error: unknown, stage: Stage, address: Place): TeamTrouble {
  const code = error instanceof DatabaseError ? (error.code ?? '') : ''
  const isOther = stage !== 'connect' && code !== '42501' && /^(42|25006|3F000)/.test(code)
  try {
    if (!isOther) return troubleOf(error, stage, address)
  } catch {
    // Rows of another form.
  }
  return troubled('newer_team', message('team.newer_unreadable', { host: address.shown })).trouble
}

function lost(stage: Stage, host: string, why: string): TeamTrouble {
  return troubled('lost', message('team.lost', { host, why }), stage === 'statement' || stage === 'commit')
    .trouble
}

/** The driver's words where the server asks for a password and none was given. */
const noPassword = /client password must be a (?:non-empty )?string/

/** What the driver says without a code, by its kind. The driver's version is exact, and tests meet each of them. */
const driverWords: readonly (readonly [RegExp, TroubleKind])[] = [
  [/does not support SSL/, 'tls_handshake'],
  [/timeout|Query read/, 'connect_timeout'],
  [/^Connection terminated|establishing an SSL connection|is not queryable$/, 'connection_broken'],
]

/** The kind of an error of the network or of TLS; null for any other error. */
function wayKindOf(error: unknown): TroubleKind | null {
  const codes = codesOf(error)
  if (codes.length > 0) return troubleKindOf({ stage: 'target', codes })
  const words = messageOf(error)
  return driverWords.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

/** Also for certificates and keys in files that cannot be used. */
export function ofNetwork(trouble: Trouble, tls: boolean): TeamTrouble {
  const why = troubleWords(trouble).clause
  return tls && /^(certificate_|client_|ca_file_|tls_)/.test(trouble.kind)
    ? troubled('tls', message('team.tls', { why })).trouble
    : troubled('unreachable', message('team.unreachable', { host: trouble.host, why })).trouble
}
