// API calls that ask a service whether a connection works: a saved one, one that is only typed, and a supplier code. They
// create nothing. Of a test with typed settings nothing is stored, neither its key nor its result.
import { message } from '../../../shared/texts/message.ts'
import { supplierNotChecked } from '../sending/service-client/connection-test.ts'
import { type CallContext, connectionOf, os } from './call-context.ts'

export function connectionTests(context: CallContext) {
  const { store, connectionManager, eventBus, clock } = context
  const calls = os.connections
  return {
    test: calls.test.handler(async ({ input, errors }) => {
      const tested = connectionOf(context, input.id, errors)
      const answer = await connectionManager.test(tested)
      // The answer is about this address; another one may have been saved meanwhile.
      if (store.connections.get(input.id)?.saved.baseUrl === tested.saved.baseUrl)
        store.connections.keepTest(input.id, { result: answer.result, at: clock.now() })
      eventBus.connectionsChanged()
      return answer
    }),
    testUnsaved: calls.testUnsaved.handler(({ input }) =>
      connectionManager.testUnsaved(input.settings, input.key),
    ),
    checkSupplier: calls.checkSupplier.handler(async ({ input, errors }) => {
      const connection = connectionOf(context, input.id, errors)
      // A person who paused the connection wants no request on it.
      const isPaused = store.connections
        .pauses(input.id)
        .some(({ supplier }) => supplier === '' || supplier === input.code)
      if (isPaused) return supplierNotChecked(message('service.supplier_paused_here'))
      return connectionManager.checkSupplier(connection, input.code)
    }),
    checkUnsavedSupplier: calls.checkUnsavedSupplier.handler(({ input }) =>
      connectionManager.checkUnsavedSupplier(input.settings, input.key, input.code),
    ),
  }
}
