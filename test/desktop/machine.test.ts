// Tests the integration with the machine: it stays awake only while accounts are being sent, the engine is notified
// of sleep and shutdown, and the user is notified of alerts while elsewhere.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { engineFactory } from '../../electron/desktop/engine/engine-host.ts'
import { isSending } from '../../electron/desktop/system/keep-awake.ts'
import { createNotices } from '../../electron/desktop/system/notices.ts'
import { dot } from '../../electron/desktop/system/overlay-dot.ts'
import { createQuitting } from '../../electron/desktop/system/quit.ts'
import { createSandbox } from '../../electron/sandbox/sandbox.ts'
import { connectionSettings } from '../../shared/sending/connection.ts'
import type { BatchView, Alert } from '../../shared/contract/contract.ts'
import { mappingFile } from '../../shared/mapping/file.ts'
import { numbered, plainAccounts } from '../engine/api/small-files.ts'
import { createFakeElectron, fakeEvent } from './fake-electron.ts'
import { atTheEnd, freshFolder, openPage, type Program, root, startProgram } from './desktop-harness.ts'
import { untilStage } from './page-client.ts'

const patience = { timeout: 30_000, interval: 20 }

/** A program with a batch of ten validated accounts on the test's own sandbox. */
async function readyToSend(program?: Program) {
  const sandbox = await createSandbox({ speed: 'instant' })
  atTheEnd(() => sandbox.close())
  const started = program ?? (await startProgram())
  const { client, bridge } = openPage(started.fake, started.window())
  const { baseUrl, tokenUrl, apiKey, faults } = sandbox
  const settings = connectionSettings.parse({
    baseUrl,
    tokenUrl,
    limits: { concurrency: 2, pollFirstMs: 50, readsPerMinute: null, quietMs: 300 },
  })
  const { id: connection } = await client.connections.save({ name: 'Platform', settings })
  await client.connections.setKey({ id: connection, key: apiKey })
  const plain = await plainAccounts(freshFolder(), numbered(10))
  const { batch } = await client.batches.load({
    path: bridge.pathOf({ at: plain.file }),
    mapping: mappingFile.parse(plain.mapping),
    catalogue: { shipped: 'example' },
    connection,
    supplier: 'ACME',
  })
  await untilStage(client, batch, 'open')
  await client.batches.validate({ batch })
  const until = (holds: (view: BatchView) => boolean): Promise<unknown> =>
    vi.waitUntil(async () => holds(await client.batches.get({ batch })), patience)
  await until(({ states }) => states.validated === 10)
  return { ...started, client, connection, batch, faults, sandbox, until }
}

const isAwake = ({ fake }: Pick<Program, 'fake'>): boolean => fake.awake.held.size > 0

describe('the machine stays awake', () => {
  test('while accounts are queued, but not when paused or when all are sent', async () => {
    const harness = await readyToSend()
    const { client, connection, batch, faults, until } = harness
    expect(isAwake(harness)).toBe(false)
    faults.add({ id: 'slow', route: 'create', effect: { kind: 'latency', ms: 1500 } })
    await client.batches.release({ batch, limit: null })
    await vi.waitUntil(() => isAwake(harness), patience)
    await client.connections.pause({ id: connection })
    await vi.waitUntil(() => !isAwake(harness), patience)
    faults.remove('slow')
    faults.add({ id: 'hung', route: 'create', effect: { kind: 'latency', ms: 3000 } })
    await client.connections.resume({ id: connection })
    await vi.waitUntil(() => isAwake(harness), patience)
    faults.remove('hung')
    await until(({ states }) => states.queued + states.sending === 0)
    await vi.waitUntil(() => !isAwake(harness), patience)
    expect(harness.bugs).toEqual([])
  })

  test('until requests in flight at the end have their answers', async () => {
    const harness = await readyToSend()
    const { fake, client, batch, faults, until } = harness
    faults.add({ route: 'create', effect: { kind: 'latency', ms: 2500 } })
    await client.batches.release({ batch, limit: null })
    await until(({ states }) => states.sending > 0)
    await vi.waitUntil(() => isAwake(harness), patience)
    fake.answers.boxes.push(0)
    const over = new Promise((resolve) => fake.app.once('ended', resolve))
    const asked = new Promise((resolve) => fake.app.once('question', resolve))
    fake.app.quit()
    await asked
    expect(fake.questions[0]).toMatchObject({
      message: expect.stringMatching(
        /^(1 account is|[23] accounts are) being created\. Finish before Carryover ends\?$/,
      ),
      detail: expect.stringMatching(/ \d accounts? that (is|are) queued stays? queued for the next start\./),
    })
    expect(isAwake(harness)).toBe(true)
    await over
    expect(isAwake(harness)).toBe(false)
    expect(harness.bugs).toEqual([])
  })

  const view = (
    states: Partial<BatchView['states']>,
    more: { pauses?: string[]; stop?: boolean; quiet?: boolean } = {},
  ): BatchView => {
    const seen = {
      supplier: 'ACME',
      states: { queued: 0, sending: 0, processing: 0, ...states },
      pauses: (more.pauses ?? []).map((supplier) => ({ supplier })),
      sending: {
        stop: more.stop === true ? {} : null,
        pace: { waiting: more.quiet === true ? { for: 'quiet_hours', until: 1 } : null },
      },
    }
    return seen as unknown as BatchView
  }
  test.each([
    ['in flight', view({ sending: 1 }), true],
    ['queued', view({ queued: 1 }), true],
    ['in flight while paused', view({ sending: 1, queued: 5 }, { pauses: [''] }), true],
    ['queued and paused', view({ queued: 1 }, { pauses: [''] }), false],
    ['queued and its supplier paused', view({ queued: 1 }, { pauses: ['ACME'] }), false],
    ['queued and another supplier paused', view({ queued: 1 }, { pauses: ['OTHER'] }), true],
    ['queued and stopped by a brake', view({ queued: 1 }, { stop: true }), false],
    ['queued in quiet hours', view({ queued: 1 }, { quiet: true }), false],
    ['watched only', view({ processing: 100 }), false],
  ])('for %s: %j', (_name, seen, expected) => {
    expect(isSending(seen)).toBe(expected)
  })
})

describe('an event of the system', () => {
  test('before and after a sleep reaches the engine', async () => {
    const reported: string[] = []
    const make = engineFactory('0.0.0-test')
    const { fake } = await startProgram({
      engineFactory: async (parts) => {
        const made = await make(parts)
        return made.ok
          ? { ok: true, value: { ...made.value, machine: (event) => void reported.push(event) } }
          : made
      },
    })
    fake.powerMonitor.emit('suspend')
    fake.powerMonitor.emit('resume')
    fake.powerMonitor.emit('lock-screen')
    expect(reported).toEqual(['suspend', 'resume'])
  })

  test('of a shutdown is delayed until the engine has ended, without a question', async () => {
    const { fake, closed, bugs } = await startProgram()
    const event = fakeEvent()
    const over = new Promise((resolve) => fake.app.once('ended', resolve))
    fake.powerMonitor.emit('shutdown', event)
    expect(event.defaultPrevented).toBe(true)
    // As macOS does: it asks every program to quit.
    fake.app.quit()
    await over
    expect(closed()).toBe(true)
    expect(fake.exit).toEqual({ code: null, quit: true })
    expect(fake.questions).toEqual([])
    expect(bugs).toEqual([])
  })

  test('for the end of the session arrives at the window on Windows', async () => {
    const { fake, window, closed } = await startProgram({ platform: 'win32' })
    const event = fakeEvent()
    const over = new Promise((resolve) => fake.app.once('ended', resolve))
    window().emit('query-session-end', event)
    expect(event.defaultPrevented).toBe(true)
    await over
    expect(closed()).toBe(true)
  })

  test('of a shutdown leaves accounts unconfirmed if they take too long', async () => {
    const { electron, app, exit, questions } = createFakeElectron()
    const quitting = createQuitting({
      app: electron.app,
      dialog: electron.dialog,
      window: () => null,
      underWay: async () => ({ sending: 3, queued: 0 }),
      close: () => new Promise(() => undefined),
      shutdownPatienceMs: 20,
    })
    const over = new Promise((resolve) => app.once('ended', resolve))
    // The dialog is open when the system shuts down.
    quitting.hold(fakeEvent())
    quitting.shutdown(fakeEvent())
    await over
    expect(exit.code).toBe(0)
    expect(questions).toHaveLength(0)
  })
})

const alert: Alert = {
  batch: 7,
  what: 'stopped',
  step: 'submit',
  title: 'Spring: stopped by a brake',
  message: 'Five in a row.',
}

describe('a notice', () => {
  async function notices(platform: NodeJS.Platform) {
    const program = await startProgram({ platform })
    const opened: Alert[] = []
    const window = program.window()
    const made = createNotices({
      electron: program.fake.electron,
      platform,
      window: () => window as never,
      open: (one) => void opened.push(one),
    })
    return { ...program, window, opened, ...made }
  }

  test('is shown by the system, and the window flashes until it has the focus', async () => {
    const { fake, window, reported, opened } = await notices('linux')
    reported(alert)
    expect(fake.notified.map(({ title, body }) => ({ title, body }))).toEqual([
      { title: alert.title, body: alert.message },
    ])
    expect(window.flashing).toBe(true)
    window.emit('focus')
    expect(window.flashing).toBe(false)
    fake.notified[0]?.emit('click')
    expect(opened).toEqual([alert])
  })

  test('makes the dock icon bounce instead on macOS', async () => {
    const { fake, window, reported } = await notices('darwin')
    reported(alert)
    expect(fake.app.bounced).toBe(1)
    expect(window.flashing).toBe(false)
  })

  test('is not shown by the system while the window has the focus', async () => {
    const { fake, window, reported } = await notices('linux')
    window.focused = true
    reported(alert)
    expect(fake.notified).toEqual([])
    expect(window.flashing).toBe(false)
  })

  test('adds a count to the icon, or a dot with a text on Windows', async () => {
    const linux = await notices('linux')
    for (const [waiting, badge] of [
      [2, 2],
      [0, 0],
    ] as const) {
      linux.count(waiting)
      expect(linux.fake.app.badge).toBe(badge)
    }
    const windows = await notices('win32')
    const words = [2, 1, 0].map((waiting) => {
      windows.count(waiting)
      return windows.window.overlay
    })
    expect(words).toEqual(['2 things wait for you', '1 thing waits for you', ''])
    expect(windows.fake.app.badge).toBe(0)
  })

  test('uses a round dot: opaque in the middle, transparent in the corners', () => {
    const bitmap = dot(16)
    expect(bitmap).toHaveLength(16 * 16 * 4)
    const alpha = (x: number, y: number): number => bitmap[(y * 16 + x) * 4 + 3] ?? -1
    expect([alpha(8, 8), alpha(0, 0), alpha(15, 15)]).toEqual([255, 0, 0])
  })

  test('of a closed supplier opens its step on a click, and is removed from the count once resolved', async () => {
    const harness = await readyToSend()
    const { fake, client, connection, batch, sandbox, window } = harness
    sandbox.control.setSupplier('ACME', { status: 'paused' })
    await client.batches.release({ batch, limit: null })
    await vi.waitUntil(() => fake.notified.length > 0, patience)
    expect(fake.notified[0]?.title).toBe('Platform · ACME: the supplier does not take accounts')
    await vi.waitUntil(() => fake.app.badge === 1, patience)
    fake.notified[0]?.emit('click')
    expect(window().loaded).toBe(`app://carryover/#/batch/${batch}/submit`)
    expect(window().calls.slice(-2)).toEqual(['show', 'focus'])
    sandbox.control.setSupplier('ACME', { status: 'ongoing' })
    await client.connections.resume({ id: connection })
    await vi.waitUntil(() => fake.app.badge === 0, patience)
    await vi.waitUntil(() => fake.notified.length > 1, patience)
    expect(fake.notified.slice(1).map(({ title }) => title)).toEqual([
      'plain.xlsx: all that was sent is done',
    ])
    expect(harness.bugs).toEqual([])
  })
})

test('the program has the same id on Windows as its installer', () => {
  const text = (path: string): string => readFileSync(join(root, path), 'utf8')
  const installed = /^appId: (\S+)$/m.exec(text('electron-builder.yml'))?.[1]
  expect(/setAppUserModelId\('([^']+)'\)/.exec(text('electron/desktop/main.ts'))?.[1]).toBe(installed)
})

test('a click on a notice opens a closed window at the right step on macOS', async () => {
  const { fake, window } = await startProgram({ platform: 'darwin', folder: join(freshFolder(), 'data') })
  window().close()
  fake.app.emit('activate')
  expect(fake.windows).toHaveLength(2)
  expect(window().loaded).toBe('app://carryover/')
})
