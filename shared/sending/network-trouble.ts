// Closed list of network problems: the reasons why a service cannot be reached or is not the expected one, each
// with a message and advice. The window and the command line show the same text.
import { z } from 'zod'
import { assertNever } from '../contract/assert-never.ts'

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
  /** An error code, or an error of the PAC script; for support. */
  readonly detail?: string | undefined
}

export type TroubleWords = {
  readonly title: string
  /** What happened, as a clause without a full stop. */
  readonly what: string
  /** Advice, in one or two sentences. */
  readonly advice: string
}

const addCa =
  'add the certificate of that authority under Network (a file, or the system’s authorities), after your IT department has confirmed it.'

/** Texts for the user; the same in the window, on the command line and in the timeline. */
export function troubleWords(trouble: Trouble): TroubleWords {
  return proxyWords(trouble) ?? certificateWords(trouble) ?? otherWords(trouble)
}

function proxyWords(trouble: Trouble): TroubleWords | null {
  const { kind, host, detail } = trouble
  const proxy = trouble.proxy ?? 'the proxy'
  const place = trouble.place ?? 'the PAC script'
  switch (kind) {
    case 'proxy_not_found':
      return {
        title: 'The proxy’s name is unknown',
        what: `the address of the proxy ${proxy} could not be found`,
        advice:
          'Check the proxy’s name under Network. Where it is known only inside the company, connect the VPN.',
      }
    case 'proxy_unreachable':
      return {
        title: 'The proxy cannot be reached',
        what: `the proxy ${proxy} did not accept a connection${behind(detail)}`,
        advice: 'Check the proxy’s name and port under Network, and whether a VPN is needed.',
      }
    case 'proxy_timeout':
      return {
        title: 'The proxy does not answer',
        what: `the proxy ${proxy} did not open a way to ${host}${within(trouble.seconds)}`,
        advice: 'Try again. If it stays so, ask whoever runs the proxy whether it may reach this address.',
      }
    case 'proxy_password_wanted':
      return {
        title: 'The proxy wants a password',
        what: `the proxy ${proxy} asks for a user name and a password (HTTP 407)`,
        advice: 'Give the user name and the password for the proxy under Network.',
      }
    case 'proxy_password_wrong':
      return {
        title: 'The proxy refuses the password',
        what: `the proxy ${proxy} did not accept the user name and password (HTTP 407)`,
        advice: 'Check the user name for the proxy under Network and give its password again.',
      }
    case 'proxy_method_unknown':
      return {
        title: 'The proxy asks for another way to sign in',
        what: `the proxy ${proxy} asks for a way to sign in that Carryover does not know${behind(detail)}`,
        advice:
          'Ask whoever runs the proxy for a user with a password (Basic), or for an exception for this address.',
      }
    case 'proxy_forbids':
      return {
        title: 'The proxy forbids this address',
        what: `the proxy ${proxy} refused the way to ${host} (HTTP ${trouble.status ?? 403})`,
        advice:
          'Ask whoever runs the proxy to allow this address, or name it among those asked without a proxy.',
      }
    case 'proxy_cannot_reach':
      return {
        title: 'The proxy cannot reach the service',
        what: `the proxy ${proxy} could not reach ${host} (HTTP ${trouble.status ?? 502})`,
        advice: 'Check the base URL. If it is right, ask whoever runs the proxy.',
      }
    case 'proxy_odd_answer':
      return {
        title: 'This is not a proxy',
        what: `${proxy} did not answer as a proxy does${behind(trouble.status === undefined ? detail : `HTTP ${trouble.status}`)}`,
        advice: 'Check the proxy’s scheme (http or https), name and port under Network.',
      }
    case 'proxy_kind_unknown':
      return {
        title: 'A kind of proxy that is not supported',
        what: `the way to ${host} leads through a proxy that Carryover cannot use${behind(detail)}`,
        advice: 'Carryover uses http and https proxies. Name one under Network.',
      }
    case 'proxy_certificate':
      return {
        title: 'The proxy’s certificate is not accepted',
        what: `the secure connection to the proxy ${proxy} itself failed${behind(detail)}`,
        advice:
          'Check whether the proxy is spoken to by http or by https, and add its authority’s certificate under Network.',
      }
    case 'system_proxy_unreadable':
      return {
        title: 'The system’s proxy settings cannot be read',
        what: `this system did not say which proxy leads to ${host}${behind(detail)}`,
        advice: 'Try again, or choose a proxy, or no proxy, under Network.',
      }
    case 'pac_not_loadable':
      return {
        title: 'The PAC script cannot be loaded',
        what: `the proxy script ${place} could not be loaded${behind(detail)}`,
        advice: 'Check its address under Network. Nothing is sent without it.',
      }
    case 'pac_error':
      return {
        title: 'The PAC script fails',
        what: `the proxy script ${place} gave no usable answer for ${host}${behind(detail)}`,
        advice:
          'Tell whoever keeps the script, or name the proxy itself under Network. Nothing is sent on a guess.',
      }
    case 'pac_timeout':
      return {
        title: 'The PAC script takes too long',
        what: `the proxy script ${place} did not answer for ${host}${within(trouble.seconds)}`,
        advice:
          'Tell whoever keeps the script, or name the proxy itself under Network. Nothing is sent on a guess.',
      }
    default:
      return null
  }
}

function certificateWords(trouble: Trouble): TroubleWords | null {
  const { kind, host, detail, place = 'the file' } = trouble
  const issuer = trouble.issuer === undefined ? 'an authority' : `“${trouble.issuer}”`
  switch (kind) {
    case 'certificate_expired':
      return {
        title: 'The certificate has expired',
        what: `the certificate of ${host} was valid until ${trouble.validTo ?? 'an earlier day'}`,
        advice:
          'If this machine’s clock is right, tell whoever runs the service: it needs a new certificate.',
      }
    case 'certificate_not_yet_valid':
      return {
        title: 'The certificate is not valid yet',
        what: `the certificate of ${host} is valid from ${trouble.validFrom ?? 'a later day'}`,
        advice:
          'Check this machine’s clock and date first. If they are right, tell whoever runs the service.',
      }
    case 'certificate_self_signed':
      return {
        title: 'The certificate is signed by itself',
        what: `nobody vouches for the certificate of ${host}: it is signed by itself`,
        advice:
          'Check that the address is right. If the service is known to use this certificate, add it under Network as a file.',
      }
    case 'certificate_unknown_issuer':
      return {
        title: 'The certificate’s issuer is not known',
        what: `the certificate of ${host} is signed by ${issuer}, which is not known here`,
        advice: `Is that your company’s proxy? Then ${addCa}`,
      }
    case 'certificate_wrong_host':
      return {
        title: 'The certificate is for another name',
        what: `the certificate of ${host} is for ${trouble.names ?? 'another name'}`,
        advice:
          'Check the base URL: use a name that the certificate is for. Otherwise somebody else answers there.',
      }
    case 'certificate_refused':
      return {
        title: 'The certificate is not accepted',
        what: `the certificate of ${host} was not accepted${behind(detail)}`,
        advice: 'Tell whoever runs the service, with the code.',
      }
    case 'ca_file_unreadable':
      return {
        title: 'The authorities’ file cannot be used',
        what: `${place} holds no certificates that can be read${behind(detail)}`,
        advice: 'Choose a PEM or DER file with the authorities’ certificates under Network.',
      }
    case 'client_certificate_wanted':
      return {
        title: 'The service wants a client certificate',
        what: `${host} asks for a certificate of ours and got none`,
        advice: 'Give the client certificate under Network. Whoever runs the service issues it.',
      }
    case 'client_certificate_refused':
      return {
        title: 'The service refuses our certificate',
        what: `${host} did not accept our client certificate${behind(detail)}`,
        advice: 'Check under Network that it is the one for this service, and that it has not expired.',
      }
    case 'client_certificate_unreadable':
      return {
        title: 'The client certificate cannot be used',
        what: `the client certificate ${place} cannot be used${behind(detail)}`,
        advice: 'Choose a PEM certificate with its key, or a .p12 or .pfx file, under Network.',
      }
    case 'client_key_wrong':
      return {
        title: 'The key is not this certificate’s',
        what: `the key of the client certificate ${place} is missing or belongs to another one${behind(detail)}`,
        advice: 'Choose the key file that was issued with this certificate under Network.',
      }
    case 'client_key_open':
      return {
        title: 'Others can read the key',
        what: `${place} holds the key of a certificate and can be used by others on this machine${behind(detail)}, so it is not taken`,
        advice: `Run "chmod 600 ${place}", and have the certificate replaced if somebody may have read its key.`,
      }
    case 'client_passphrase_wrong':
      return {
        title: 'The passphrase is wrong or missing',
        what: `${place} does not open with the passphrase that was given`,
        advice: 'Give the passphrase of the client certificate again under Network.',
      }
    default:
      return null
  }
}

function otherWords(trouble: Trouble): TroubleWords {
  const { host, detail } = trouble
  const kind = trouble.kind as Exclude<TroubleKind, WordedElsewhere>
  switch (kind) {
    case 'name_not_found':
      return {
        title: 'The name is not known',
        what: `the address of ${host} could not be found`,
        advice: 'Check the base URL, and whether this machine is online or needs a VPN.',
      }
    case 'connection_refused':
      return {
        title: 'The connection was refused',
        what: `${host} refused the connection`,
        advice: 'Nobody answers at this address. Check the base URL and its port.',
      }
    case 'host_unreachable':
      return {
        title: 'No way to the service',
        what: `${host} could not be reached${behind(detail)}`,
        advice: 'Check the network, and whether a VPN or a proxy is needed.',
      }
    case 'connect_timeout':
      return {
        title: 'No connection in time',
        what: `${host} did not accept a connection${within(trouble.seconds)}`,
        advice: 'Check the base URL. Inside a company a firewall may want a proxy: see Network.',
      }
    case 'no_answer_in_time':
      return {
        title: 'No answer in time',
        what: `no complete answer came from ${host}${within(trouble.seconds)}`,
        advice:
          'Try again later. If it stays so, ask whoever runs the service, or allow more time under Limits.',
      }
    case 'connection_broken':
      return {
        title: 'The connection broke',
        what: `the connection to ${host} broke${behind(detail)}`,
        advice:
          'Try again. If it stays so, check that the base URL begins with the right scheme, http or https.',
      }
    case 'tls_version':
      return {
        title: 'No common version of TLS',
        what: `${host} offers no version of TLS that is safe to use${behind(detail)}`,
        advice: 'The service must offer TLS 1.2 or 1.3. Tell whoever runs it.',
      }
    case 'tls_handshake':
      return {
        title: 'No secure connection',
        what: `${host} did not agree on a secure connection${behind(detail)}`,
        advice:
          'It may want a client certificate (see Network), or something between here and there cuts the connection.',
      }
    case 'http_on_https_port':
      return {
        title: 'This port does not speak https',
        what: `${host} does not answer by https at this port`,
        advice: 'Check the base URL: another port, or http:// where the service runs on this machine.',
      }
    case 'https_on_http_port':
      return {
        title: 'This port speaks https only',
        what: `${host} expects https at this port`,
        advice: 'Begin the base URL and the token URL with https://.',
      }
    case 'html_answer':
      return {
        title: 'A web page answers there',
        what: `${host} answered with a web page (HTTP ${trouble.status ?? 200})`,
        advice:
          'A guest network’s or a company’s sign-in page may stand before it: open any page in a browser first. Otherwise check the base URL and the token URL.',
      }
    case 'redirected':
      return {
        title: 'The address leads elsewhere',
        what: `${host} answered with a redirect${trouble.place === undefined ? '' : ` to ${trouble.place}`} (HTTP ${trouble.status ?? 302})`,
        advice:
          'Carryover follows no redirects. Use the address that it leads to, or sign in to the network with a browser first.',
      }
    case 'service_error':
      return {
        title: 'The service has trouble',
        what: `${host} answered HTTP ${trouble.status ?? 500}`,
        advice: 'Try again later. If it stays so, ask whoever runs the service.',
      }
    default:
      return assertNever(kind)
  }
}

type WordedElsewhere = Extract<
  TroubleKind,
  | `proxy_${string}`
  | `pac_${string}`
  | `certificate_${string}`
  | `client_${string}`
  | 'system_proxy_unreadable'
  | 'ca_file_unreadable'
>

function behind(detail: string | undefined): string {
  return detail === undefined || detail === '' ? '' : ` (${detail})`
}

function within(seconds: number | undefined): string {
  return seconds === undefined ? ' in time' : ` within ${seconds} s`
}
