// API calls about decisions that a build, or a merge of two versions, moved or dropped. They are listed until a
// person has read them.
import { batchOf, type CallContext, os } from '../call-context.ts'

export function decisionCalls(context: CallContext) {
  const { store, clock, eventBus } = context
  const calls = os.decisions
  return {
    changes: calls.changes.handler(({ input, errors }) => {
      const { id } = batchOf(context, input.batch, errors)
      return {
        total: store.keptDecisions.unread(id),
        changes: store.keptDecisions.changes(id, input.offset, input.limit),
      }
    }),
    markRead: calls.markRead.handler(({ input, errors }) => {
      const { id } = batchOf(context, input.batch, errors)
      store.sending.together(() => store.keptDecisions.markRead(id, input.upTo, clock.now()))
      eventBus.batchChanged(id)
    }),
  }
}
