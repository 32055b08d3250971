// Closed list of network problems: the reasons why a service cannot be reached or is not the expected one, each
// with title, clause and advice as messages. The window and the command line show the same text.
import { z } from 'zod'
import { type Message, message, type MessageKey, type Said } from '../texts/message.ts'
import { quoted } from '../texts/join.ts'

export const troubleKinds = [
  'name_not_found',
  'connection_refused',
  'host_unreachable',
  'connect_timeout',
  'no_answer_in_time',
  'connection_broken',
  'proxy_not_found',
  'proxy_unreachable',
  'proxy_timeout',
  'proxy_password_wanted',
  'proxy_password_wrong',
  'proxy_method_unknown',
  'proxy_forbids',
  'proxy_cannot_reach',
  'proxy_odd_answer',
  'proxy_kind_unknown',
  'proxy_certificate',
  'system_proxy_unreadable',
  'pac_not_loadable',
  'pac_error',
  'pac_timeout',
  'certificate_expired',
  'certificate_not_yet_valid',
  'certificate_self_signed',
  'certificate_unknown_issuer',
  'certificate_wrong_host',
  'certificate_refused',
  'tls_version',
  'tls_handshake',
  'client_certificate_wanted',
  'client_certificate_refused',
  'client_certificate_unreadable',
  'client_key_wrong',
  'client_key_open',
  'client_passphrase_wrong',
  'ca_file_unreadable',
  'http_on_https_port',
  'https_on_http_port',
  'html_answer',
  'redirected',
  'service_error',
] as const
export const troubleKind = z.enum(troubleKinds)
export type TroubleKind = z.infer<typeof troubleKind>

/** Known details. Hosts include their port; never a password, never a body. */
export type Trouble = {
  readonly kind: TroubleKind
  /** The service, or the token endpoint. */
  readonly host: string
  readonly proxy?: string | undefined
  /** For a certificate: its issuer, its names, and its validity period. */
  readonly issuer?: string | undefined
  readonly names?: string | undefined
  readonly validFrom?: string | undefined
  readonly validTo?: string | undefined
  /** A file in the settings, or the address of a PAC script. */
  readonly place?: string | undefined
  readonly status?: number | undefined
  readonly seconds?: number | undefined
  /** An error code, an error of the PAC script, or a clause of ours; for support. */
  readonly detail?: Said | undefined
}

export type TroubleWords = {
  readonly title: Message
  /** What happened, as a clause without a full stop, for use after a colon. */
  readonly clause: Message
  /** The same as a sentence of its own. */
  readonly sentence: Message
  /** Advice, in one or two sentences. */
  readonly advice: Message
}

/** Kinds whose clause ends with the detail in brackets. */
const withDetail: ReadonlySet<TroubleKind> = new Set([
  'host_unreachable',
  'connection_broken',
  'proxy_unreachable',
  'proxy_method_unknown',
  'proxy_odd_answer',
  'proxy_kind_unknown',
  'proxy_certificate',
  'system_proxy_unreadable',
  'pac_not_loadable',
  'pac_error',
  'certificate_refused',
  'tls_version',
  'tls_handshake',
  'client_certificate_refused',
  'client_certificate_unreadable',
  'client_key_wrong',
  'ca_file_unreadable',
])

/** The status to name where the trouble has none. */
const usualStatus: Partial<Readonly<Record<TroubleKind, number>>> = {
  proxy_forbids: 403,
  proxy_cannot_reach: 502,
  html_answer: 200,
  redirected: 302,
  service_error: 500,
}

/** Texts for the user; the same in the window, on the command line and in the timeline. */
export function troubleWords(trouble: Trouble): TroubleWords {
  const { kind } = trouble
  return {
    title: keyed(`network.${kind}_title`),
    clause: clauseOf(trouble, 'no'),
    sentence: message('network.sentence', { clause: clauseOf(trouble, 'yes') }),
    advice: keyed(`network.${kind}_advice`, { file: trouble.place ?? message('network.a_file') }),
  }
}

/** @param begins whether the clause begins a sentence, and so with a capital letter */
function clauseOf(trouble: Trouble, begins: 'yes' | 'no'): Message {
  const { kind } = trouble
  const clause = keyed(`network.${kind}_clause`, clauseValues(trouble, begins))
  const detail =
    kind === 'proxy_odd_answer' && trouble.status !== undefined ? `HTTP ${trouble.status}` : trouble.detail
  const isShown = withDetail.has(kind) && detail !== undefined && detail !== ''
  return isShown ? message('network.with_detail', { clause, detail }) : clause
}

/** What any of the clauses names; each takes its own of them. What is not known is said so. */
function clauseValues(trouble: Trouble, begins: 'yes' | 'no'): NonNullable<Message['values']> {
  const { kind, host, place, issuer, seconds, detail } = trouble
  const unknownPlace = message('network.address_unknown')
  return {
    begins,
    host,
    proxy: trouble.proxy ?? unknownPlace,
    script: place ?? unknownPlace,
    file: place ?? message('network.name_unknown'),
    target: place ?? '',
    known: place === undefined ? 'no' : 'yes',
    mode: detail === undefined || detail === '' ? message('network.mode_unknown') : detail,
    status: trouble.status ?? usualStatus[kind] ?? '',
    seconds: seconds ?? '',
    timed: seconds === undefined ? 'no' : 'yes',
    issuer: issuer === undefined ? message('network.an_authority') : quoted(issuer),
    names: trouble.names ?? message('network.another_name'),
    from: trouble.validFrom ?? message('network.later_day'),
    until: trouble.validTo ?? message('network.earlier_day'),
  }
}

/** The compiler checks the keys; the table in the tests says each kind's clause with its values. */
function keyed(key: MessageKey, values?: Message['values']): Message {
  return values === undefined ? { key } : { key, values }
}
