import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { runTask, startThread, type Task, ThreadEnded } from '../../../electron/engine/jobs/threads.ts'
import { atEnd, freshFolder } from '../store/practice-store.ts'

type Counting = Task & {
  readonly data: number
  readonly asked: { readonly do: string; readonly steps?: number }
  readonly answer: unknown
  readonly progress: unknown
}

const host = new URL('../../../electron/engine/jobs/thread-task.ts', import.meta.url).href
/** Counts in steps; `fail`, `exit` and `loop` break down in their ways. */
const counting = `
  import { writeFileSync } from 'node:fs'
  import { setImmediate } from 'node:timers/promises'
  import { serveTask } from ${JSON.stringify(host)}
  let tasks = 0
  serveTask((first) => {
    tasks += 1
    if (first < 0) throw Object.assign(new Error('cannot start'), { code: 'NEGATIVE' })
    return {
      async run(asked, { signal, progress }) {
        if (asked.do === 'fail') throw Object.assign(new Error('no such table'), { code: 'SQLITE_ERROR' })
        if (asked.do === 'exit') process.exit(0)
        if (asked.do === 'tasks') return { tasks, first }
        if (asked.do === 'loop') for (;;) ;
        if (asked.do === 'numbers') return Int32Array.of(first, first + 1)
        let count = first
        for (let step = 0; step < asked.steps; step += 1) {
          await setImmediate()
          if (signal.aborted) return 'cancelled at ' + (count > first ? 'some' : 'none')
          count += 1
          if (step % 100 === 0) progress(count)
        }
        return count
      },
      close: () => process.env.CLOSED_FILE && writeFileSync(process.env.CLOSED_FILE, 'closed'),
    }
  })
`

function writeModule(): URL {
  const script = join(freshFolder(), 'counting.mjs')
  writeFileSync(script, counting)
  return pathToFileURL(script)
}

function start(data = 0, env: Record<string, string> = {}) {
  const options = { name: 'counting', script: writeModule(), data, confine: { env } }
  const thread = startThread<Counting>(options)
  atEnd(() => void thread.terminate())
  return { thread, options }
}

test('each request gets its own answer, several may be open, and a short one does not wait for a long one', async () => {
  const { thread } = start(5)
  const order: string[] = []
  const seen: unknown[] = []
  const long = thread
    .ask({ do: 'count', steps: 2000 }, { progress: (count) => seen.push(count) })
    .finally(() => order.push('long'))
  const short = thread.ask({ do: 'count', steps: 3 }).finally(() => order.push('short'))
  expect(await Promise.all([long, short])).toEqual([2005, 8])
  expect(order).toEqual(['short', 'long'])
  expect(seen.slice(0, 3)).toEqual([6, 106, 206])
  expect(await thread.ask({ do: 'numbers' })).toEqual(Int32Array.of(5, 6))
})

test('a task error reaches its own request with its code, and the thread goes on', async () => {
  const { thread } = start()
  const other = thread.ask({ do: 'count', steps: 50 })
  await expect(thread.ask({ do: 'fail' })).rejects.toMatchObject({
    message: 'no such table',
    code: 'SQLITE_ERROR',
  })
  expect(await other).toBe(50)
  expect(thread.isRunning).toBe(true)
})

test('a cancelled request ends when the task has noticed it, and the others go on', async () => {
  const { thread } = start()
  const abort = new AbortController()
  const cancelled = thread.ask(
    { do: 'count', steps: 1e9 },
    { signal: abort.signal, progress: () => abort.abort() },
  )
  const other = thread.ask({ do: 'count', steps: 300 })
  expect(await cancelled).toBe('cancelled at some')
  expect(await other).toBe(300)
  expect(await thread.ask({ do: 'count', steps: 5 }, { signal: AbortSignal.abort() })).toBe(
    'cancelled at none',
  )
})

test('closing cancels what is open, and the task releases what it holds before the thread ends', async () => {
  const closed = join(freshFolder(), 'closed')
  const { thread } = start(0, { CLOSED_FILE: closed })
  const open = thread.ask({ do: 'count', steps: 1e9 })
  await thread.close()
  expect(await open).toMatch('cancelled')
  expect(readFileSync(closed, 'utf8')).toBe('closed')
  expect(thread.isRunning).toBe(false)
  await expect(thread.ask({ do: 'count', steps: 1 })).rejects.toBeInstanceOf(ThreadEnded)
})

test('a thread that ends by itself, or is ended, rejects what is open and what comes later', async () => {
  const { thread } = start()
  const open = thread.ask({ do: 'count', steps: 1e9 })
  const exiting = thread.ask({ do: 'exit' })
  await expect(open).rejects.toThrow('The counting thread ended')
  await expect(exiting).rejects.toBeInstanceOf(ThreadEnded)
  const busy = start().thread
  const loop = busy.ask({ do: 'loop' })
  await busy.terminate()
  await expect(loop).rejects.toBeInstanceOf(ThreadEnded)
  await expect(busy.ask({ do: 'count', steps: 1 })).rejects.toBeInstanceOf(ThreadEnded)
})

test('a task that cannot start says why to each request', async () => {
  const { thread } = start(-1)
  await expect(thread.ask({ do: 'count', steps: 1 })).rejects.toThrow('cannot start')
  await thread.ended
  await expect(thread.ask({ do: 'count', steps: 1 })).rejects.toThrow('cannot start')
})

test('a thread for one request ends after its answer, and after its failure', async () => {
  const { options } = start(7)
  expect(await runTask<Counting>(options, { do: 'count', steps: 2 })).toBe(9)
  await expect(runTask<Counting>(options, { do: 'fail' })).rejects.toThrow('no such table')
})

test('a released thread serves the next task of its module, which starts with its own data', async () => {
  const script = writeModule()
  const closed = join(freshFolder(), 'closed')
  vi.stubEnv('CLOSED_FILE', closed)
  const first = startThread<Counting>({ name: 'counting', script, data: 1 })
  expect(await first.ask({ do: 'tasks' })).toEqual({ tasks: 1, first: 1 })
  await first.release()
  expect(readFileSync(closed, 'utf8')).toBe('closed')
  expect(first.isRunning).toBe(false)
  await expect(first.ask({ do: 'tasks' })).rejects.toBeInstanceOf(ThreadEnded)
  const second = startThread<Counting>({ name: 'counting', script, data: 2 })
  expect(await second.ask({ do: 'tasks' })).toEqual({ tasks: 2, first: 2 })
  await first.terminate()
  await first.close()
  expect(await second.ask({ do: 'count', steps: 3 })).toBe(5)
  await second.terminate()
  const third = startThread<Counting>({ name: 'counting', script, data: 3 })
  expect(await third.ask({ do: 'tasks' })).toEqual({ tasks: 1, first: 3 })
  await third.terminate()
})

test('two tasks of a module at once have two threads, and of those that are released one is kept', async () => {
  const script = writeModule()
  const [one, other] = [1, 2].map((data) => startThread<Counting>({ name: 'counting', script, data }))
  expect(await Promise.all([one?.ask({ do: 'tasks' }), other?.ask({ do: 'tasks' })])).toEqual([
    { tasks: 1, first: 1 },
    { tasks: 1, first: 2 },
  ])
  await one?.release()
  await other?.release()
  await other?.ended
  const next = startThread<Counting>({ name: 'counting', script, data: 3 })
  expect(await next.ask({ do: 'tasks' })).toEqual({ tasks: 2, first: 3 })
  await next.terminate()
})

test('a thread that ends with its task is not used by the next task of its module', async () => {
  const script = writeModule()
  const rare = startThread<Counting>({ name: 'counting', script, data: 1, endsWithTask: true })
  expect(await rare.ask({ do: 'tasks' })).toEqual({ tasks: 1, first: 1 })
  await rare.release()
  await rare.ended
  const next = startThread<Counting>({ name: 'counting', script, data: 2 })
  expect(await next.ask({ do: 'tasks' })).toEqual({ tasks: 1, first: 2 })
  await next.terminate()
})

test('a thread that is released with an open request ends, and the next task starts with a fresh one', async () => {
  const script = writeModule()
  const busy = startThread<Counting>({ name: 'counting', script, data: 1 })
  const open = busy.ask({ do: 'loop' })
  await busy.release()
  await expect(open).rejects.toBeInstanceOf(ThreadEnded)
  const next = startThread<Counting>({ name: 'counting', script, data: 2 })
  expect(await next.ask({ do: 'tasks' })).toEqual({ tasks: 1, first: 2 })
  await next.release()
  const failing = startThread<Counting>({ name: 'counting', script, data: -1 })
  await expect(failing.ask({ do: 'tasks' })).rejects.toThrow('cannot start')
  await failing.ended
})
