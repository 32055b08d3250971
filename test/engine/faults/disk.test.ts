// Tests a disk that is full or refuses writes. Nothing is sent without a committed intent, a received answer is not
// lost, and work continues without a restart once there is space again.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createEngine, type EngineOptions } from '../../../electron/engine/engine.ts'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import type { EngineEvent } from '../../../shared/contract/contract.ts'
import { createsOf, freshFolder, inDatabase } from '../api/harness.ts'
import { type Client, isOver, untilView } from '../api/waiting.ts'
import { diskTroubles, nextConnection } from './full-disk.ts'
import { expectConverged } from './oracle.ts'
import { openFaultHarness } from './fault-harness.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

/** Resolves with the message when the engine reports an error. */
async function nextErrorMessage(client: Client): Promise<string> {
  const listening = new AbortController()
  const events = await client.events(undefined, { signal: listening.signal })
  try {
    for (;;) {
      const { value, done } = (await events.next()) as { value: EngineEvent; done?: boolean }
      if (done === true) throw new Error('The events ended')
      if (value.kind === 'notice' && value.level === 'error') return sentenceOf(value.message)
    }
  } finally {
    listening.abort()
  }
}

describe('disk full (max_page_count), read-only folder', () => {
  test.each(diskTroubles)(
    '$name in the middle of sending: no create without its intent, and it recovers without a restart',
    async ({ begin, end }) => {
      const faultHarness = await openFaultHarness({
        accounts: 400,
        state: 'validated',
        limits: { concurrency: 8 },
      })
      const { sandbox, batch, connection, data } = faultHarness
      sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 20 } })
      const connectionOf = nextConnection()
      const { client, close } = await faultHarness.open()
      const database = connectionOf()
      await client.connections.setKey({ id: connection, key: sandbox.apiKey })
      await client.batches.release({ batch, limit: null })
      await untilView(client, batch, ({ states }) => states.processing + states.done >= 20)
      const reported = nextErrorMessage(client)
      begin(database)
      expect(await reported).toContain('The disk does not take writes')
      // All requests in flight have been answered, and their outcomes wait to be written.
      const attempts = (): number =>
        inDatabase(data, (look) => look.prepare('SELECT count(*) FROM attempt').pluck().get()) as number
      let before = -1
      await vi.waitUntil(
        () => {
          const now = sandbox.ledger.entries().length
          const still = now === before
          before = now
          return still
        },
        { timeout: 30_000, interval: 500 },
      )
      expect(createsOf(sandbox).length, 'creates without a committed intent').toBeLessThanOrEqual(attempts())
      expect(createsOf(sandbox).length).toBeLessThan(400)

      end(database)
      const view = await untilView(client, batch, isOver)
      expect(view.outcomes.created).toBe(400)
      expect(createsOf(sandbox), 'what was answered before was not thrown away').toHaveLength(400)
      await close()
      expectConverged({ data, sandbox })
    },
  )

  test('a full disk at start is reported with a message, and the next start with free space works', async () => {
    const data = join(freshFolder(), 'data')
    const start = (more: Partial<EngineOptions>) =>
      createEngine({
        folder: data,
        reader: createProcessReader(),
        transport: () => Promise.reject(new Error('Nothing is to be sent')),
        keyStore: createMemoryKeyStore(),
        version: '0.0.0-test',
        ...more,
      })
    const full = await start({ maxPages: 4 })
    expect(full).toMatchObject({ ok: false, failure: { code: 'database_not_usable' } })
    if (!full.ok) expect(sentenceOf(full.failure.message)).toContain('the space on the disk')
    const again = await start({})
    if (!again.ok) throw new Error(sentenceOf(again.failure.message))
    await again.value.close()
  })

  test('a read-only folder is refused with a message, and opens once it is writable', async (context) => {
    context.skip(process.platform === 'win32', 'because Windows has no such permissions')
    const outer = freshFolder()
    chmodSync(outer, 0o555)
    // Permissions do not restrict root. The child starts as the same user, because another user may not be allowed
    // to read the program, and switches to another user once everything is loaded.
    const isRoot = process.getuid?.() === 0
    const why = isRoot ? closedToOthers(outer) : null
    context.skip(why !== null, why ?? '')
    const script = `
      import { createRequire } from 'node:module'
      const { openWorkspace } = await import(process.argv[1])
      const { inEnglish } = await import(process.argv[4])
      // SQLite itself is loaded with the first database.
      const Database = createRequire(process.argv[1])('better-sqlite3')
      new Database(':memory:').close()
      if (process.argv[3] === 'other') {
        process.setgroups([])
        process.setgid(65534)
        process.setuid(65534)
      }
      const opened = await openWorkspace({ folder: process.argv[2], now: Date.now })
      process.stdout.write(opened.ok ? 'opened' : opened.failure.code + ': ' + inEnglish(opened.failure.message))
      if (opened.ok) opened.value.close()
    `
    const module = new URL('../../../electron/engine/store/database/open.ts', import.meta.url).href
    const texts = new URL('../../../shared/texts/message.ts', import.meta.url).href
    const tryToOpen = async (): Promise<string> => {
      const user = isRoot ? 'other' : 'same'
      const words = ['--input-type=module', '-e', script, module, join(outer, 'data'), user, texts]
      const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] })
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          said += text
        })
      await once(child, 'close')
      return said
    }
    expect(await tryToOpen()).toMatch(
      /^folder_not_usable: The data folder .* cannot be used .*Choose a folder that you may write to\.$/,
    )
    chmodSync(outer, 0o777)
    expect(await tryToOpen()).toBe('opened')
  })
})

/** The reason why another user cannot reach the folder, or null if every parent folder lets everybody through. */
function closedToOthers(folder: string): string | null {
  const closed = ancestors(folder).find((above) => (statSync(above).mode & 0o001) === 0)
  return closed === undefined
    ? null
    : 'because the folder for temporary files is closed to other users, and nothing else refuses the super-user'
}

function ancestors(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [] : [above, ...ancestors(above)]
}
