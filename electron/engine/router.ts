// The contract's calls, each a few lines: find what is named, ask whoever owns it, answer. Expected failures leave as
// the contract's typed error REFUSED; anything else is a bug and is not dressed up.
import { join } from 'node:path'
import { implement } from '@orpc/server'
import { mappingFile } from '../../shared/mapping-file.ts'
import { contract } from '../../shared/contract.ts'
import { suggestMapping } from '../../shared/suggest-mapping.ts'
import type { Catalogues } from './catalogues.ts'
import type { BatchViews } from './batch-views.ts'
import type { Clock } from './clock.ts'
import type { News } from './engine.ts'
import { type Failure, failed, type Result, success } from './failure.ts'
import type { KeySafe } from './key-safe.ts'
import { previewSheets } from './loading.ts'
import type { SendingOffice } from './queue/office.ts'
import type { ReadOptions, Reader } from './reading/reader.ts'
import type { StoredBatch, StoredConnection } from './store/batches.ts'
import type { Store } from './store/store.ts'
import type { Workshop } from './workshop.ts'

export type RouterContext = {
  readonly store: Store
  readonly catalogues: Catalogues
  readonly reader: Reader
  readonly keySafe: KeySafe
  readonly clock: Clock
  readonly office: SendingOffice
  readonly workshop: Workshop
  readonly views: BatchViews
  readonly news: News
  readonly status: {
    readonly endedCleanly: boolean
    readonly foundInFlight: number
    readonly quarantined: number
    readonly folder: string
  }
}

/** The shape of every procedure's typed error constructor. */
type Refuse = { REFUSED(options: { message: string; data: Failure }): Error }

function unwrap<T>(result: Result<T>, errors: Refuse): T {
  if (result.ok) return result.value
  throw errors.REFUSED({ message: result.failure.message, data: result.failure })
}

export function createRouter(context: RouterContext) {
  const { store, catalogues, office, workshop, views, news, keySafe, clock, reader } = context
  const os = implement(contract)

  function batchOf(id: number, errors: Refuse): StoredBatch {
    const batch = store.batches.get(id)
    return unwrap(
      batch === null
        ? failed('input', 'no_such_batch', `There is no batch ${id} in this data folder.`)
        : success(batch),
      errors,
    )
  }
  function connectionOf(id: number, errors: Refuse): StoredConnection {
    const connection = store.connections.get(id)
    return unwrap(
      connection === null
        ? failed('input', 'no_such_connection', `There is no connection ${id}.`)
        : success(connection),
      errors,
    )
  }

  return os.router({
    workspace: { status: os.workspace.status.handler(() => context.status) },
    connections: connectionCalls(),
    files: fileCalls(),
    batches: batchCalls(),
    events: os.events.handler(({ signal }) => news.listen(signal)),
  })

  function connectionCalls() {
    const calls = os.connections
    return {
      list: calls.list.handler(() =>
        Promise.all(
          store.connections.all().map(async (one) => ({ ...one, hasKey: await keySafe.has(one.id) })),
        ),
      ),
      save: calls.save.handler(async ({ input }) => {
        const id = store.connections.save(input.name, input.settings, clock.now())
        await office.restart(id)
        return { id }
      }),
      setKey: calls.setKey.handler(async ({ input, errors }) => {
        connectionOf(input.id, errors)
        await keySafe.set(input.id, input.key)
        await office.restart(input.id)
      }),
      test: calls.test.handler(({ input, errors }) => office.test(connectionOf(input.id, errors))),
      resume: calls.resume.handler(async ({ input, errors }) => {
        connectionOf(input.id, errors)
        const suppliers =
          input.supplier === undefined
            ? store.connections.pauses(input.id).map((entry) => entry.supplier)
            : [input.supplier]
        for (const supplier of suppliers) store.connections.resume(input.id, supplier)
        office.forgive(input.id)
        await office.ensure(input.id)
      }),
      pause: calls.pause.handler(({ input, errors }) => {
        connectionOf(input.id, errors)
        store.connections.pause({
          connectionId: input.id,
          supplier: '',
          reason: 'person',
          code: null,
          message: 'Paused by a person.',
          since: clock.now(),
        })
      }),
    }
  }

  function fileCalls() {
    return {
      read: os.files.read.handler(async function* ({ input, errors, signal }) {
        const { path, maxRows, ...options } = input
        for await (const message of reader(
          path,
          { ...readOptionsOf(options), maxRows },
          signal ?? new AbortController().signal,
        )) {
          if (message.kind === 'refused')
            unwrap(failed('input', message.failure.code, message.failure.message), errors)
          else yield message
        }
      }),
      suggestMapping: os.files.suggestMapping.handler(async ({ input, errors }) => {
        const { path, catalogue, supplier, identityFields, ...options } = input
        const sheets = unwrap(await previewSheets(reader, path, readOptionsOf(options)), errors)
        const chosen = unwrap(await catalogues.choose(catalogue), errors)
        const suggestion = suggestMapping(sheets, chosen.catalogue, { supplier, identityFields })
        return {
          mapping: mappingFile.parse(suggestion.mapping),
          reasons: [...suggestion.reasons],
          unmapped: [...suggestion.unmapped],
        }
      }),
    }
  }

  function batchCalls() {
    const calls = os.batches
    return {
      load: calls.load.handler(async ({ input, errors }) => {
        const { path, name, mapping, catalogue, connection, supplier, ...options } = input
        if (connection !== null) connectionOf(connection, errors)
        const chosen = unwrap(await catalogues.choose(catalogue), errors)
        const batch = await workshop.load({
          path,
          options: readOptionsOf(options),
          name: name ?? null,
          mapped: { mapping, catalogue: chosen.json, catalogueId: chosen.id },
          connectionId: connection,
          supplier,
        })
        return { batch: unwrap(batch, errors) }
      }),
      list: calls.list.handler(() => store.batches.all().map((batch) => views.view(batch))),
      get: calls.get.handler(({ input, errors }) => views.view(batchOf(input.batch, errors))),
      warnings: calls.warnings.handler(({ input, errors }) =>
        store.rows.warnings(batchOf(input.batch, errors).id),
      ),
      payloads: calls.payloads.handler(({ input, errors }) => {
        batchOf(input.batch, errors)
        return store.accounts.page(input.batch, input.after, input.limit).map((account) => {
          if (account.payload_id === null) throw new Error(`Account ${account.id} has no payload`)
          const payload = store.accounts.payload(account.payload_id)
          return {
            position: account.position,
            key: account.key,
            rows: store.accounts.rowsOf(account.id),
            payload: JSON.parse(payload.body.toString('utf8')) as unknown,
            origins: payload.origins,
            omitted: [...payload.omitted],
            problems: store.accounts.problems(account.id),
          }
        })
      }),
      continueLoading: calls.continueLoading.handler(({ input, errors }) =>
        workshop.continueLoading(batchOf(input.batch, errors)),
      ),
      validate: calls.validate.handler(async ({ input, errors }) => {
        const batch = openBatch(input.batch, errors)
        store.batches.setValidating(batch.id, true)
        await office.ensure(batch.connectionId)
      }),
      cancel: calls.cancel.handler(({ input, errors }) => workshop.cancel(batchOf(input.batch, errors).id)),
      release: calls.release.handler(async ({ input, errors }) => {
        const batch = openBatch(input.batch, errors)
        const result = store.sending.release(batch.id, batch.connectionId, input.limit ?? -1, clock.now())
        store.accounts.addEvent(clock.now(), batch.id, null, 'released', result)
        await office.ensure(batch.connectionId)
        return result
      }),
      takeBack: calls.takeBack.handler(({ input, errors }) => {
        const takenBack = store.sending.takeBack(batchOf(input.batch, errors).id)
        store.accounts.addEvent(clock.now(), input.batch, null, 'taken_back', { takenBack })
        return { takenBack }
      }),
      reconcile: calls.reconcile.handler(({ input, errors }) => {
        const batch = batchOf(input.batch, errors)
        return {
          rows: views.view(batch).rows,
          unexplained: store.report.unexplained(batch.id, store.rows.sheets(batch.id)),
        }
      }),
      report: calls.report.handler(async ({ input, errors }) => {
        const folder = input.folder ?? join(context.status.folder, 'reports', `batch-${input.batch}`)
        const written = unwrap(await workshop.report(batchOf(input.batch, errors), folder), errors)
        return { files: written.files, folder, unexplained: written.totals.reconciliation.unexplained }
      }),
    }
  }

  /** A batch that is loaded and has a connection. */
  function openBatch(id: number, errors: Refuse): StoredBatch & { readonly connectionId: number } {
    const batch = batchOf(id, errors)
    const { connectionId } = batch
    if (batch.stage !== 'open')
      return unwrap(failed('input', 'batch_not_loaded', `Batch ${id} has not been loaded whole yet.`), errors)
    if (connectionId === null)
      return unwrap(
        failed('input', 'batch_without_connection', `Batch ${id} has no connection to a service.`),
        errors,
      )
    return { ...batch, connectionId }
  }
}

type LooseReadOptions = { readonly [Name in 'sheet' | 'encoding' | 'delimiter']?: string | undefined } & {
  readonly headerRow?: number | undefined
}

function readOptionsOf(options: LooseReadOptions): ReadOptions {
  return options
}
