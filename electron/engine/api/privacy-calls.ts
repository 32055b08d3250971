// API calls that show and hide the cells of sensitive fields of a batch. Each tells the windows that the batch looks
// different now.
import { batchOf, type CallContext, os } from './call-context.ts'

export function privacyCalls(context: CallContext) {
  const { eventBus, masking } = context
  const calls = os.privacy
  return {
    state: calls.state.handler(({ input, errors }) => masking.state(batchOf(context, input.batch, errors))),
    show: calls.show.handler(({ input, errors }) => {
      const state = masking.show(batchOf(context, input.batch, errors), input.fields)
      eventBus.batchChanged(input.batch)
      return state
    }),
    hide: calls.hide.handler(({ input, errors }) => {
      const state = masking.hide(batchOf(context, input.batch, errors))
      eventBus.batchChanged(input.batch)
      return state
    }),
  }
}
