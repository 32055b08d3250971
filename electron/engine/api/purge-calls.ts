// API calls about purging: retention periods, the preview, the purge, and what remains of purged batches.
import { type CallContext, connectionOf, os } from './call-context.ts'

export function purgeCalls(context: CallContext) {
  const { store, purge } = context
  const calls = os.purge
  return {
    retention: calls.retention.handler(({ input, errors }) => ({
      days: store.purges.retention(connectionOf(context, input.connection, errors).id),
    })),
    setRetention: calls.setRetention.handler(({ input, errors }) => {
      store.purges.setRetention(connectionOf(context, input.connection, errors).id, input.days)
    }),
    preview: calls.preview.handler(({ input, errors }) =>
      purge.preview(connectionOf(context, input.connection, errors), input.olderThanDays),
    ),
    start: calls.start.handler(({ input, errors }) =>
      purge.start(connectionOf(context, input.connection, errors), input.batches, input.olderThanDays),
    ),
    isOver: calls.isOver.handler(({ input }) => purge.isOver(input.job)),
    purged: calls.purged.handler(() => store.purges.list()),
  }
}
