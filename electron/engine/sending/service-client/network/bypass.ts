// Decides which hosts bypass the proxy, in all notations of environments, systems and people. Pure.
import { BlockList, isIP } from 'node:net'

/**
 * This machine: never reached through a proxy named by a system or script, and by http through none on another
 * machine.
 */
export function isLoopback(host: string): boolean {
  const name = bare(host)
  return (
    name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
  )
}

/** `host` without port, `port` as a number; entries as people write them: see network-settings.ts. */
export function isBypassed(host: string, port: number, entries: readonly string[]): boolean {
  const name = bare(host)
  return entries.some((entry) => matchesEntry(name, port, entry.trim().toLowerCase()))
}

function matchesEntry(name: string, port: number, entry: string): boolean {
  if (entry === '') return false
  if (entry === '*') return true
  if (entry === '<local>') return !name.includes('.') && !name.includes(':')
  if (entry.includes('/') && isIP(bare(entry.split('/')[0] ?? '')) !== 0) return isWithin(name, entry)
  const withPort = /^(.*[^:]|\[[^\]]+\]):(\d{1,5})$/.exec(entry)
  const isAddress = isIP(bare(entry)) !== 0
  if (withPort !== null && !isAddress && Number(withPort[2]) !== port) return false
  const wanted = bare(withPort !== null && !isAddress ? (withPort[1] ?? '') : entry)
  if (wanted.includes('*')) return likePattern(wanted).test(name)
  const domain = wanted.replace(/^\./, '')
  return name === domain || (isIP(name) === 0 && name.endsWith(`.${domain}`))
}

function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}

function likePattern(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`)
}

function isWithin(name: string, network: string): boolean {
  const [address = '', bits = ''] = network.split('/')
  const family = isIP(bare(address))
  const length = Number(bits)
  if (isIP(name) !== family || !/^\d{1,3}$/.test(bits) || length > (family === 4 ? 32 : 128)) return false
  const list = new BlockList()
  const kind = family === 4 ? 'ipv4' : 'ipv6'
  list.addSubnet(bare(address), length, kind)
  return list.check(name, kind)
}
