// Certificates for tests, created with Node alone: an authority, and valid and invalid certificates signed by it.
import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'

export type Issued = { readonly cert: string; readonly key: string }
export type Authority = Issued & { readonly name: string }

/** One key pair for all: generating keys is the slow part. */
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const other = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
export const anotherKey = other.privateKey

const day = 86_400_000
let serial = 1

type What = {
  readonly name: string
  /** DNS names and addresses; those of this machine if left out. */
  readonly names?: readonly string[]
  /** Days from now. */
  readonly from?: number
  readonly to?: number
  readonly isAuthority?: boolean
}

function make(
  { name, names = [], from = -1, to = 30, isAuthority = false }: What,
  issuer: Authority | null,
): Issued {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(isAuthority ? other.publicKey : publicKey)
  serial += 1
  certificate.serialNumber = serial.toString(16).padStart(4, '0')
  certificate.validity.notBefore = new Date(Date.now() + from * day)
  certificate.validity.notAfter = new Date(Date.now() + to * day)
  certificate.setSubject([{ name: 'commonName', value: name }])
  certificate.setIssuer([{ name: 'commonName', value: issuer?.name ?? name }])
  const altNames = names.map((one) =>
    /^[\d.]+$|:/.test(one) ? { type: 7, ip: one } : { type: 2, value: one },
  )
  certificate.setExtensions([
    { name: 'basicConstraints', cA: isAuthority, critical: true },
    ...(isAuthority ? [{ name: 'keyUsage', keyCertSign: true, cRLSign: true }] : []),
    ...(altNames.length === 0 ? [] : [{ name: 'subjectAltName', altNames }]),
  ])
  const ownKey = isAuthority ? other.privateKey : privateKey
  certificate.sign(forge.pki.privateKeyFromPem(issuer?.key ?? ownKey), forge.md.sha256.create())
  return { cert: forge.pki.certificateToPem(certificate), key: ownKey }
}

export function authority(name: string): Authority {
  return { ...make({ name, isAuthority: true }, null), name }
}

export const thisMachine = ['localhost', '127.0.0.1', 'service.test', 'large.test']

/** For a server or a client; for this machine's names unless others are given. */
export function issue(by: Authority, what: Partial<What> = {}): Issued {
  return make({ name: 'service.test', names: thisMachine, ...what }, by)
}

export function selfSigned(): Issued {
  return make({ name: 'service.test', names: thisMachine }, null)
}

/** PKCS #12, the usual format for handing out certificates. */
export function packed({ cert, key }: Issued, passphrase: string): Buffer {
  const made = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(key),
    [forge.pki.certificateFromPem(cert)],
    passphrase,
    { algorithm: 'aes256' },
  )
  return Buffer.from(forge.asn1.toDer(made).getBytes(), 'latin1')
}

export function encryptedKey({ key }: Issued, passphrase: string): string {
  return forge.pki.encryptRsaPrivateKey(forge.pki.privateKeyFromPem(key), passphrase, { algorithm: 'aes256' })
}

export function der(pem: string): Buffer {
  return Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
}
