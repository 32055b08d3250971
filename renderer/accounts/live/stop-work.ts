// Stops what runs on a batch: loading or validating, a report, or handing it over. What was stopped is no failure: the
// status line says what became of it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { engine } from '../../app/engine.ts'
import { failureOf } from '../../components/notices/failure.ts'
import { toast } from '../../components/notices/toast.tsx'
import { texts } from '../../texts/common.ts'
import { format } from '../../texts/format.ts'
import type { Stoppable } from '../running.ts'

/** Of the call that makes the report of a batch. */
export const reportKey = (batch: number): readonly unknown[] => ['report', batch]

type Stopped = Pick<BatchView, 'id' | 'report'>

const calls = {
  loading: engine.batches.cancel,
  report: engine.report.cancel,
  handover: engine.handover.cancel,
}

export function useStopWork(): {
  readonly stop: (batch: Stopped, what: Stoppable) => void
  readonly isStopping: boolean
} {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ batch, what }: { readonly batch: Stopped; readonly what: Stoppable }) => {
      // The call that makes the report says it, where this window made it.
      const isSaid = client.isMutating({ mutationKey: reportKey(batch.id) }) > 0
      const ended = await calls[what]({ batch: batch.id })
      if (ended?.cancelled === true && !isSaid) sayReportStopped(batch)
    },
    onError: toast.failed,
  })
  return { stop: (batch, what) => mutate({ batch, what }), isStopping: isPending }
}

/** Whether a call ended because a person stopped its work. */
export function wasStopped(error: unknown): boolean {
  return failureOf(error).code === 'cancelled'
}

/** `report`: the earlier one of the batch, which stays. */
export function sayReportStopped({ report }: Pick<BatchView, 'report'>): void {
  toast.done(
    report === null
      ? texts.work.reportStopped
      : texts.work.reportStoppedAgain({ time: format.dateTime(report.at) }),
  )
}
