// Tests how the program starts, allows only one instance, and ends.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findDebuggingSwitch } from '../../electron/desktop/system/switches.ts'
import { engineFactory } from '../../electron/desktop/engine/engine-host.ts'
import type { Failure } from '../../electron/engine/system/failure.ts'
import { createQuitting } from '../../electron/desktop/system/quit.ts'
import { createFakeElectron, type Fake, fakeEvent } from './fake-electron.ts'
import { freshFolder, openPage, startProgram } from './desktop-harness.ts'

const ended = ({ app }: Fake): Promise<unknown> => new Promise((resolve) => app.once('ended', resolve))

describe('a debugging switch', () => {
  test.each([
    ['--inspect'],
    ['--inspect=0'],
    ['--inspect-brk=127.0.0.1:9229'],
    ['--remote-debugging-port=9222'],
    ['--remote-debugging-pipe'],
    ['--js-flags=--expose-gc'],
    ['--INSPECT'],
  ])('%s ends a packaged program at its start', async (word) => {
    const { fake, said } = await startProgram({ packaged: true, argv: ['carryover', word] })
    expect(fake.exit.code).toBe(3)
    expect(said[0]).toContain('does not run with')
    expect(fake.order).toEqual([])
    expect(fake.windows).toEqual([])
  })

  test('already accepted by Chromium also ends the program', async () => {
    const { fake } = await startProgram({ packaged: true, switches: ['remote-debugging-port'] })
    expect(fake.exit.code).toBe(3)
  })

  test('is allowed in development', async () => {
    const { fake } = await startProgram({ argv: ['electron', '.', '--inspect'] })
    expect(fake.exit.code).toBe(null)
    expect(fake.windows).toHaveLength(1)
  })

  test.each([[['carryover']], [['carryover', '/home/me/inspect.xlsx', 'inspect', '--data-dir=inspect']]])(
    'is not found in %j',
    (argv) => {
      expect(findDebuggingSwitch(argv, () => false)).toBe(null)
    },
  )
})

test('an environment that turns off certificate checks is reported, and the program does not start', async () => {
  const { fake, said } = await startProgram({ environment: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } })
  expect(fake.exit.code).toBe(3)
  expect(said[0]).toContain('NODE_TLS_REJECT_UNAUTHORIZED is 0')
  expect(fake.order).toEqual([])
  expect(fake.windows).toEqual([])
})

describe('a second instance', () => {
  test('ends at once, without a window and without touching the data folder', async () => {
    const { fake, engine } = await startProgram({ firstInstance: false })
    expect(fake.exit.quit).toBe(true)
    expect(fake.windows).toEqual([])
    expect(engine()).toBe(undefined)
  })

  test('brings the window of the first instance to the front', async () => {
    const { fake, window } = await startProgram()
    window().minimized = true
    fake.app.emit('second-instance')
    expect(window().calls).toEqual(['restore', 'show', 'focus'])
    expect(fake.windows).toHaveLength(1)
  })
})

describe('the program ends with a reason at its start if', () => {
  test('another Carryover uses the data folder', async () => {
    const folder = join(freshFolder(), 'data')
    await startProgram({ folder })
    const { fake } = await startProgram({ folder })
    expect(fake.errors[0]?.text).toContain('Another Carryover is using the data folder')
    expect(fake.exit.code).toBe(3)
    expect(fake.windows).toEqual([])
  })

  test('the page of the window is not built', async () => {
    const { fake } = await startProgram({
      readPage: () => Promise.reject(new Error('There is no built window in dist (no index.html).')),
    })
    expect(fake.errors[0]?.text).toContain('There is no built window')
    expect(fake.exit.code).toBe(3)
  })
})

test('an open database found to be damaged reloads the page, is reported and can be recovered there', async () => {
  const reported = Promise.withResolvers<void>()
  let engines = 0
  const { fake, window } = await startProgram({
    engineFactory: async (parts) => {
      engines += 1
      const failure = { kind: 'workspace', code: 'database_damaged', message: 'It is damaged.' } as const
      if (engines === 1) void reported.promise.then(() => parts.damaged?.(failure))
      return engineFactory('0.0.0-test')(parts)
    },
  })
  expect(await openPage(fake, window()).client.recovery.state()).toBeNull()
  reported.resolve()
  await expect.poll(() => window().webContents.reloads).toBe(1)
  const { client } = openPage(fake, window())
  expect(await client.recovery.state()).toMatchObject({ kind: 'damaged', message: 'It is damaged.' })
  await expect(client.batches.list()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await client.recovery.tryAgain()
  await expect.poll(() => window().webContents.reloads).toBe(2)
  expect(await openPage(fake, window()).client.batches.list()).toEqual([])
  expect(engines).toBe(2)
  expect(fake.errors).toEqual([])
  const over = ended(fake)
  fake.app.quit()
  await over
})

test('an open database found to be damaged before there is a window is shown in it', async () => {
  let damaged: ((failure: Failure) => void) | undefined
  const { fake, window } = await startProgram({
    engineFactory: (parts) => {
      damaged = parts.damaged
      return engineFactory('0.0.0-test')(parts)
    },
    sessionMade: () => damaged?.({ kind: 'workspace', code: 'database_damaged', message: 'It is damaged.' }),
  })
  expect(fake.errors).toEqual([])
  const { client } = openPage(fake, window())
  expect(await client.recovery.state()).toMatchObject({
    kind: 'damaged',
    message: 'It is damaged.',
    whileOpen: true,
  })
  const over = ended(fake)
  fake.app.quit()
  await over
})

test('a damaged database is shown in the window, where another folder can be opened', async () => {
  const folder = join(freshFolder(), 'data')
  mkdirSync(folder)
  writeFileSync(join(folder, 'carryover.sqlite'), 'Dear diary, this is no database.'.repeat(200))
  const { fake, window } = await startProgram({ folder, practice: true })
  expect(fake.errors).toEqual([])
  const { client } = openPage(fake, window())
  expect(await client.recovery.state()).toMatchObject({ kind: 'damaged', whileOpen: false, folder })
  await client.recovery.useFolder({ name: 'data-2' })
  await expect.poll(() => window().webContents.reloads).toBe(1)
  const after = openPage(fake, window()).client
  expect(await after.workspace.status()).toMatchObject({ folder: `${folder}-2` })
  expect(await after.connections.list()).toMatchObject([{ name: 'Practice service' }])
  expect(existsSync(join(folder, 'sandbox.sqlite'))).toBe(false)
  const over = ended(fake)
  fake.app.quit()
  await over
})

test('the practice service is ready to use, and its key causes no notice', async () => {
  const { fake, window, folder } = await startProgram({ practice: true })
  const { client } = openPage(fake, window())
  const [connection] = await client.connections.list()
  expect(connection).toMatchObject({ name: 'Practice service', hasKey: true })
  expect(await client.connections.test({ id: connection?.id ?? 0 })).toMatchObject({ result: 'fine' })
  const over = ended(fake)
  fake.app.quit()
  await over
  expect(existsSync(join(folder, 'keys.json'))).toBe(false)
})

describe('quitting', () => {
  test('with nothing in flight asks no question and closes the engine first', async () => {
    const { fake, closed } = await startProgram()
    const over = ended(fake)
    fake.app.quit()
    expect(fake.exit.quit).toBe(false)
    await over
    expect(closed()).toBe(true)
    expect(fake.exit).toEqual({ code: null, quit: true })
    expect(fake.questions).toEqual([])
  })

  test('starts when the only window is closed', async () => {
    const { fake, window, closed } = await startProgram()
    const over = ended(fake)
    window().close()
    expect(window().isDestroyed()).toBe(false)
    await over
    expect(closed()).toBe(true)
    expect(window().isDestroyed()).toBe(true)
  })

  test('does not start on macOS when the window is closed, and the window can be shown again', async () => {
    const { fake, window, closed } = await startProgram({ platform: 'darwin' })
    const first = window()
    first.close()
    expect(first.isDestroyed()).toBe(true)
    expect(closed()).toBe(false)
    fake.app.emit('activate')
    expect(window()).not.toBe(first)
    expect(await openPage(fake, window()).client.batches.list()).toEqual([])
  })
})

describe('quitting with requests in flight', () => {
  /** A program with the given number of requests in flight, and an engine that closes on demand. */
  function flow(count: number, queued = 0) {
    const { electron, app, answers, questions, errors, exit } = createFakeElectron()
    const closing = Promise.withResolvers<void>()
    const began = Promise.withResolvers<void>()
    const titles: string[] = []
    const window = { setTitle: (title: string) => void titles.push(title), setProgressBar: () => undefined }
    const quitting = createQuitting({
      app: electron.app,
      dialog: electron.dialog,
      window: () => window as never,
      underWay: async () => ({ sending: count, queued }),
      close: () => {
        began.resolve()
        return closing.promise
      },
    })
    app.on('before-quit', quitting.hold)
    return { app, answers, questions, errors, exit, closing, began, titles }
  }

  test('asks a question: “Finish” waits for the engine', async () => {
    const { app, answers, questions, exit, closing, began, titles } = flow(3)
    answers.boxes.push(0)
    app.quit()
    await began.promise
    expect(questions[0]?.message).toBe('3 accounts are being created. Finish before Carryover ends?')
    expect(questions[0]?.buttons).toEqual(['Finish', 'Leave unconfirmed', 'Go on working'])
    expect(titles).toEqual(['Carryover is waiting for the service’s answers …'])
    expect(exit.quit).toBe(false)
    const over = new Promise((resolve) => app.once('ended', resolve))
    closing.resolve()
    await over
    expect(exit).toEqual({ code: null, quit: true })
  })

  test('ends at once on “Leave unconfirmed”, without waiting for the engine', async () => {
    const { app, answers, exit, titles } = flow(1)
    answers.boxes.push(1)
    const over = new Promise((resolve) => app.once('ended', resolve))
    app.quit()
    await over
    expect(exit).toEqual({ code: 0, quit: false })
    expect(titles).toEqual([])
  })

  test('is cancelled by “Go on working”, and the next quit asks again', async () => {
    const { app, answers, questions, exit } = flow(1)
    answers.boxes.push(2)
    const first = new Promise((resolve) => app.once('question', resolve))
    app.quit()
    await first
    expect(questions[0]?.message).toBe('1 account is being created. Finish before Carryover ends?')
    await new Promise((resolve) => setImmediate(resolve))
    answers.boxes.push(1)
    const over = new Promise((resolve) => app.once('ended', resolve))
    app.quit()
    await over
    expect(questions).toHaveLength(2)
    expect(exit.code).toBe(0)
  })

  test('can still be forced while waiting to finish', async () => {
    const { app, answers, questions, exit, began } = flow(2)
    answers.boxes.push(0, 1)
    app.quit()
    await began.promise
    const over = new Promise((resolve) => app.once('ended', resolve))
    app.quit()
    await over
    expect(questions[1]?.buttons).toEqual(['Keep waiting', 'Leave unconfirmed'])
    expect(exit.code).toBe(0)
  })

  test('asks its question only once while it is open', async () => {
    const { app, questions } = flow(2)
    const first = new Promise((resolve) => app.once('question', resolve))
    app.quit()
    await first
    const event = fakeEvent()
    app.emit('before-quit', event)
    expect(event.defaultPrevented).toBe(true)
    // Long enough for a second question to appear, which takes a few turns of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    expect(questions).toHaveLength(1)
  })

  test('reports an engine that fails to close, and the program still ends', async () => {
    const { app, errors, exit, closing } = flow(0)
    const over = new Promise((resolve) => app.once('ended', resolve))
    app.quit()
    closing.reject(new Error('The workspace could not be closed: disk full'))
    await over
    expect(errors[0]?.text).toContain('disk full')
    expect(exit.code).toBe(1)
  })
})
