// Decrypts a workbook that Excel encrypted with its default password, which Excel itself opens without asking
// (MS-OFFCRYPTO, agile and standard encryption). No other password is tried: a file with one is refused.
import { createDecipheriv, createHash, getHashes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Attribute } from '../xlsx/places.ts'
import { parseAll } from '../package/xml.ts'

const defaultPassword = Buffer.from('VelvetSweatshop', 'utf16le')
const segmentBytes = 4096
/** Excel uses 100,000 iterations; far more are only used to cost time. */
const mostSpins = 1_000_000

/** The decrypted package; null if the default password does not match, or the encryption is another. */
export async function decryptPackage(info: Buffer, encrypted: Buffer): Promise<Buffer | null> {
  if (info.length < 8 || encrypted.length < 8) return null
  const major = info.readUInt16LE(0)
  const minor = info.readUInt16LE(2)
  const size = Number(encrypted.readBigUInt64LE(0))
  const data = encrypted.subarray(8)
  if (size > data.length) return null
  try {
    if (major === 4 && minor === 4) return (await agile(info.subarray(8), data))?.subarray(0, size) ?? null
    if (minor === 2 && major >= 2 && major <= 4) return standard(info, data)?.subarray(0, size) ?? null
    return null
  } catch {
    // If keys or lengths are invalid, the default password does not open it.
    return null
  }
}

type Cipher = {
  readonly name: string
  readonly hash: string
  readonly salt: Buffer
  readonly blockBytes: number
  readonly keyBytes: number
}

async function agile(xml: Buffer, data: Buffer): Promise<Buffer | null> {
  const found: { data: Cipher | null; key: Cipher | null; spins: number; texts: Buffer[] } = {
    data: null,
    key: null,
    spins: 0,
    texts: [],
  }
  await parseAll('EncryptionInfo', Readable.from([xml]), {
    'e:encryption': {
      children: {
        'e:keyData': {
          open: (attribute) => {
            found.data = cipherOf(attribute)
          },
        },
        'e:keyEncryptors': {
          children: {
            'e:keyEncryptor': {
              children: {
                'p:encryptedKey': {
                  open: (attribute) => {
                    found.key = cipherOf(attribute)
                    found.spins = Number(attribute('spinCount'))
                    found.texts = [
                      'encryptedVerifierHashInput',
                      'encryptedVerifierHashValue',
                      'encryptedKeyValue',
                    ].map((name) => bytesOf(attribute(name)))
                  },
                },
              },
            },
          },
        },
      },
    },
  })
  const { data: content, key, spins, texts } = found
  const [input, value, sealed] = texts
  if (content === null || key === null || input === undefined || value === undefined || sealed === undefined)
    return null
  if (!Number.isInteger(spins) || spins < 0 || spins > mostSpins) return null
  const spun = spin(key.hash, key.salt, spins)
  const open = (block: string, bytes: Buffer): Buffer => {
    const secret = fitted(digest(key.hash, spun, Buffer.from(block, 'hex')), key.keyBytes)
    return decipher(key, secret, fitted(key.salt, key.blockBytes), bytes)
  }
  const wanted = digest(key.hash, open('fea7d2763b4b9e79', input).subarray(0, key.salt.length))
  if (!open('d7aa0f6d3061344e', value).subarray(0, wanted.length).equals(wanted)) return null
  const secret = open('146e0be7abacd0d6', sealed).subarray(0, content.keyBytes)
  return decryptSegments(content, secret, data)
}

function decryptSegments(content: Cipher, secret: Buffer, data: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let at = 0; at < data.length; at += segmentBytes) {
    const number = word(at / segmentBytes)
    const start = fitted(digest(content.hash, content.salt, number), content.blockBytes)
    pieces.push(
      decipher(content, secret, start, whole(data.subarray(at, at + segmentBytes), content.blockBytes)),
    )
  }
  return Buffer.concat(pieces)
}

/** AES in ECB mode with SHA-1, as Microsoft Office 2007 wrote it. */
function standard(info: Buffer, data: Buffer): Buffer | null {
  const headerBytes = info.readUInt32LE(8)
  const keyBytes = info.readUInt32LE(12 + 16) / 8
  const verifier = info.subarray(12 + headerBytes)
  const salt = verifier.subarray(4, 20)
  const spun = digest('sha1', spin('sha1', salt, 50_000), word(0))
  const padded = (value: number): Buffer => {
    const block = Buffer.alloc(64, value)
    for (let at = 0; at < spun.length; at += 1) block[at] = (block[at] ?? 0) ^ (spun[at] ?? 0)
    return digest('sha1', block)
  }
  const secret = Buffer.concat([padded(0x36), padded(0x5c)]).subarray(0, keyBytes)
  const open = (bytes: Buffer): Buffer => {
    const cipher = createDecipheriv(`aes-${keyBytes * 8}-ecb`, secret, null).setAutoPadding(false)
    return Buffer.concat([cipher.update(whole(bytes, 16)), cipher.final()])
  }
  const wanted = digest('sha1', open(verifier.subarray(20, 36)))
  return open(verifier.subarray(40, 72)).subarray(0, 20).equals(wanted) ? open(data) : null
}

function cipherOf(attribute: Attribute): Cipher | null {
  const hash = (attribute('hashAlgorithm') ?? '').replace('-', '').toLowerCase()
  const name = attribute('cipherAlgorithm')
  if (name !== 'AES' || attribute('cipherChaining') !== 'ChainingModeCBC' || !getHashes().includes(hash))
    return null
  const keyBits = Number(attribute('keyBits'))
  return {
    name: `aes-${keyBits}-cbc`,
    hash,
    salt: bytesOf(attribute('saltValue')),
    blockBytes: 16,
    keyBytes: keyBits / 8,
  }
}

function spin(hash: string, salt: Buffer, times: number): Buffer {
  let found = digest(hash, salt, defaultPassword)
  for (let at = 0; at < times; at += 1) found = digest(hash, word(at), found)
  return found
}

function decipher({ name }: Cipher, secret: Buffer, start: Buffer, bytes: Buffer): Buffer {
  const cipher = createDecipheriv(name, secret, start).setAutoPadding(false)
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}

function digest(hash: string, ...pieces: readonly Buffer[]): Buffer {
  const sum = createHash(hash)
  for (const piece of pieces) sum.update(piece)
  return sum.digest()
}

/** Cut or padded as the standard requires. */
function fitted(bytes: Buffer, length: number): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length), 0x36)]).subarray(0, length)
}

function whole(bytes: Buffer, blockBytes: number): Buffer {
  const over = bytes.length % blockBytes
  return over === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(blockBytes - over)])
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function bytesOf(base64: string | undefined): Buffer {
  return Buffer.from(base64 ?? '', 'base64')
}
