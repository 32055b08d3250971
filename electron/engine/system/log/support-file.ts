// Support file: one text that a person can read before sending it. It has versions, counts, sizes and settings without
// names and addresses, and the program log. Nothing of a customer, no key and no token is in it. Its headings are in the
// reader's language; names of figures and the log stay as they are, for whoever supports the program.
import { readdirSync, statSync } from 'node:fs'
import { arch, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { message, type MessageKey, sentenceOf } from '../../../../shared/texts/message.ts'
import type { MessageFormat } from '../../../../shared/texts/message-format.ts'
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
  readonly format: MessageFormat
}): { readonly fileName: string; readonly text: string } {
  const { store, log, version, folder, now, format } = parts
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
  const sections: readonly (readonly [MessageKey, unknown])[] = [
    [
      'system.support_program',
      { version, node: process.versions.node, platform: platform(), release: release(), arch: arch() },
    ],
    ['system.support_machine', { memoryMiB: Math.round(totalmem() / 1024 / 1024) }],
    ['system.support_folder', sizesIn(folder)],
    ['system.support_batches', batches],
    ['system.support_connections', connections],
    ['system.support_log', log.latest(mostLines)],
  ]
  const text = sections
    .map(([title, content]) => `== ${sentenceOf(message(title), format)}\n${linesOf(content)}\n`)
    .join('\n')
  const at = new Date(now).toISOString()
  const head = sentenceOf(message('system.support_head', { at }), format)
  const promise = sentenceOf(message('system.support_promise'), format)
  return {
    fileName: `carryover-support-${at.slice(0, 10)}.txt`,
    text: `${head}\n${promise}\n\n${text}`,
  }
}

function linesOf(content: unknown): string {
  return Array.isArray(content)
    ? content.map((one: unknown) => JSON.stringify(one)).join('\n')
    : JSON.stringify(content, null, 2)
}

/** Names that Carryover gives in its data folder; any other one may be the name of a customer. */
const ownEntry = new RegExp(
  `^(?:${[
    '(?:carryover|carryover-restored|sandbox)\\.sqlite(?:-wal|-shm|-journal|\\.part)?',
    'owner\\.(?:lock(?:-journal)?|json)',
    '(?:encryption|data-key|keys)\\.json',
    'carryover-damaged\\.txt',
    '(?:attempt-journal|backups|logs|reader-cache|reports|uploads|damaged-\\d+)/',
  ].join('|')})$`,
)

/** Bytes of each of our own entries, and of all others together. */
function sizesIn(folder: string): Readonly<Record<string, unknown>> {
  const sizes: Record<string, number> = {}
  const others = { entries: 0, bytes: 0 }
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const name = entry.isDirectory() ? `${entry.name}/` : entry.name
    const bytes = bytesOf(join(folder, entry.name))
    if (ownEntry.test(name)) sizes[name] = bytes
    else {
      others.entries += 1
      others.bytes += bytes
    }
  }
  return { ...sizes, others }
}

function bytesOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return 0
  if (!found.isDirectory()) return found.size
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
}
