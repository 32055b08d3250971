// API calls about connections: settings, keys, tests, pauses. Also the calls about catalogues, which belong to
// connections.
import { settingsOfRun } from '../../../shared/sending/connection-changes.ts'
import {
  atNewAddress,
  type ConnectionSettings,
  keyGoesTo,
  serviceAt,
} from '../../../shared/sending/connection.ts'
import { proxyIdentity } from '../../../shared/sending/network-settings.ts'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { failed, type Result } from '../system/failure.ts'
import type { StoredConnection } from '../store/sending/connections.ts'
import { connectionTests } from './connection-tests.ts'
import { resumeForTeam } from './team/team-calls.ts'
import { type CallContext, connectionOf, os, type Refuse, unwrap } from './call-context.ts'
import { message, type Message } from '../../../shared/texts/message.ts'
import { commaList, quoted } from '../../../shared/texts/join.ts'

export function connectionCalls(context: CallContext) {
  const { store, keyStore, connectionManager, eventBus } = context
  const calls = os.connections
  return {
    list: calls.list.handler(() => Promise.all(store.connections.all().map((one) => viewOf(context, one)))),
    save: calls.save.handler(({ input }) => saveConnection(context, input)),
    remove: calls.remove.handler(({ input, errors }) =>
      remove(context, connectionOf(context, input.id, errors), errors),
    ),
    forRun: calls.forRun.handler(async ({ input, errors }) => {
      const { id, saved, settings } = connectionOf(context, input.id, errors)
      const next = settingsOfRun(saved, input.changes)
      if (next === null)
        return unwrap(failed('input', 'settings_invalid', message('sending.run_settings_invalid')), errors)
      await forgetSecrets(keyStore, id, settings, next)
      store.connections.forRun(id, input.changes)
      await connectionManager.restart(id)
      tellChanged(context, id)
    }),
    setKey: calls.setKey.handler(async ({ input, errors }) => {
      connectionOf(context, input.id, errors)
      await keyStore.set(input.id, input.key)
      store.connections.keepTest(input.id, null)
      await connectionManager.restart(input.id)
      eventBus.connectionsChanged()
    }),
    setSecret: calls.setSecret.handler(async ({ input, errors }) => {
      connectionOf(context, input.id, errors)
      await keyStore.setSecret(input.id, input.secret, input.value)
      await connectionManager.restart(input.id)
      eventBus.connectionsChanged()
    }),
    ...connectionTests(context),
    resume: calls.resume.handler(async ({ input, errors }) => {
      const { id } = connectionOf(context, input.id, errors)
      for (const { forAll, supplier } of store.connections.pauses(id))
        if (forAll === true && (input.supplier ?? supplier) === supplier)
          await resumeForTeam(context, id, supplier, errors)
      await resume(context, id, input.supplier)
    }),
    tryNow: calls.tryNow.handler(({ input, errors }) =>
      connectionManager.tryNow(connectionOf(context, input.id, errors).id),
    ),
    pause: calls.pause.handler(({ input, errors }) =>
      pause(context, connectionOf(context, input.id, errors).id, input.supplier ?? ''),
    ),
  }
}

async function viewOf(
  { store, keyStore, connectionManager }: CallContext,
  { id, name, saved, environment }: StoredConnection,
): Promise<ConnectionView> {
  return {
    id,
    name,
    settings: saved,
    environment,
    hasKey: await keyStore.has(id),
    hasProxyPassword: (await keyStore.secret(id, 'proxy_password')) !== null,
    hasPassphrase: (await keyStore.secret(id, 'client_passphrase')) !== null,
    pauses: store.connections.pauses(id),
    inFlight: connectionManager.inFlight(id),
    notAnswering: connectionManager.breakerOpen(id),
    lastTest: store.connections.lastTest(id),
  }
}

export type SavingContext = Pick<
  CallContext,
  'store' | 'keyStore' | 'connectionManager' | 'clock' | 'statusPaths' | 'waves' | 'eventBus'
>

/** Stores a connection. If it leads elsewhere, accounts released for the old address are cancelled first. */
export async function saveConnection(
  context: SavingContext,
  input: {
    readonly name: string
    readonly settings: ConnectionSettings
    readonly environmentSaid: boolean
  },
): Promise<{ id: number; fellBack: boolean; keyForgotten: boolean }> {
  const { store, keyStore, connectionManager, clock } = context
  const before = store.connections.all().find(({ name }) => name === input.name)
  const settings = atNewAddress(before?.saved ?? null, input.settings, input.environmentSaid)
  const fellBack = settings.environment !== input.settings.environment
  // Stored before the new address: from here on none of these accounts is sent.
  const cancelled =
    before !== undefined && leadsElsewhere(store, before, settings)
      ? pauseAndCancelQueued(context, before.id)
      : null
  const keyForgotten =
    before !== undefined && (await forgetSecrets(keyStore, before.id, before.saved, settings))
  const id = store.connections.save(input.name, settings, clock.now())
  const queued = await cancelled
  if (before !== undefined && before.saved.statusPath !== settings.statusPath) context.statusPaths.renew(id)
  // Before and after: the restart waits for requests in flight, and batches show their new address.
  tellChanged(context, id)
  await connectionManager.restart(id)
  // An account that was about to be sent is queued again; the pause of `pauseAndCancelQueued` keeps it there.
  if (queued !== null) tellCancelled(context, input.name, queued + (await cancelQueued(context, id)))
  tellChanged(context, id)
  return { id, fellBack, keyForgotten }
}

/**
 * True if the new address is another service: accounts released for the old one are not sent to it. The practice
 * service never counts.
 */
function leadsElsewhere(
  store: CallContext['store'],
  before: StoredConnection,
  to: ConnectionSettings,
): boolean {
  if (store.connections.isPractice(to.baseUrl)) return false
  const moved = serviceAt(before.saved.baseUrl) !== serviceAt(to.baseUrl)
  return moved || (to.environment === 'production' && before.environment !== 'production')
}

/**
 * Cancels queued accounts, and pauses if an outcome is open: accounts unknown to the new service would be sent
 * there. Returns the number of cancelled accounts.
 */
function pauseAndCancelQueued(context: SavingContext, id: number): Promise<number> {
  const { store, clock } = context
  const open = (['sending', 'unconfirmed'] as const).reduce(
    (sum, state) => sum + store.sending.countInState(id, state),
    0,
  )
  if (open > 0)
    store.connections.pause({
      connectionId: id,
      supplier: '',
      reason: 'person',
      code: null,
      message: message('sending.connection_changed', { accounts: open }),
      since: clock.now(),
    })
  return cancelQueued(context, id)
}

/** Returns the number of cancelled accounts. */
async function cancelQueued({ store, waves }: SavingContext, connection: number): Promise<number> {
  const released = store.batches
    .all()
    .filter((batch) => batch.connectionId === connection && store.batches.counts(batch.id).states.queued > 0)
  const all = await Promise.all(released.map((batch) => waves.cancelQueued(batch.id)))
  return all.reduce((sum, taken) => sum + (taken.ok ? taken.value : 0), 0)
}

function tellCancelled({ eventBus }: SavingContext, name: string, accounts: number): void {
  if (accounts > 0) eventBus.notice('warning', message('sending.leads_elsewhere', { name, accounts }))
}

/**
 * A key belongs to the address it was given for, a password to its proxy, a passphrase to its certificate: each is
 * deleted before anything could use it elsewhere. True if there was a key.
 */
async function forgetSecrets(
  keyStore: CallContext['keyStore'],
  id: number,
  before: ConnectionSettings,
  next: ConnectionSettings,
): Promise<boolean> {
  if (proxyIdentity(before.network) !== proxyIdentity(next.network))
    await keyStore.setSecret(id, 'proxy_password', null)
  if (before.network.clientCertificate !== next.network.clientCertificate)
    await keyStore.setSecret(id, 'client_passphrase', null)
  if (keyGoesTo(before) === keyGoesTo(next) || !(await keyStore.has(id))) return false
  await keyStore.set(id, null)
  return true
}

/** Removes a connection that no batch uses. */
async function remove(
  { store, keyStore, connectionManager, eventBus }: CallContext,
  { id, name }: StoredConnection,
  errors: Refuse,
): Promise<void> {
  const users = (): string[] =>
    store.batches.all().flatMap((one) => (one.connectionId === id ? [one.name] : []))
  if (users().length > 0) unwrap(connectionUsed(name, users()), errors)
  await connectionManager.end(id)
  if (!store.connections.remove(id)) {
    // A batch has started to use it meanwhile.
    await connectionManager.ensure(id)
    unwrap(connectionUsed(name, users()), errors)
  }
  await keyStore.forget(id)
  eventBus.connectionsChanged()
}

async function resume(context: CallContext, id: number, only: string | undefined): Promise<void> {
  const { store, connectionManager } = context
  for (const { supplier, reason, code, forAll } of store.connections.pauses(id)) {
    // Its end is announced to everybody, and then here too.
    if (forAll === true) continue
    if (only !== undefined && only !== supplier) continue
    store.sending.together(() => {
      store.connections.resume(id, supplier)
      if (code !== null && refusedFor.has(reason)) store.sending.validateRefusedAgain(id, supplier, code)
    })
  }
  context.team.followForAll()
  connectionManager.forgive(id)
  await connectionManager.ensure(id)
  tellBatches(context, id, 'resumed', { supplier: only ?? '' })
}

function pause(context: CallContext, id: number, supplier: string): void {
  const { store, connectionManager, clock } = context
  store.connections.pause({
    connectionId: id,
    supplier,
    reason: 'person',
    code: null,
    message: message('sending.paused_by_person'),
    since: clock.now(),
  })
  connectionManager.putBack(id)
  tellBatches(context, id, 'paused', { reason: 'person', supplier, code: null })
}

const namedBatches = 3

function connectionUsed(name: string, batches: readonly string[]): Result<never> {
  return failed('input', 'connection_in_use', usedBy(name, batches))
}

function usedBy(name: string, batches: readonly string[]): Message {
  const [batch] = batches
  if (batch === undefined) return message('sending.connection_builds', { name })
  if (batches.length === 1) return message('sending.connection_of_batch', { name, batch })
  return message('sending.connection_of_batches', {
    name,
    batches: commaList(batches.slice(0, namedBatches).map(quoted)),
    more: Math.max(0, batches.length - namedBatches),
  })
}

/** Pauses because of a rejection that accounts got before it was known to apply to all of them. */
const refusedFor: ReadonlySet<string> = new Set(['odd_answers', 'same_refusals', 'not_permitted'])

function tellChanged({ store, eventBus }: SavingContext, connection: number): void {
  eventBus.connectionsChanged()
  for (const batch of store.batches.all())
    if (batch.connectionId === connection) eventBus.batchChanged(batch.id)
}

/** A connection's pauses show on every batch that uses it and in its timeline. */
function tellBatches(
  { store, eventBus, clock }: CallContext,
  connection: number,
  kind: 'paused' | 'resumed',
  detail: Readonly<Record<string, unknown>>,
): void {
  for (const batch of store.batches.all()) {
    if (batch.connectionId !== connection) continue
    store.accounts.addEvent(clock.now(), batch.id, null, kind, detail)
    eventBus.batchChanged(batch.id)
  }
}

export function catalogueCalls(context: CallContext) {
  const { catalogues, store } = context
  const calls = os.catalogues
  return {
    list: calls.list.handler(() => catalogues.list()),
    add: calls.add.handler(async ({ input, errors }) => ({
      id: unwrap(await catalogues.add(input.path), errors).id,
    })),
    remove: calls.remove.handler(({ input, errors }) => {
      const user = store.connections.all().find(({ saved }) => saved.catalogue === input.id)
      if (user !== undefined)
        unwrap(
          failed('input', 'catalogue_in_use', message('system.catalogue_in_use', { connection: user.name })),
          errors,
        )
      unwrap(catalogues.remove(input.id), errors)
    }),
    fields: calls.fields.handler(({ input, errors }) => {
      const { catalogue } = unwrap(catalogues.find(input.id), errors)
      return catalogue.fields.map((field) => ({
        path: field.path,
        kind: field.kind,
        format: field.format,
        title: field.label,
        required: field.requiredInParent,
        choices: field.choices?.map(String) ?? null,
        sensitive: field.sensitive,
      }))
    }),
  }
}
