// API calls about copies of batches in the team's database.
import { batchOf, type CallContext, connectionOf, os, unwrap } from '../call-context.ts'

export function teamCopyCalls(context: CallContext) {
  const { copies, ending } = context
  const calls = os.teamCopies
  return {
    list: calls.list.handler(async ({ errors }) => unwrap(await copies.list(), errors)),
    handOver: calls.handOver.handler(async ({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const { bytes, project } = unwrap(await copies.handOver(batch, input.passphrase), errors)
      return { bytes, project }
    }),
    withdraw: calls.withdraw.handler(async ({ input, errors }) => {
      unwrap(await copies.withdraw(batchOf(context, input.batch, errors)), errors)
    }),
    takeOver: calls.takeOver.handler(async ({ input, errors, signal }) => {
      const { copy, passphrase, connection = null } = input
      const end = signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal])
      const order = { copy, passphrase, connection, signal: end }
      const { batch, replaced, digest } = unwrap(await copies.takeOver(order), errors)
      return { batch, replaced, digest }
    }),
    keep: calls.keep.handler(async ({ input, errors }) => {
      const { of, id, isOn } = input
      if (of === 'batch') batchOf(context, id, errors)
      else connectionOf(context, id, errors)
      return unwrap(await copies.keep(of, id, isOn), errors)
    }),
    setKeeping: calls.setKeeping.handler(async ({ input, errors }) =>
      unwrap(await copies.setKeeping(input), errors),
    ),
  }
}
