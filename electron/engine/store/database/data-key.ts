// Keys of encrypted data folders, and the recovery key, which is a data key as a person can keep it: on paper or in a
// password manager. A process registers the key of a folder before it opens anything in it; its threads inherit it.
import { createHash, randomBytes } from 'node:crypto'
import { dirname, resolve } from 'node:path'
import { inherited, letInherit } from '../../jobs/inherited.ts'

/** 32 bytes as 64 hexadecimal digits. */
export type DataKey = string & { readonly isDataKey: true }

export const newDataKey = (): DataKey => randomBytes(32).toString('hex') as DataKey

const nameOf = (folder: string): string => `data key of ${folder}`

/** For everything in the folder and below it; null: it is not encrypted. */
export function registerDataKey(folder: string, key: DataKey | null): void {
  letInherit(nameOf(resolve(folder)), key)
}

/** The key of the data folder that the file is in. */
export const dataKeyOf = (file: string): DataKey | null => encryptedFolderOf(file)?.key ?? null

/** The encrypted data folder that the file is in, somewhere below. */
export function encryptedFolderOf(file: string): { readonly folder: string; readonly key: DataKey } | null {
  for (let folder = dirname(resolve(file)); ; folder = dirname(folder)) {
    const key = inherited(nameOf(folder)) as DataKey | null | undefined
    if (key !== undefined) return key === null ? null : { folder, key }
    if (folder === dirname(folder)) return null
  }
}

/** Without letters that are read as digits (Crockford's base 32). */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const readAs: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }
const sumBytes = 2
const groups = /.{1,5}/g

/** 55 letters and digits in groups of five. The last ones are a checksum. */
export function recoveryKeyText(key: DataKey): string {
  const bytes = Buffer.from(key, 'hex')
  let bits = BigInt(`0x${Buffer.concat([bytes, sumOf(bytes)]).toString('hex')}`)
  let text = ''
  for (let at = 0; at < 55; at += 1) {
    text = `${letters[Number(bits & 31n)] ?? ''}${text}`
    bits >>= 5n
  }
  return (text.match(groups) ?? []).join('-')
}

/** Null for a text that is no recovery key, for instance with a wrong or missing character. */
export function readRecoveryKey(text: string): DataKey | null {
  const written = text.toUpperCase().replaceAll(/[\s-]/g, '')
  if (written.length !== 55) return null
  let bits = 0n
  for (const character of written) {
    const value = letters.indexOf(readAs[character] ?? character)
    if (value < 0) return null
    bits = (bits << 5n) | BigInt(value)
  }
  const hex = bits.toString(16).padStart(68, '0')
  if (hex.length > 68) return null
  const bytes = Buffer.from(hex, 'hex')
  const key = bytes.subarray(0, 32)
  return sumOf(key).equals(bytes.subarray(32)) ? (key.toString('hex') as DataKey) : null
}

function sumOf(key: Buffer): Buffer {
  return createHash('sha256').update('carryover recovery key').update(key).digest().subarray(0, sumBytes)
}
