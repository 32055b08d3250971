// An engine in a process of its own, made to be killed. It loads everything, says `ready`, and waits for its order: one
// line of JSON on its standard input. Each act is marked when it begins and when it has ended, straight into the pipe,
// so that whoever reads to the end knows in the middle of what a kill fell. The order may name a point at which the
// process kills itself: before or after a statement, before or after the commit of the transaction that holds it.
import { existsSync, readdirSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createRouterClient } from '@orpc/server'
import Database from 'better-sqlite3'
import { createEngine } from '../../../electron/engine/engine.ts'
import { createMemoryKeySafe } from '../../../electron/engine/key-safe.ts'
import { createProcessReader } from '../../../electron/engine/reading/process-reader.ts'
import { createTransport } from '../../../electron/engine/service-client/transport.ts'
import { saveBackup } from '../../../electron/engine/store/backups.ts'
import { openDatabaseFile } from '../../../electron/engine/store/database-file.ts'
import { databaseName } from '../../../electron/engine/store/open.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import { isJudged, isOver, untilView } from '../engine/waiting.ts'
import { type Act, order, type Point } from './order.ts'
import { releaseWhenFree } from './release.ts'

const mark = (text: string): void => void writeSync(1, `${text}\n`)
const die = (): void => void process.kill(process.pid, 'SIGKILL')

/** Set once the act that the point belongs to has begun. */
let armed = false

/** Looks at every statement that runs in this process. Only a test may reach so deep. */
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

/** Dies once a schema step's statements have run and its number is not written yet. */
function watchSteps(): void {
  const real = Database.prototype.exec
  Database.prototype.exec = function exec(source: string): Database.Database {
    const result = real.call(this, source)
    if (this.inTransaction && /CREATE|ALTER/i.test(source)) die()
    return result
  }
}

/** Dies while a backup is being copied, or when all of it is and nobody has looked at the copy. */
function watchBackups(share: 'half' | 'all', data: string): void {
  if (share === 'half') return dieAtCopy(join(data, 'backups'))
  const real = Database.prototype.pragma
  Database.prototype.pragma = function pragma(this: Database.Database, source, options): unknown {
    if (source === 'integrity_check' && this.name.endsWith('.part')) die()
    return real.call(this, source, options)
  }
}

/** The copy is made by another thread, so this one is free to look for it. */
function dieAtCopy(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.part'))) die()
  setImmediate(dieAtCopy, folder)
}

function watch(point: Point, data: string): void {
  if ('statement' in point) watchStatements(point)
  else if (point.at === 'schema_step') watchSteps()
  else watchBackups(point.at === 'backup_half' ? 'half' : 'all', data)
}

async function live(text: string): Promise<void> {
  const { data, key, connection, batch, point, acts } = order.parse(JSON.parse(text))
  if (point !== null) watch(point, data)
  armed = point !== null && point.from === 'open'
  const transport = createTransport()
  const engine = await createEngine({
    folder: data,
    reader: createProcessReader(),
    transport: transport.send,
    keySafe: createMemoryKeySafe(),
    version: '0.0.0-test',
    // Short waits between tries, so that a kill rarely falls into idle time.
    random: () => 0.02,
  })
  if (!engine.ok) throw new Error(`${engine.failure.code}: ${engine.failure.message}`)
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
      case 'judged':
        return void (await untilView(client, batch, isJudged))
      case 'release':
        return releaseWhenFree(client, batch, act.limit)
      case 'takeBack':
        return void (await client.batches.takeBack({ batch }))
      case 'plan':
        return client.batches.setPlan({ batch, plan: act.plan })
      case 'goOn':
        return client.batches.goOn({ batch })
      case 'over':
        return void (await untilView(client, batch, isOver))
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
// What was compiled is kept for the lives to come; a killed process keeps nothing.
flushCompileCache()
mark('ready')
