// Classifies a network error by its code and stage into one kind of trouble. Pure, with its table in the tests. Codes
// decide, as Node (net, dns, OpenSSL or BoringSSL) gives them; never the wording of a message.
import type { Trouble, TroubleKind } from '../../../../../shared/sending/network-trouble.ts'

/**
 * proxy: connecting to the proxy; tunnel: its answer to CONNECT; target: connecting to the service; open: on the
 * established connection.
 */
export type Stage = 'proxy' | 'tunnel' | 'target' | 'open'

export type Evidence = {
  readonly stage: Stage
  /** Codes of the error, its causes and its aggregated errors, outermost first. */
  readonly codes: readonly string[]
  /** tunnel: the status of the proxy's answer. */
  readonly status?: number
  /** tunnel: its `Proxy-Authenticate` headers. */
  readonly challenges?: readonly string[]
  /** A user name or a password was given to the proxy. */
  readonly gaveCredentials?: boolean
  /** A client certificate was offered to the service. */
  readonly gaveCertificate?: boolean
  /** open: the service requested a client certificate during the handshake. */
  readonly wantsCertificate?: boolean
  /** open: first bytes of what came instead of HTTP. */
  readonly firstBytes?: Uint8Array
}

/** An attempt to connect has failed: no byte of the request has left. */
export class ConnectFailure extends Error {
  readonly trouble: Trouble
  /** The reported code; none of undici's own, which would make it retry. */
  readonly code: string
  constructor(trouble: Trouble, code: string, cause?: unknown) {
    super(trouble.kind, { cause })
    this.name = 'ConnectFailure'
    this.trouble = trouble
    this.code = code
  }
}

export function isConnectFailure(error: unknown): error is ConnectFailure {
  return error instanceof ConnectFailure
}

/** The codes of an error, its causes and its aggregated errors; at most ten. */
export function codesOf(error: unknown): string[] {
  const codes: string[] = []
  const waiting: unknown[] = [error]
  for (let next = waiting.shift(); next !== undefined && codes.length < 10; next = waiting.shift()) {
    if (!(next instanceof Error)) continue
    if ('code' in next && typeof next.code === 'string') codes.push(next.code)
    if (next instanceof AggregateError) waiting.push(...next.errors)
    if (next.cause !== undefined) waiting.push(next.cause)
  }
  return codes
}

const reset = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|ECONNABORTED)$/
const timedOut = /^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT|UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT)$/
const notHttps =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_LAYER_FAILURE)$|^ERR_SSL_HTTPS_PROXY_REQUEST$/
const version =
  /^ERR_SSL_.*(PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|NO_PROTOCOLS_AVAILABLE|INAPPROPRIATE_FALLBACK|VERSION_TOO_LOW)/
const aboutOurs =
  /^ERR_SSL_.*ALERT_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_REVOKED|CERTIFICATE_EXPIRED|CERTIFICATE_UNKNOWN|UNKNOWN_CA|ACCESS_DENIED|DECRYPT_ERROR|NO_CERTIFICATE)/
const handshake = /^ERR_SSL_.*HANDSHAKE_FAILURE/

const certificates: Readonly<Record<string, TroubleKind>> = {
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_not_yet_valid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate_self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate_unknown_issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate_unknown_issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate_unknown_issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate_unknown_issuer',
  CERT_UNTRUSTED: 'certificate_unknown_issuer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_wrong_host',
  HOSTNAME_MISMATCH: 'certificate_wrong_host',
  CERT_REVOKED: 'certificate_refused',
  CERT_REJECTED: 'certificate_refused',
  CERT_CHAIN_TOO_LONG: 'certificate_refused',
  CERT_SIGNATURE_FAILURE: 'certificate_refused',
  INVALID_CA: 'certificate_refused',
  INVALID_PURPOSE: 'certificate_refused',
  PATH_LENGTH_EXCEEDED: 'certificate_refused',
}

function certificateKind(codes: readonly string[]): TroubleKind | null {
  for (const code of codes) {
    if (Object.hasOwn(certificates, code)) return certificates[code] ?? null
    // Includes keys that are too short and digests that are too weak.
    if (/^(CERT_|EE_|CA_|CRL_|ERR_TLS_CERT|UNABLE_TO_|ERROR_IN_CERT|INVALID_)/.test(code))
      return 'certificate_refused'
  }
  return null
}

/** One kind for every error; the default is a broken connection or an unreachable host. */
export function troubleKindOf(evidence: Evidence): TroubleKind {
  const { stage, codes } = evidence
  const any = (pattern: RegExp): boolean => codes.some((code) => pattern.test(code))
  if (stage === 'tunnel' && evidence.status !== undefined) return tunnelKind(evidence, evidence.status)
  if (stage === 'proxy' || stage === 'tunnel') {
    if (any(/^(ENOTFOUND|EAI_)/)) return 'proxy_not_found'
    if (certificateKind(codes) !== null || any(/^ERR_SSL_/) || any(/^EPROTO$/)) return 'proxy_certificate'
    if (any(timedOut)) return stage === 'proxy' ? 'proxy_unreachable' : 'proxy_timeout'
    return stage === 'tunnel' || any(/^HPE_/) ? 'proxy_odd_answer' : 'proxy_unreachable'
  }
  if (any(/^(ENOTFOUND|EAI_)/)) return 'name_not_found'
  const certificate = certificateKind(codes)
  if (certificate !== null) return certificate
  if (any(aboutOurs)) return evidence.gaveCertificate === true ? 'client_certificate_refused' : wanted(codes)
  if (any(version)) return 'tls_version'
  if (any(handshake)) return evidence.gaveCertificate === true ? 'tls_handshake' : 'client_certificate_wanted'
  if (any(notHttps)) return 'http_on_https_port'
  if (any(/^(ERR_SSL_|EPROTO$)/)) return 'tls_handshake'
  if (stage === 'open') return openKind(evidence)
  if (any(/^ECONNREFUSED$/)) return 'connection_refused'
  if (any(timedOut)) return 'connect_timeout'
  return any(reset) ? 'tls_handshake' : 'host_unreachable'
}

/**
 * On an established connection: a service that requested a certificate and hangs up without a message did not accept
 * ours.
 */
function openKind({ codes, firstBytes, wantsCertificate, gaveCertificate }: Evidence): TroubleKind {
  if (codes.some((code) => code.startsWith('HPE_')))
    return isTlsRecord(firstBytes) ? 'https_on_http_port' : 'connection_broken'
  if (wantsCertificate !== true || !codes.some((code) => reset.test(code))) return 'connection_broken'
  return gaveCertificate === true ? 'client_certificate_refused' : 'client_certificate_wanted'
}

/** A certificate alert although we gave none: the service requires one. */
function wanted(codes: readonly string[]): TroubleKind {
  return codes.some((code) => /CERTIFICATE_REQUIRED|BAD_CERTIFICATE|NO_CERTIFICATE|ACCESS_DENIED/.test(code))
    ? 'client_certificate_wanted'
    : 'tls_handshake'
}

function tunnelKind({ challenges = [], gaveCredentials }: Evidence, status: number): TroubleKind {
  if (status === 407) {
    const knowsBasic = challenges.length === 0 || challenges.some((text) => /(^|,\s*)basic\b/i.test(text))
    if (!knowsBasic) return 'proxy_method_unknown'
    return gaveCredentials === true ? 'proxy_password_wrong' : 'proxy_password_wanted'
  }
  if (status === 401 || status === 403 || status === 451) return 'proxy_forbids'
  if (status === 502 || status === 503) return 'proxy_cannot_reach'
  if (status === 504) return 'proxy_timeout'
  return 'proxy_odd_answer'
}

/** A TLS alert or handshake record where a line of HTTP was expected. */
function isTlsRecord(bytes: Uint8Array | undefined): boolean {
  return bytes !== undefined && (bytes[0] === 0x15 || bytes[0] === 0x16) && bytes[1] === 0x03
}
