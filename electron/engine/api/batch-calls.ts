// API calls about batches: open, validate, report.
import { mkdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readMappingFile } from '../../../shared/mapping/read.ts'
import { maskedLines } from '../accounts/masking/masked-lines.ts'
import { lineOf } from '../accounts/account-lines.ts'
import { usualPlan } from '../../../shared/sending/wave-plan.ts'
import { failed, type Result } from '../system/failure.ts'
import { writeStored } from '../system/files/stored-file.ts'
import { mayForget } from '../accounts/forgettable.ts'
import { type LoadRequest } from '../import/loading.ts'
import { filesGiven } from '../import/several-files.ts'
import { copyReport } from '../report/copy-report.ts'
import { practiceFile, practiceMapping } from '../import/practice-file.ts'
import { pathsOf } from '../store/import/batches.ts'
import { batchFileCalls } from './import/batch-file-calls.ts'
import { uploadsIn, writtenOf } from '../accounts/batch-removal.ts'
import { findShared } from '../accounts/shared-accounts.ts'
import {
  batchOf,
  type CallContext,
  connectionOf,
  type Inputs,
  openBatch,
  os,
  type Refuse,
  unwrap,
} from './call-context.ts'
import { message } from '../../../shared/texts/message.ts'

/** The sample is for the practice service, whose first supplier has this code. */
const sampleSupplier = 'ACME'
const sampleTemplate = 'Sample'

export function batchCalls(context: CallContext) {
  const { store, batchWork, views } = context
  const calls = os.batches

  return {
    open: calls.open.handler(({ input, errors }) => {
      const { name, ...files } = input
      return begin(context, { files: filesGiven(files), name: name ?? null }, errors)
    }),
    openSample: calls.openSample.handler(({ errors }) => openSample(context, errors)),
    openPractice: calls.openPractice.handler(({ errors }) => openPractice(context, errors)),
    load: calls.load.handler(({ input, errors }) => load(context, input, errors)),
    ...batchFileCalls(context),
    shared: calls.shared.handler(({ input, errors }) =>
      findShared(store, batchOf(context, input.batch, errors)),
    ),
    serviceWords: calls.serviceWords.handler(({ input, errors }) => {
      const { words, longest } = store.processing.serviceWords(batchOf(context, input.batch, errors).id)
      const oldest = longest === null ? [] : [lineOf(context, store.accounts.details(longest))]
      return { words, oldest: maskedLines(context, oldest)[0] ?? null }
    }),
    setRunSettings: calls.setRunSettings.handler(({ input, errors }) => {
      store.batches.setRunSettings(batchOf(context, input.batch, errors).id, input.changes)
      context.eventBus.batchChanged(input.batch)
    }),
    rename: calls.rename.handler(({ input, errors }) => {
      store.batches.rename(batchOf(context, input.batch, errors).id, input.name)
      context.eventBus.batchChanged(input.batch)
    }),
    remove: calls.remove.handler(({ input, errors }) => remove(context, input, errors)),
    list: calls.list.handler(() =>
      store.batches
        .all()
        .flatMap((batch) => (context.removal.isRemoving(batch.id) ? [] : [views.view(batch)])),
    ),
    get: calls.get.handler(({ input, errors }) => views.view(batchOf(context, input.batch, errors))),
    warnings: calls.warnings.handler(({ input, errors }) =>
      store.rows.warnings(batchOf(context, input.batch, errors).id),
    ),
    timeline: calls.timeline.handler(({ input, errors }) => timeline(context, input, errors)),
    payloads: calls.payloads.handler(({ input, errors }) => payloads(context, input, errors)),
    validate: calls.validate.handler(({ input, errors }) => validate(context, input, errors)),
    validateEdited: calls.validateEdited.handler(({ input, errors }) =>
      validateEdited(context, input, errors),
    ),
    cancel: calls.cancel.handler(({ input, errors }) =>
      batchWork.cancel(batchOf(context, input.batch, errors).id),
    ),
    reconcile: calls.reconcile.handler(({ input, errors }) => reconcile(context, input, errors)),
    report: calls.report.handler(({ input, errors }) => report(context, input, errors)),
    copyReport: calls.copyReport.handler(({ input, errors }) => copyOfReport(context, input, errors)),
  }
}

/** The sample's mapping is in the same folder; it becomes a template for new users. */
async function keepSampleTemplate({ store, clock }: CallContext, samplePath: string): Promise<void> {
  const text = await readFile(samplePath.replace(/\.\w+$/, '.mapping.json'), 'utf8').catch(() => null)
  const read = text === null ? null : readMappingFile(JSON.parse(text) as unknown)
  if (read?.ok !== true) return
  store.templates.save({
    name: sampleTemplate,
    savedAt: clock.now(),
    mapping: read.mapping,
    supplier: sampleSupplier,
    source: basename(samplePath),
    layout: null,
  })
}

async function begin(
  { batchWork }: CallContext,
  request: Omit<LoadRequest, 'mapped' | 'connectionId' | 'supplier'>,
  errors: Refuse,
  supplier: string | null = null,
): Promise<{ batch: number }> {
  const plain = { ...request, mapped: null, connectionId: null, supplier }
  return { batch: unwrap(await batchWork.load(plain), errors) }
}

function mayRemove({ store }: CallContext, batch: number): Result<void> {
  const code = 'batch_was_sent'
  const wasSent = { code, message: message('system.batch_was_sent', { batch }) }
  const forgettable = mayForget(store, batch, wasSent)
  if (!forgettable.ok || !store.history.isInDoubt(batch)) return forgettable
  return failed('input', code, message('system.batch_may_have_been_sent', { batch }))
}

async function openSample(context: CallContext, errors: Refuse) {
  const missing: Result<never> = failed('input', 'no_sample', message('system.no_sample'))
  if (context.samplePath === null) return unwrap<never>(missing, errors)
  await keepSampleTemplate(context, context.samplePath)
  const files = [{ path: context.samplePath, options: {} }]
  return begin(context, { files, name: null }, errors, sampleSupplier)
}

/** The file is written for this practice, as if it had been uploaded: it goes when the batch is removed. */
async function openPractice(context: CallContext, errors: Refuse) {
  const { store, catalogues, batchWork, clock, status } = context
  const missing: Result<never> = failed('input', 'no_practice', message('system.no_practice'))
  const connection = store.connections.all().find(({ environment }) => environment === 'practice')
  if (connection === undefined) return unwrap<never>(missing, errors)
  const chosen = unwrap(await catalogues.choose({ shipped: 'example' }), errors)
  const run = clock.now().toString(36).toUpperCase()
  const folder = join(uploadsIn(status.folder), `practice-${run}`)
  await mkdir(folder, { recursive: true })
  const path = join(folder, 'practice.csv')
  await writeStored(path, practiceFile(run))
  const batch = await batchWork.load({
    files: [{ path, options: {} }],
    name: null,
    mapped: { mapping: practiceMapping, catalogue: chosen.json, catalogueId: chosen.id },
    connectionId: connection.id,
    supplier: sampleSupplier,
  })
  const id = unwrap(batch, errors)
  // Two waves are enough to see what waves are.
  store.waves.setPlan(id, { ...usualPlan, sizes: [1] })
  return { batch: id }
}

async function load(context: CallContext, input: Inputs['batches']['load'], errors: Refuse) {
  const { catalogues, batchWork } = context
  const { name, mapping, catalogue, connection, supplier, oddRows, ...files } = input
  if (connection !== null) connectionOf(context, connection, errors)
  const chosen = unwrap(await catalogues.choose(catalogue), errors)
  const batch = await batchWork.load({
    files: filesGiven(files),
    name: name ?? null,
    mapped: { mapping, catalogue: chosen.json, catalogueId: chosen.id },
    connectionId: connection,
    supplier,
    ...(oddRows === undefined ? {} : { oddRows }),
  })
  return { batch: unwrap(batch, errors) }
}

async function remove(context: CallContext, input: Inputs['batches']['remove'], errors: Refuse) {
  const { batchWork } = context
  const batch = batchOf(context, input.batch, errors)
  unwrap(mayRemove(context, batch.id), errors)
  // Accounts of the earlier version that a merge held are released first.
  unwrap(await context.versions.undo(batch.id), errors)
  await batchWork.stopJobs(batch.id)
  // A wave may have been released meanwhile. After this point nothing can be.
  unwrap(mayRemove(context, batch.id), errors)
  await context.removal.remove(batch.id, pathsOf(batch))
}

function timeline(context: CallContext, input: Inputs['batches']['timeline'], errors: Refuse) {
  const { store, masking } = context
  const batch = batchOf(context, input.batch, errors)
  return store.history
    .timeline(batch.id, input.before ?? Number.MAX_SAFE_INTEGER, input.limit)
    .map((event) => (event.account === null ? event : masking.hideOf(batch, event.account)(event)))
}

function payloads(context: CallContext, input: Inputs['batches']['payloads'], errors: Refuse) {
  const { store } = context
  batchOf(context, input.batch, errors)
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
}

async function validate(context: CallContext, input: Inputs['batches']['validate'], errors: Refuse) {
  const { store, connectionManager } = context
  const batch = openBatch(context, input.batch, errors)
  store.releasing.freeWaiting(batch.id, batch.connectionId, 1000)
  store.batches.setValidating(batch.id, true)
  // Windows show it before the service has answered anything.
  context.eventBus.batchChanged(batch.id)
  await connectionManager.ensure(batch.connectionId)
}

async function validateEdited(
  context: CallContext,
  input: Inputs['batches']['validateEdited'],
  errors: Refuse,
) {
  const { store, connectionManager } = context
  const { on } = input
  const batch = on ? openBatch(context, input.batch, errors) : batchOf(context, input.batch, errors)
  store.validateEdited.turn(batch.id, on)
  context.eventBus.batchChanged(batch.id)
  if (on && batch.connectionId !== null) await connectionManager.ensure(batch.connectionId)
}

function reconcile(context: CallContext, input: Inputs['batches']['reconcile'], errors: Refuse) {
  const { store, views } = context
  const batch = batchOf(context, input.batch, errors)
  const unexplained = store.report.unexplained(batch.id, store.rows.sheets(batch.id))
  return { rows: views.view(batch).rows, unexplained }
}

async function report(context: CallContext, input: Inputs['batches']['report'], errors: Refuse) {
  const { batchWork } = context
  const folder = input.folder ?? writtenOf(context.status.folder, input.batch)
  const batch = batchOf(context, input.batch, errors)
  const written = unwrap(await batchWork.report(batch, folder, input.inLanguage), errors)
  return { files: written.files, folder, unexplained: written.totals.reconciliation.unexplained }
}

async function copyOfReport(context: CallContext, input: Inputs['batches']['copyReport'], errors: Refuse) {
  const { report: made } = batchOf(context, input.batch, errors)
  if (made === null)
    return unwrap<never>(failed('input', 'no_report', message('report.none_to_copy')), errors)
  const copied = await copyReport(Object.values(made.files), input.folder)
  if (!copied.ok)
    return unwrap<never>(failed('workspace', copied.failure.code, copied.failure.message), errors)
  return { files: copied.files.length }
}
