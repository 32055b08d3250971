// Whether the sensitive values of a batch are shown, and how they are shown or hidden. The engine masks them; when that
// changes, here, in another window, or because their time is over, every page asks the engine again.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isDraft } from '../../app/alerts.ts'
import { api } from '../../app/engine.ts'
import { toast } from '../../components/notices/toast.tsx'

export type Privacy = {
  /** Sensitive fields that the batch's columns fill, by path; empty while they are not known. */
  readonly fields: readonly string[]
  /** When the shown values are masked again; null: they are masked; undefined: not known yet. */
  readonly shownUntil: number | null | undefined
  readonly toggle: () => void
}

/** @param batch null: no batch is open, and nothing is asked */
export function usePrivacy(batch: number | null): Privacy {
  const client = useQueryClient()
  const options = api.privacy.state.queryOptions({ input: { batch: batch ?? 1 } })
  const { data } = useQuery({ ...options, enabled: batch !== null })
  const answered = {
    onSuccess: (state: NonNullable<typeof data>) => client.setQueryData(options.queryKey, state),
    onError: toast.failed,
  }
  const show = useMutation(api.privacy.show.mutationOptions(answered))
  const hide = useMutation(api.privacy.hide.mutationOptions(answered))
  const fields = [...new Set((data?.columns ?? []).map(({ field }) => field))]
  const shownUntil = data?.shownUntil
  return {
    fields,
    shownUntil,
    toggle(): void {
      if (batch === null || fields.length === 0) return
      if (typeof shownUntil === 'number') hide.mutate({ batch })
      else show.mutate({ batch, fields })
    },
  }
}

/** Calls back when values of the batch were shown, or masked again. */
export function useMasksChanged(shownUntil: Privacy['shownUntil'], changed: () => void): void {
  const before = useRef(shownUntil)
  const call = useRef(changed)
  call.current = changed
  useEffect(() => {
    const was = before.current
    before.current = shownUntil
    if (was !== undefined && shownUntil !== undefined && was !== shownUntil) call.current()
  }, [shownUntil])
}

/** Asks the engine again for everything that a page of the batch shows, whenever its masks change. */
export function useMasksFollowed(batch: number | null): void {
  const client = useQueryClient()
  const { shownUntil } = usePrivacy(batch)
  useMasksChanged(shownUntil, () => {
    const asked = api.privacy.state.key()
    void client.invalidateQueries({
      predicate: (query) => !isDraft(query) && String(query.queryKey[0]) !== String(asked[0]),
    })
  })
}
