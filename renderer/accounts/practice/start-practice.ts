// Starts and leaves the practice: a small batch with one error that goes to the practice service, with a guide that
// says what comes next. Which batch it is, is kept with the display settings, so that it goes on after a reload.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { chooseDisplay, useDisplayChoices } from '../../app/display/display.ts'
import { api } from '../../app/engine.ts'
import { go, hrefOfStep } from '../../app/route.ts'
import { toast } from '../../components/notices/toast.tsx'

export function useStartPractice(): { readonly start: () => void; readonly isBusy: boolean } {
  const client = useQueryClient()
  const open = useMutation(
    api.batches.openPractice.mutationOptions({
      onSuccess: async ({ batch }) => {
        await client.invalidateQueries({ queryKey: api.batches.list.key() })
        chooseDisplay({ practice: batch })
        go(hrefOfStep(batch, 'fix'))
      },
      onError: toast.failed,
    }),
  )
  return { start: () => open.mutate(undefined), isBusy: open.isPending }
}

export function leavePractice(): void {
  chooseDisplay({ practice: null })
}

/** The batch of the practice that is under way, if it still exists. */
export function usePracticeBatch(): number | null {
  const { practice } = useDisplayChoices()
  const batches = useQuery(api.batches.list.queryOptions())
  return batches.data?.some(({ id }) => id === practice) === true ? practice : null
}

/** Undefined until it is known. */
export function useCanPractise(): boolean | undefined {
  const connections = useQuery(api.connections.list.queryOptions())
  return connections.data?.some(({ environment }) => environment === 'practice')
}
