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
import { failed, type Result } from '../system/failure.ts'
import type { StoredConnection } from '../store/sending/connections.ts'
import { type CallContext, connectionOf, os, unwrap } from './call-context.ts'

export function connectionCalls(context: CallContext) {
  const { store, keyStore, connectionManager, clock, eventBus, waves } = context
  const calls = os.connections

  /**
   * True if the new address is another service: accounts released for the old one are not sent to it. The practice
   * service never counts.
   */
  function leadsElsewhere(before: StoredConnection, to: ConnectionSettings): boolean {
    if (store.connections.isPractice(to.baseUrl)) return false
    const moved = serviceAt(before.saved.baseUrl) !== serviceAt(to.baseUrl)
    return moved || (to.environment === 'production' && before.environment !== 'production')
  }

  /**
   * Cancels queued accounts, and pauses if an outcome is open: accounts unknown to the new service would be sent
   * there. Returns the number of cancelled accounts.
   */
  function cancelQueuedAll(id: number): Promise<number> {
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
        message: `The connection was changed while the outcome of ${open.toLocaleString('en-GB')} ${open === 1 ? 'account' : 'accounts'} was open. Resume only where it leads to the same service: what that does not know is sent to it.`,
        since: clock.now(),
      })
    return cancelQueuedQueued(id)
  }

  /** Returns the number of cancelled accounts. */
  async function cancelQueuedQueued(connection: number): Promise<number> {
    const released = store.batches
      .all()
      .filter(
        (batch) => batch.connectionId === connection && store.batches.counts(batch.id).states.queued > 0,
      )
    const all = await Promise.all(released.map((batch) => waves.cancelQueued(batch.id)))
    return all.reduce((sum, taken) => sum + (taken.ok ? taken.value : 0), 0)
  }

  function tellCancelled(name: string, accounts: number): void {
    if (accounts > 0)
      eventBus.notice(
        'warning',
        `“${name}” leads elsewhere now: ${accounts.toLocaleString('en-GB')} ${accounts === 1 ? 'account that was' : 'accounts that were'} released before ${accounts === 1 ? 'is' : 'are'} cancelled. Look where it leads, then release again.`,
      )
  }

  /**
   * A key belongs to the address it was given for, a password to its proxy, a passphrase to its certificate: each is
   * deleted before anything could use it elsewhere. True if there was a key.
   */
  async function forgetSecrets(
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

  return {
    list: calls.list.handler(() =>
      Promise.all(
        store.connections.all().map(async (one) => ({
          id: one.id,
          name: one.name,
          settings: one.saved,
          environment: one.environment,
          hasKey: await keyStore.has(one.id),
          hasProxyPassword: (await keyStore.secret(one.id, 'proxy_password')) !== null,
          hasPassphrase: (await keyStore.secret(one.id, 'client_passphrase')) !== null,
          pauses: store.connections.pauses(one.id),
          inFlight: connectionManager.inFlight(one.id),
          notAnswering: connectionManager.breakerOpen(one.id),
        })),
      ),
    ),
    save: calls.save.handler(async ({ input }) => {
      const before = store.connections.all().find(({ name }) => name === input.name)
      const settings = atNewAddress(before?.saved ?? null, input.settings, input.environmentSaid)
      const fellBack = settings.environment !== input.settings.environment
      // Stored before the new address: from here on none of these accounts is sent.
      const cancelled =
        before !== undefined && leadsElsewhere(before, settings) ? cancelQueuedAll(before.id) : null
      const keyForgotten = before !== undefined && (await forgetSecrets(before.id, before.saved, settings))
      const id = store.connections.save(input.name, settings, clock.now())
      const queued = await cancelled
      if (before !== undefined && before.saved.statusPath !== settings.statusPath)
        context.statusPaths.renew(id)
      // Before and after: the restart waits for requests in flight, and batches show their new address.
      tellChanged(context, id)
      await connectionManager.restart(id)
      // An account that was about to be sent is queued again; the pause of `cancelQueuedAll` keeps it there.
      if (queued !== null) tellCancelled(input.name, queued + (await cancelQueuedQueued(id)))
      tellChanged(context, id)
      return { id, fellBack, keyForgotten }
    }),
    remove: calls.remove.handler(async ({ input, errors }) => {
      const { id, name } = connectionOf(context, input.id, errors)
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
    }),
    forRun: calls.forRun.handler(async ({ input, errors }) => {
      const { id, saved, settings } = connectionOf(context, input.id, errors)
      const next = settingsOfRun(saved, input.changes)
      if (next === null)
        return unwrap(failed('input', 'settings_invalid', 'These settings of a run cannot be used.'), errors)
      await forgetSecrets(id, settings, next)
      store.connections.forRun(id, input.changes)
      await connectionManager.restart(id)
      tellChanged(context, id)
    }),
    setKey: calls.setKey.handler(async ({ input, errors }) => {
      connectionOf(context, input.id, errors)
      await keyStore.set(input.id, input.key)
      await connectionManager.restart(input.id)
      eventBus.connectionsChanged()
    }),
    setSecret: calls.setSecret.handler(async ({ input, errors }) => {
      connectionOf(context, input.id, errors)
      await keyStore.setSecret(input.id, input.secret, input.value)
      await connectionManager.restart(input.id)
      eventBus.connectionsChanged()
    }),
    test: calls.test.handler(({ input, errors }) =>
      connectionManager.test(connectionOf(context, input.id, errors)),
    ),
    resume: calls.resume.handler(async ({ input, errors }) => {
      connectionOf(context, input.id, errors)
      for (const { supplier, reason, code } of store.connections.pauses(input.id)) {
        if (input.supplier !== undefined && input.supplier !== supplier) continue
        store.sending.together(() => {
          store.connections.resume(input.id, supplier)
          if (code !== null && refusedFor.has(reason))
            store.sending.validateRefusedAgain(input.id, supplier, code)
        })
      }
      connectionManager.forgive(input.id)
      await connectionManager.ensure(input.id)
      tellBatches(context, input.id, 'resumed', { supplier: input.supplier ?? '' })
    }),
    pause: calls.pause.handler(({ input, errors }) => {
      const { supplier = '' } = input
      connectionOf(context, input.id, errors)
      store.connections.pause({
        connectionId: input.id,
        supplier,
        reason: 'person',
        code: null,
        message: 'Paused by a person.',
        since: clock.now(),
      })
      connectionManager.putBack(input.id)
      tellBatches(context, input.id, 'paused', { reason: 'person', supplier, code: null })
    }),
  }
}

const namedBatches = 3

function connectionUsed(name: string, batches: readonly string[]): Result<never> {
  const some = batches.slice(0, namedBatches).map((one) => `“${one}”`)
  const more = batches.length > some.length ? ` and ${batches.length - some.length} more` : ''
  const [which, them, it] =
    batches.length === 0
      ? ['accounts of a batch that is being built again', 'that batch', 'it']
      : batches.length === 1
        ? [`the batch ${some.join()}`, 'that batch', 'it']
        : [`the batches ${some.join(', ')}${more}`, 'those batches', 'them']
  return failed(
    'input',
    'connection_in_use',
    `The connection “${name}” is used by ${which}, whose accounts and reports name it. Remove ${them} first, or give ${it} another connection.`,
  )
}

/** Pauses because of a rejection that accounts got before it was known to apply to all of them. */
const refusedFor: ReadonlySet<string> = new Set(['odd_answers', 'same_refusals', 'not_permitted'])

function tellChanged({ store, eventBus }: CallContext, connection: number): void {
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
  const { catalogues } = context
  const calls = os.catalogues
  return {
    list: calls.list.handler(() => catalogues.list()),
    add: calls.add.handler(async ({ input, errors }) => ({
      id: unwrap(await catalogues.add(input.path), errors).id,
    })),
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
