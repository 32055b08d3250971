// Support file: one text that a person can read before sending it. It has versions, counts, sizes and settings without
// names and addresses, and the program log. Nothing of a customer, no key and no token is in it.
import { readdirSync, statSync } from 'node:fs'
import { arch, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../store/store.ts'
import type { ProgramLog } from './program-log.ts'

const mostLines = 1000

export function supportFile(parts: {
  readonly store: Store
  readonly log: ProgramLog
  readonly version: string
  /** The data folder. */
  readonly folder: string
  readonly now: number
}): { readonly fileName: string; readonly text: string } {
  const { store, log, version, folder, now } = parts
  const batches = store.batches.all().map((batch, at) => ({
    batch: at + 1,
    stage: batch.stage,
    files: batch.files.length,
    ...store.batches.counts(batch.id),
  }))
  const connections = store.connections.all().map(({ environment, settings: { limits } }, at) => ({
    connection: at + 1,
    environment,
    limits,
  }))
  const sections: readonly (readonly [string, unknown])[] = [
    [
      'Program',
      { version, node: process.versions.node, platform: platform(), release: release(), arch: arch() },
    ],
    ['Machine', { memoryMiB: Math.round(totalmem() / 1024 / 1024) }],
    ['Data folder', sizesIn(folder)],
    ['Batches', batches],
    ['Connections', connections],
    ['Program log, newest first', log.latest(mostLines)],
  ]
  const text = sections.map(([title, content]) => `== ${title}\n${linesOf(content)}\n`).join('\n')
  const day = new Date(now).toISOString().slice(0, 10)
  return {
    fileName: `carryover-support-${day}.txt`,
    text: `Carryover support file, ${new Date(now).toISOString()}\nIt has no contents of cells, no keys, no names and no addresses.\n\n${text}`,
  }
}

function linesOf(content: unknown): string {
  return Array.isArray(content)
    ? content.map((one: unknown) => JSON.stringify(one)).join('\n')
    : JSON.stringify(content, null, 2)
}

/** Bytes by kind of file: names of files may be names of customers. */
function sizesIn(folder: string): Readonly<Record<string, number>> {
  const sizes: Record<string, number> = {}
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const kind = entry.isDirectory() ? `${entry.name}/` : entry.name
    sizes[/^[\w.-]+\/?$/.test(kind) ? kind : 'other'] = bytesOf(join(folder, entry.name))
  }
  return sizes
}

function bytesOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return 0
  if (!found.isDirectory()) return found.size
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
}
