// Trust settings of a connection: certificate authorities and client certificate as TLS contexts, cached and rebuilt
// when a file changes. Verification of certificates can never be switched off here.
import { createHash, X509Certificate } from 'node:crypto'
import { open } from 'node:fs/promises'
import { yieldToEventLoop } from '../../../system/yield.ts'
import {
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type SecureContextOptions,
} from 'node:tls'
import type { NetworkSettings } from '../../../../../shared/sending/network-settings.ts'
import type { Trouble } from '../../../../../shared/sending/network-trouble.ts'
import { message } from '../../../../../shared/texts/message.ts'
import { readStored } from '../../../system/files/stored-file.ts'
import { isOpenToOthers, modeOf } from '../../../system/data-folder/open-to-others.ts'
import { codesOf } from './connect-failure.ts'

/** TLS contexts are created lazily: reading the authorities takes a tenth of a second, and each context another. */
export type Trust = {
  /** Equal for equal content. */
  readonly key: string
  /** For the service, with our client certificate. */
  readonly context: SecureContext
  /** For a proxy reached by https, without our client certificate. */
  readonly proxyContext: SecureContext
  readonly hasCertificate: boolean
  /** Creates the contexts in advance, yielding to the event loop between the steps. */
  prepare(): Promise<void>
}
export type TrustResult =
  | { readonly ok: true; readonly trust: Trust }
  | { readonly ok: false; readonly trouble: Omit<Trouble, 'host'> }

type Files = Pick<NetworkSettings, 'certificateAuthorities' | 'caFile' | 'clientCertificate' | 'clientKey'>

/** Milliseconds after which files are checked for changes. */
const recheckAfter = 10_000
const largestFile = 16 * 1024 * 1024

export type TrustStore = ReturnType<typeof createTrustStore>

export function createTrustStore(now: () => number = () => performance.now()) {
  const kept = new Map<string, { readonly at: number; readonly result: Promise<TrustResult> }>()
  const byContent = new Map<string, Trust>()

  async function load(files: Files, passphrase: string | null): Promise<TrustResult> {
    const read = await readFiles(files)
    if (!read.ok) return read
    const { caText, certificate, key } = read
    const hash = createHash('sha256').update(JSON.stringify([files, passphrase]))
    for (const part of [caText, certificate, key])
      hash.update(part === null ? 'none' : `${part.length}:`).update(part ?? '')
    const content = hash.digest('hex')
    const before = byContent.get(content)
    if (before !== undefined) return { ok: true, trust: before }
    const made = makeTrust(content, files, read, passphrase)
    if (made.ok) byContent.set(content, made.trust)
    return made
  }

  return {
    get(files: Files, passphrase: string | null): Promise<TrustResult> {
      const { certificateAuthorities, caFile, clientCertificate, clientKey } = files
      const name = JSON.stringify([certificateAuthorities, caFile, clientCertificate, clientKey, passphrase])
      const one = kept.get(name)
      if (one !== undefined && now() - one.at < recheckAfter) return one.result
      const result = load({ certificateAuthorities, caFile, clientCertificate, clientKey }, passphrase)
      kept.set(name, { at: now(), result })
      // A failure is not cached: a person may be fixing it.
      void result.then(({ ok }) => ok || kept.delete(name))
      return result
    },
  }
}

type Read = {
  readonly caText: Buffer | null
  readonly certificate: Buffer | null
  readonly key: Buffer | null
}

async function readFiles(
  files: Files,
): Promise<({ readonly ok: true } & Read) | Extract<TrustResult, { ok: false }>> {
  const found: Buffer[] = []
  for (const [kind, place] of [
    ['ca_file_unreadable', files.caFile],
    ['client_certificate_unreadable', files.clientCertificate],
    ['client_key_wrong', files.clientCertificate === null ? null : files.clientKey],
  ] as const) {
    try {
      const read = place === null ? nothing : await readOwn(place)
      if (read.bytes.length > largestFile)
        return { ok: false, trouble: { kind, place: place ?? '', detail: message('network.file_too_large') } }
      if (read.openMode !== null && holdsKey(read.bytes, place !== files.caFile))
        return {
          ok: false,
          trouble: {
            kind: 'client_key_open',
            place: place ?? '',
            detail: message('network.file_mode', { mode: read.openMode }),
          },
        }
      found.push(read.bytes)
    } catch (error) {
      return {
        ok: false,
        trouble: {
          kind,
          place: place ?? '',
          detail: codesOf(error)[0] ?? message('network.file_unreadable'),
        },
      }
    }
  }
  const [caText = null, certificate = null, key = null] = found
  return {
    ok: true,
    caText: files.caFile === null ? null : caText,
    certificate: files.clientCertificate === null ? null : certificate,
    key: files.clientCertificate === null || files.clientKey === null ? null : key,
  }
}

type Own = {
  readonly bytes: Buffer
  /** In the notation of `chmod`, if other users of this machine could use the file. */
  readonly openMode: string | null
}
const nothing: Own = { bytes: Buffer.alloc(0), openMode: null }

async function readOwn(place: string): Promise<Own> {
  const file = await open(place, 'r')
  try {
    const facts = await file.stat()
    return {
      bytes: await readStored(place),
      openMode: facts.isFile() && isOpenToOthers(facts) ? modeOf(facts) : null,
    }
  } finally {
    await file.close()
  }
}

/**
 * True also if the key has a passphrase: whoever has the file can try passphrases. Our file that is not PEM is PKCS
 * #12, which includes the key.
 */
function holdsKey(bytes: Buffer, isOurs: boolean): boolean {
  return isPem(bytes) ? bytes.includes('PRIVATE KEY-----') : isOurs && bytes[0] === 0x30
}

function makeTrust(content: string, files: Files, read: Read, passphrase: string | null): TrustResult {
  const own = read.caText === null ? [] : certificatesIn(read.caText)
  if (own === null || (read.caText !== null && own.length === 0))
    return { ok: false, trouble: { kind: 'ca_file_unreadable', place: files.caFile ?? '' } }
  const certificate = read.certificate === null ? {} : ownCertificate(read.certificate, read.key, passphrase)
  try {
    // Reports at once whether our certificate can be used, not at the first https request.
    if (read.certificate !== null) createSecureContext(certificate)
  } catch (error) {
    return { ok: false, trouble: certificateTrouble(error, files, read, passphrase) }
  }
  const ca = once(() => [...authorities(files.certificateAuthorities), ...own])
  const forProxy = once(() => createSecureContext({ ca: ca() }))
  const forService = once(() =>
    read.certificate === null ? forProxy() : createSecureContext({ ca: ca(), ...certificate }),
  )
  const prepare = once(async () => {
    for (const step of [ca, forProxy, forService]) {
      step()
      await yieldToEventLoop()
    }
  })
  const trust: Trust = {
    key: content,
    hasCertificate: read.certificate !== null,
    prepare,
    get context() {
      return forService()
    },
    get proxyContext() {
      return forProxy()
    },
  }
  return { ok: true, trust }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

/** The system's store may be missing or empty; then only the bundled authorities are used. */
function authorities(which: Files['certificateAuthorities']): readonly string[] {
  const bundled = which === 'system' ? [] : getCACertificates('default')
  if (which === 'bundled') return bundled
  try {
    return [...new Set([...bundled, ...getCACertificates('system')])]
  } catch {
    return bundled
  }
}

const pemBlock =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[\s\S]*?-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g

/** All certificates of a PEM or DER file as PEM; null if one of them cannot be read. */
function certificatesIn(bytes: Buffer): string[] | null {
  try {
    if (bytes[0] === 0x30) return [new X509Certificate(bytes).toString()]
    return [...bytes.toString('latin1').matchAll(pemBlock)].map(([pem]) =>
      new X509Certificate(pem).toString(),
    )
  } catch {
    return null
  }
}

function isPem(bytes: Buffer): boolean {
  return bytes.includes('-----BEGIN ')
}

function ownCertificate(
  certificate: Buffer,
  key: Buffer | null,
  passphrase: string | null,
): SecureContextOptions {
  // Without a passphrase OpenSSL would ask for one on the terminal.
  const secret = { passphrase: passphrase ?? '' }
  return isPem(certificate)
    ? { cert: certificate, key: key ?? certificate, ...secret }
    : { pfx: certificate, ...secret }
}

function certificateTrouble(
  error: unknown,
  files: Files,
  read: Read,
  passphrase: string | null,
): Omit<Trouble, 'host'> {
  const place = files.clientCertificate ?? ''
  const code = codesOf(error)[0] ?? ''
  const words = `${code} ${error instanceof Error ? error.message : ''}`
  if (hasCertificate(read) && (read.key ?? read.certificate)?.includes('PRIVATE KEY') !== true)
    return { kind: 'client_key_wrong', place, detail: message('network.no_key') }
  const isEncrypted = [read.certificate, read.key].some((bytes) => bytes?.includes('ENCRYPTED') === true)
  if (
    /mac verify failure|BAD_DECRYPT|bad decrypt|BAD_PASSWORD|INCORRECT_PASSWORD|INTERRUPTED_OR_CANCELLED|BAD_PASS/i.test(
      words,
    )
  )
    return { kind: 'client_passphrase_wrong', place }
  if (isEncrypted && (passphrase === null || /DECODER|UNSUPPORTED|unsupported/i.test(words)))
    return { kind: 'client_passphrase_wrong', place }
  if (
    /KEY_VALUES?_MISMATCH|KEY_TYPE_MISMATCH|NO_START_LINE|no start line|DECODER_ROUTINES|NO_PRIVATE_KEY/i.test(
      words,
    ) &&
    hasCertificate(read)
  )
    return { kind: 'client_key_wrong', place, detail: code }
  const old = /unsupported/i.test(words) && read.certificate !== null && !isPem(read.certificate)
  return {
    kind: 'client_certificate_unreadable',
    place,
    detail: old ? message('network.packed_in_old_way') : code,
  }
}

function hasCertificate({ certificate }: Read): boolean {
  return certificate !== null && isPem(certificate) && (certificatesIn(certificate)?.length ?? 0) > 0
}
