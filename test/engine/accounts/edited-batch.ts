// Batch in a real workspace without windows, threads or a service. Work caused by edits runs synchronously, by the
// same functions that the threads run. For property tests with thousands of edits; writes are not flushed to disk.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  accountBuilderWith,
  type AccountBuilder,
} from '../../../electron/engine/accounts/build/account-builder.ts'
import { buildBatch } from '../../../electron/engine/accounts/build/build-batch.ts'
import type { CollectContext } from '../../../electron/engine/accounts/build/collect-rows.ts'
import { createRebuilding } from '../../../electron/engine/accounts/rebuild/rebuild-task.ts'
import { createSchemaCheck } from '../../../electron/engine/accounts/build/schema-check.ts'
import { planOfMapped } from '../../../electron/engine/accounts/build/plan-of-mapped.ts'
import { createEditing } from '../../../electron/engine/accounts/editing.ts'
import { createFixing } from '../../../electron/engine/fixing/fixing.ts'
import { storeRebuilt } from '../../../electron/engine/accounts/rebuild/rebuild.ts'
import type { StoredBatch } from '../../../electron/engine/store/import/batches.ts'
import { openWorkspace, type Workspace } from '../../../electron/engine/store/database/open.ts'
import { openMarkedReader } from '../../../electron/engine/store/accounts/building/rebuilt.ts'
import { createStore, type Store } from '../../../electron/engine/store/store.ts'
import { targetOf } from '../../../electron/engine/accounts/build/build-target.ts'
import { type Mapping, mappingFile, type MappingInput } from '../../../shared/mapping/file.ts'
import { nameColumns } from '../../../shared/sheet/name-columns.ts'
import { exampleCatalogue } from '../../unit/example-catalogue.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

/** 2026-03-04T09:30:00Z. */
const now = (): number => Date.UTC(2026, 2, 4, 9, 30)
const catalogueFile = new URL('../../../shared/catalogue/examples/example.json', import.meta.url)
const catalogue = JSON.parse(readFileSync(catalogueFile, 'utf8')) as unknown
const { phoneRegion, statusTemplate, bodyBytes } = targetOf(null)
const check = createSchemaCheck(exampleCatalogue(), { now, phoneRegion })

/** A file's sheets; the first is the main sheet. */
export type Layout = {
  readonly mapping: MappingInput
  readonly sheets: readonly { readonly name: string; readonly header: readonly string[] }[]
}
/** Cells by sheet and row; the first row of each has the number 2. */
export type Cells = readonly (readonly (readonly string[])[])[]
export const firstRow = 2

/** The compared properties of an account: everything that its cells determine. */
export type Built = {
  readonly key: string
  readonly identity: string | null
  readonly supplier: string | null
  readonly state: string
  readonly payload: string
  readonly origins: unknown
  readonly problems: readonly string[]
}

export type EditedBatch = Awaited<ReturnType<typeof openFolder>>

/** A folder for many batches, one after another. */
export function folderForBatches(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-edits-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

export async function openFolder(folder: string, layout: Layout, reviewedAtOnce: number) {
  let running = await start()

  async function start() {
    const opened = await openWorkspace({ folder, now })
    if (!opened.ok) throw new Error(sentenceOf(opened.failure.message))
    const workspace: Workspace = opened.value
    workspace.database.pragma('synchronous = OFF')
    const store = createStore(workspace)
    const toBuild = new Set<number>()
    const editing = createEditing({
      store,
      now,
      reviewedAtOnce,
      changed: () => undefined,
      buildAgain: (batch) => void toBuild.add(batch),
      validateLater: () => undefined,
    })
    return { workspace, store, editing, fixing: createFixing({ store, editing }), toBuild }
  }

  function builderOf(
    store: Store,
    batch: StoredBatch,
  ): { collecting: CollectContext; build: AccountBuilder } {
    const sheets = store.rows.sheets(batch.id).map((sheet) => sheet.info)
    const { plan } = planOfMapped(batch, sheets, phoneRegion)
    const build = accountBuilderWith({ plan, statusTemplate, bodyBytes, check })
    return { collecting: { store, batch, plan }, build }
  }

  /** Disables the wait for the disk. Operations that must be durable turn it on again when they finish. */
  function doNotWait(): void {
    running.workspace.database.pragma('synchronous = OFF')
  }

  function batchNow(id: number): StoredBatch {
    const batch = running.store.batches.get(id)
    if (batch === null) throw new Error(`There is no batch ${id}`)
    return batch
  }

  async function buildWhole(id: number): Promise<void> {
    const { collecting, build } = builderOf(running.store, batchNow(id))
    const signal = new AbortController().signal
    await running.store.rows.clearForBuild(id)
    await buildBatch({
      ...collecting,
      builder: { build: async (accounts) => accounts.map(build) },
      now,
      signal,
      retryOnFullDisk: async (write) => write(),
      progress: () => undefined,
    })
  }

  return {
    get store() {
      return running.store
    },
    get editing() {
      return running.editing
    },
    get fixing() {
      return running.fixing
    },
    batchNow,
    async addBatch(cells: Cells): Promise<number> {
      const { store } = running
      const mapped = { mapping: mappingFile.parse(layout.mapping), catalogue, catalogueId: 'example' }
      const id = store.batches.add({
        name: 'edited',
        connectionId: null,
        supplier: 'ACME',
        files: [{ path: 'edited.csv', name: 'edited.csv', bytes: 0, readOptions: {} }],
        mapped,
        createdAt: now(),
      })
      for (const [position, { name, header }] of layout.sheets.entries()) {
        const info = { name, hidden: false, headerRow: 1, columns: nameColumns(header) }
        store.rows.addSheet(id, position, info, position === 0 ? 'main' : 'linked')
        const rows = (cells[position] ?? []).map((texts, at) => ({
          row: at + firstRow,
          cells: JSON.stringify(texts),
          kept: null,
        }))
        store.rows.addRows(id, position, rows)
        store.rows.setRowCount(id, position, rows.length)
      }
      store.batches.setFileHash(id, 0, '0'.repeat(64))
      store.batches.setRead(id, now())
      store.batches.setStage(id, 'building', null)
      await buildWhole(id)
      return id
    },
    /** Changes the mapping: everything is rebuilt with the requested work. */
    mapAgain(id: number, mapping: Mapping): void {
      const mapped = { mapping, catalogue, catalogueId: 'example' }
      running.store.batches.setMapped(id, mapped, { supplier: 'ACME', connectionId: null }, now())
      running.store.batches.setStage(id, 'building', null)
      running.toBuild.add(id)
    },
    /** Runs the rebuild requested by an edit of keys, before anything else happens. */
    async buildAsked(): Promise<void> {
      for (const id of running.toBuild) await buildWhole(id)
      running.toBuild.clear()
    },
    /** Builds the accounts marked by large edits, as the build thread does. */
    finish(id: number): void {
      const { store } = running
      const { collecting, build } = builderOf(store, batchNow(id))
      const reader = openMarkedReader(store.file)
      try {
        const rebuilding = createRebuilding({ batch: id, plan: collecting.plan, build, reader })
        for (let after: number | null = 0; after !== null; ) {
          const piece: ReturnType<typeof rebuilding.buildMarked> = rebuilding.buildMarked(after, 2)
          store.rebuilt.unhurried(() => storeRebuilt(collecting, piece.accounts, now()))
          after = piece.last
        }
      } finally {
        reader.close()
        doNotWait()
      }
    },
    cells(id: number): string[][][] {
      return layout.sheets.map(({ header }, position) =>
        running.store.rows
          .page(id, position, 0, 1000)
          .map(({ cells }) => header.map((_, col) => cells[col] ?? '')),
      )
    },
    accounts(id: number): Built[] {
      const { store } = running
      return store.accounts.page(id, -1, 1000).map((account) => {
        const { body, origins } = store.accounts.payload(account.payload_id ?? 0)
        const { key, identity, supplier, state } = account
        const problems = store.accounts.problems(account.id).map((problem) => JSON.stringify(problem))
        return {
          key,
          identity,
          supplier,
          state,
          payload: body.toString(),
          origins,
          problems: problems.sort(),
        }
      })
    },
    async reopen(): Promise<void> {
      running.workspace.close()
      running = await start()
    },
    close(): void {
      running.workspace.close()
    },
  }
}
