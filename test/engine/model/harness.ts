// Harness of one model run: a world with its service, and successive engine instances on one data folder. An instance
// ends in order or dies. When it dies, its folder is copied at that moment and the next instance opens the copy;
// whatever the dead instance still does happens to a folder that is no longer read.
import { join } from 'node:path'
import { createRouterClient, ORPCError } from '@orpc/server'
import { createEngine } from '../../../electron/engine/engine.ts'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import type { Reader } from '../../../electron/engine/import/reader.ts'
import type { Client } from '../api/waiting.ts'
import { createLedger } from './ledger.ts'
import { createService } from './moody-service.ts'
import { copyFolder, openQuickly, setClocks, type Template } from './template.ts'
import { createWire, type DeathPoint } from './wire.ts'
import { type Clocks, createWorld } from './world.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

type Life = {
  readonly folder: string
  readonly client: Client
  /** The folder of the next instance after this one has died. */
  diedTo: string | null
  readonly end: () => void
  /** Ends it in order; repeated calls return the same promise. */
  readonly close: () => Promise<void>
}

export type Harness = Awaited<ReturnType<typeof openHarness>>

/** Nothing is read from files in a run. */
const noReader: Reader = {
  read: () => {
    throw new Error('A run of the model reads no file')
  },
} as unknown as Reader

export async function openHarness(template: Template, seed: number, clocks: Clocks) {
  const world = createWorld()
  const service = createService(world, clocks.aheadMs)
  const ledger = createLedger(template, world, service, clocks)
  const wire = createWire(world, service, ledger)
  const keyStore = createMemoryKeyStore()
  const random = randomFrom(seed)
  let lives = 0
  const firstFolder = freshFolder(template.folder)
  setClocks(firstFolder, clocks)
  let life = await begin(firstFolder)

  /** Two folders in turn: the one in which an instance died, and the one in which the next starts. */
  function freshFolder(from: string): string {
    lives += 1
    const folder = join(template.folder, '..', `life-${lives % 2}`)
    copyFolder(from, folder)
    return folder
  }

  async function begin(folder: string): Promise<Life> {
    ledger.open(folder)
    const foundThrice = ledger.thirdCrash()
    const clock = world.clock()
    const state = { over: false, tell: (): void => undefined }
    const over = new Promise<void>((resolve) => {
      state.tell = resolve
    })
    const opened = await createEngine({
      folder,
      reader: noReader,
      transport: wire.transportOf({ isOver: () => state.over, over }),
      keyStore,
      version: 'model',
      clock,
      random,
      open: openQuickly,
    })
    if (!opened.ok) throw new Error(sentenceOf(opened.failure.message))
    for (const { id, held } of foundThrice.length === 0 ? [] : ledger.currentStates())
      if (held === null && foundThrice.includes(id))
        ledger.note(`${ledger.nameOf(id)} was in flight at three crashes and is not held`)
    let closing: Promise<void> | null = null
    return {
      folder,
      client: createRouterClient(opened.value.router),
      diedTo: null,
      end() {
        state.over = true
        clock.end()
        state.tell()
      },
      close: () => (closing ??= opened.value.close()),
    }
  }

  /** As a host does: hands in the stored key again. */
  async function handKeyIn(): Promise<void> {
    const key = (await keyStore.get(template.connection)) ?? service.key()
    await call((client) => client.connections.setKey({ id: template.connection, key }))
  }

  function die(): void {
    if (life.diedTo !== null) return
    life.diedTo = freshFolder(life.folder)
    life.end()
  }

  /** Calls the engine as a window does. `died`: it died before it could answer; otherwise its error or its answer. */
  async function call<T>(
    ask: (client: Client) => Promise<T>,
  ): Promise<
    { readonly kind: 'done'; readonly value: T } | { readonly kind: 'refused' | 'died'; readonly value: null }
  > {
    const asked = life
    try {
      const promise = ask(asked.client)
      const value = await world.during(promise, () => asked.diedTo !== null)
      return value === null ? { kind: 'died', value: null } : { kind: 'done', value: value.value }
    } catch (error) {
      if (asked.diedTo !== null) return { kind: 'died', value: null }
      if (error instanceof ORPCError && error.code === 'REFUSED') return { kind: 'refused', value: null }
      throw error
    }
  }

  /** Starts the next instance after the last one died. */
  async function revive(): Promise<boolean> {
    if (life.diedTo === null) return false
    const dead = life
    const folder = life.diedTo
    wire.disarm()
    await dead.close()
    life = await begin(folder)
    ledger.died()
    await handKeyIn()
    return true
  }

  await handKeyIn()
  await world.finish()

  return {
    template,
    world,
    service,
    ledger,
    wire,
    call,
    revive,
    lives: (): number => lives,
    die,
    dieAt: (point: DeathPoint, nth: number) => wire.arm(point, nth, die),
    async restart(): Promise<void> {
      const { folder, close, end } = life
      const closed = await world.during(close(), () => life.diedTo !== null)
      if (closed === null) return
      end()
      life = await begin(folder)
      await handKeyIn()
    },
    async close(): Promise<void> {
      die()
      await life.close()
      ledger.close()
    },
  }
}

/** Mulberry32: the engine's random numbers, the same in each run of a seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
