// Network settings of a connection: proxy, certificate authorities, client certificate. The proxy's password and
// the client certificate's passphrase are in the key store, never here.
import { z } from 'zod'
import { ruleKey } from '../texts/issues.ts'

/** Default hosts that are reached without a proxy: this machine. */
export const usualBypass = ['localhost', '127.0.0.1', '[::1]']

const proxyRule = ruleKey('rules.proxy_address')
const proxyUrl = z
  .string()
  .trim()
  .pipe(z.url({ protocol: /^https?$/, error: proxyRule }).regex(/^https?:\/\/[^/?#@\s]+\/?$/, proxyRule))
  .transform((text) => text.replace(/\/$/, ''))

const pacRule = ruleKey('rules.pac_address')
const pacUrl = z
  .string()
  .trim()
  .pipe(z.url({ protocol: /^https?$/, error: pacRule }).regex(/^https?:\/\/[^/?#@\s]+([/?]\S*)?$/, pacRule))

const filePath = z
  .string()
  .trim()
  .refine((text) => /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(text) && text.length < 4096, ruleKey('rules.file_path'))

/**
 * A host, a domain with or without a leading dot, `*.domain`, an address, a network as 10.0.0.0/8, `<local>` or
 * `*`; optionally with a port.
 */
const bypassEntry = z
  .string()
  .trim()
  .regex(/^[^\s,;]{1,255}$/, ruleKey('rules.bypass_entry'))

export const networkSettings = z
  .strictObject({
    /** system: the settings of the environment or the operating system. */
    proxy: z.enum(['system', 'none', 'manual', 'pac']).default('system'),
    /** manual: scheme, host and port of the proxy. */
    proxyUrl: proxyUrl.nullable().default(null),
    /** The user name for the proxy; empty if it needs none. */
    proxyUser: z
      .string()
      .regex(/^[^:\p{Cc}]*$/u, ruleKey('rules.proxy_user'))
      .default(''),
    /** manual: hosts that are reached directly. */
    proxyBypass: z.array(bypassEntry).max(200).default(usualBypass),
    /** pac: the script's address. */
    pacUrl: pacUrl.nullable().default(null),
    /** Trusted certificate authorities: those shipped with Carryover, those of the operating system, or both. */
    certificateAuthorities: z.enum(['bundled', 'system', 'both']).default('both'),
    /** A file with additional certificate authorities (PEM or DER, one or many). */
    caFile: filePath.nullable().default(null),
    /** Client certificate, if the service requires one: PEM, or PKCS #12 (.p12, .pfx). */
    clientCertificate: filePath.nullable().default(null),
    /** The key of a PEM certificate, if it is in a separate file. */
    clientKey: filePath.nullable().default(null),
  })
  .refine(({ proxy, proxyUrl: url }) => proxy !== 'manual' || url !== null, {
    path: ['proxyUrl'],
    message: ruleKey('rules.proxy_address_missing'),
  })
  .refine(({ proxy, pacUrl: url }) => proxy !== 'pac' || url !== null, {
    path: ['pacUrl'],
    message: ruleKey('rules.pac_address_missing'),
  })
export type NetworkSettings = z.infer<typeof networkSettings>

/** The settings that name a file of this machine. */
export const networkFiles = ['caFile', 'clientCertificate', 'clientKey'] as const
export type NetworkFile = (typeof networkFiles)[number]

/** Further secrets of a connection in the key store, in addition to its API key. */
export const networkSecret = z.enum(['proxy_password', 'client_passphrase'])
export type NetworkSecret = z.infer<typeof networkSecret>

/** The proxy that the password is for: when this changes, a stored password is forgotten. */
export function proxyIdentity({ proxy, proxyUrl: url, pacUrl: pac, proxyUser }: NetworkSettings): string {
  return JSON.stringify([proxy, proxy === 'manual' ? url : proxy === 'pac' ? pac : null, proxyUser])
}
