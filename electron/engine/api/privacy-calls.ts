// API calls that show and hide the cells of sensitive fields of a batch. The windows are informed that it looks different.
import { batchOf, type CallContext, os } from './call-context.ts'

export function privacyCalls(context: CallContext) {
  const { masking } = context
  const calls = os.privacy
  return {
    state: calls.state.handler(({ input, errors }) => masking.state(batchOf(context, input.batch, errors))),
    show: calls.show.handler(({ input, errors }) =>
      masking.show(batchOf(context, input.batch, errors), input.fields),
    ),
    hide: calls.hide.handler(({ input, errors }) => masking.hide(batchOf(context, input.batch, errors))),
  }
}
