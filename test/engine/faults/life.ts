// Engine in its own process, made to be killed. It loads everything, prints `ready`, and waits for its order: one
// line of JSON on standard input. The start and end of each act are written synchronously to the pipe, so that the
// reader knows during which act a kill fell. The order may name a point at which the process kills itself: before or
// after a statement, or before or after the commit of the transaction that holds it.
import { existsSync, readdirSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createRouterClient } from '@orpc/server'
import Database from 'better-sqlite3'
import { createEngine } from '../../../electron/engine/engine.ts'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import { createTransport } from '../../../electron/engine/sending/service-client/transport.ts'
import { saveBackup } from '../../../electron/engine/store/database/backup/backups.ts'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { assertNever } from '../../../shared/contract/assert-never.ts'
import { isLoaded, isValidated, isOver, untilView } from '../api/waiting.ts'
import { type Act, order, type Point } from './order.ts'
import { releaseWhenFree } from './release.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

const mark = (text: string): void => void writeSync(1, `${text}\n`)
const die = (): void => void process.kill(process.pid, 'SIGKILL')

/** Set once the act that contains the kill point has started. */
let armed = false

/** Intercepts every statement of this process. Only for tests. */
function watchStatements({ statement, when, nth }: Extract<Point, { statement: string }>): void {
  const wanted = new RegExp(statement, 'iu')
  const prototype = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1')) as object
  let met = 0
  let isPending = false
  for (const name of ['run', 'get', 'all']) {
    const real = Reflect.get(prototype, name) as (...given: unknown[]) => unknown
    Reflect.set(prototype, name, function run(this: Database.Statement, ...given: unknown[]): unknown {
      const isCommit = this.source === 'COMMIT'
      const isMet = armed && wanted.test(this.source)
      if (isMet) met += 1
      if (isMet && met === nth && when === 'before') die()
      if (isCommit && isPending && when === 'before_commit') die()
      const result = real.apply(this, given)
      if (isMet && met === nth) isPending = true
      if (isPending && (when === 'after' || (isCommit && when === 'after_commit'))) die()
      return result
    })
  }
}

/** Dies after the statements of a schema step have run and before its number is written. */
function watchSteps(): void {
  const real = Database.prototype.exec
  Database.prototype.exec = function exec(source: string): Database.Database {
    const result = real.call(this, source)
    if (this.inTransaction && /CREATE|ALTER/i.test(source)) die()
    return result
  }
}

/** Dies while a backup is being copied, or after the copy and before its verification. */
function watchBackups(share: 'half' | 'all', data: string): void {
  if (share === 'half') return dieAtCopy(join(data, 'backups'))
  const real = Database.prototype.pragma
  Database.prototype.pragma = function pragma(this: Database.Database, source, options): unknown {
    if (source === 'integrity_check' && this.name.endsWith('.part')) die()
    return real.call(this, source, options)
  }
}

/** Another thread makes the copy, so this one is free to watch for it. */
function dieAtCopy(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.part'))) die()
  setImmediate(dieAtCopy, folder)
}

function heldIn(data: string): number[] {
  const database = openDatabaseFile(join(data, databaseName), { readonly: true })
  try {
    return database.prepare('SELECT id FROM account WHERE held_reason IS NOT NULL').pluck().all() as number[]
  } finally {
    database.close()
  }
}

function watch(point: Point, data: string): void {
  if ('statement' in point) watchStatements(point)
  else if (point.at === 'schema_step') watchSteps()
  else watchBackups(point.at === 'backup_half' ? 'half' : 'all', data)
}

async function live(text: string): Promise<void> {
  const { data, key, connection, batch, teamPassword, point, acts } = order.parse(JSON.parse(text))
  if (point !== null) watch(point, data)
  armed = point !== null && point.from === 'open'
  const transport = createTransport()
  const keyStore = createMemoryKeyStore()
  if (teamPassword !== null) await keyStore.setTeamSecret('password', teamPassword)
  const engine = await createEngine({
    folder: data,
    reader: createProcessReader(),
    transport: transport.send,
    keyStore,
    version: '0.0.0-test',
    // Short back-off, so that a kill rarely falls into idle time.
    random: () => 0.02,
  })
  if (!engine.ok) throw new Error(`${engine.failure.code}: ${sentenceOf(engine.failure.message)}`)
  const client = createRouterClient(engine.value.router)
  await client.connections.setKey({ id: connection, key })
  mark('open')

  async function perform(act: Act): Promise<void> {
    switch (act.do) {
      case 'resume':
        return client.connections.resume({ id: connection })
      case 'pause':
        return client.connections.pause({ id: connection })
      case 'validate':
        return client.batches.validate({ batch })
      case 'validated':
        return void (await untilView(client, batch, isValidated))
      case 'release':
        return releaseWhenFree(client, batch, act.limit)
      case 'cancelQueued':
        return void (await client.batches.cancelQueued({ batch }))
      case 'plan':
        return client.batches.setPlan({ batch, plan: act.plan })
      case 'goOn':
        return client.batches.goOn({ batch })
      case 'over':
        return void (await untilView(client, batch, isOver))
      case 'map': {
        const { mapping } = act
        await client.mapping.apply({ batch, mapping, catalogue: 'example', supplier: 'ACME', connection })
        return void (await untilView(client, batch, isLoaded))
      }
      case 'unhold': {
        const held = heldIn(data)
        return held.length === 0 ? undefined : void (await client.accounts.unhold({ accounts: held }))
      }
      case 'backup': {
        const database = openDatabaseFile(join(data, databaseName))
        await saveBackup(database, data, Date.now())
        return void database.close()
      }
      case 'close':
        if (!engine.ok) return
        await engine.value.close()
        return transport.close()
      default:
        assertNever(act)
    }
  }

  let rounds = 0
  do {
    for (const act of acts.list) {
      if (point !== null && point.from === act.do) armed = true
      mark(`${act.do} begins`)
      await perform(act)
      mark(`${act.do} ends`)
    }
    rounds += 1
  } while (rounds < acts.times)
  mark('done')
}

const lines = createInterface({ input: process.stdin })
lines.once('line', (text) => {
  live(text).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    process.exit(70)
  })
})
// The compiled code is stored for later processes, because a killed process stores nothing.
flushCompileCache()
mark('ready')
