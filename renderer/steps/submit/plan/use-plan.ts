// Hook that shows and changes the plan of a batch. Each change is saved at once and can be undone. Until the engine
// confirms, the new value is shown.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { type SendingPlan, sendingPlan } from '../../../../shared/sending/wave-plan.ts'
import { api } from '../../../app/engine.ts'
import { toast } from '../../../components/notices/toast.tsx'
import { planTexts } from '../../../texts/submit/plan.ts'

export type PlanUse = {
  readonly plan: SendingPlan
  readonly change: (next: SendingPlan) => void
}

export function usePlan(batch: BatchView): PlanUse {
  const client = useQueryClient()
  const set = useMutation(
    api.batches.setPlan.mutationOptions({
      onError: toast.failed,
      onSettled: () =>
        client.invalidateQueries({ queryKey: api.batches.get.queryKey({ input: { batch: batch.id } }) }),
    }),
  )
  const plan = set.isPending ? sendingPlan.parse(set.variables.plan) : batch.sending.plan
  return {
    plan,
    change(next) {
      if (JSON.stringify(next) === JSON.stringify(plan)) return
      set.mutate(
        { batch: batch.id, plan: next },
        {
          onSuccess: () =>
            toast.done(planTexts.saved, {
              label: planTexts.undo,
              run: () => set.mutate({ batch: batch.id, plan }),
            }),
        },
      )
    },
  }
}
