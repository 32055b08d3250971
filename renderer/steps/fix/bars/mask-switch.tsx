// Button that shows or hides the values of the batch's sensitive fields. It is there only if the mapping fills such a
// field; its tooltip says how many. Shown values are masked again by themselves when their time is over.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { api } from '../../../app/engine.ts'
import { cx } from '../../../components/classes.ts'
import { toast } from '../../../components/notices/toast.tsx'
import { Tooltip } from '../../../components/overlays/tooltip.tsx'
import { fixTexts } from '../../../texts/fix/fix.ts'

/** Null while it is not known. */
function usePrivacy(batch: number) {
  const { data } = useQuery(api.privacy.state.queryOptions({ input: { batch } }))
  return data ?? null
}

export function MaskSwitch(props: {
  readonly batch: number
  /** The rows have to be read again. */
  readonly onChanged: () => void
}): ReactNode {
  const { batch, onChanged } = props
  const client = useQueryClient()
  const state = usePrivacy(batch)
  const shownUntil = state?.shownUntil ?? null
  const options = {
    onSuccess: async () => {
      await client.invalidateQueries()
      onChanged()
    },
    onError: toast.failed,
  }
  const show = useMutation(api.privacy.show.mutationOptions(options))
  const hide = useMutation(api.privacy.hide.mutationOptions(options))
  const { mutate: hideNow } = hide
  useEffect(() => {
    if (shownUntil === null) return
    const timer = setTimeout(() => hideNow({ batch }), Math.max(0, shownUntil - Date.now()))
    return () => clearTimeout(timer)
  }, [batch, shownUntil, hideNow])
  const fields = [...new Set((state?.columns ?? []).map(({ field }) => field))]
  if (fields.length === 0) return null
  const isShown = shownUntil !== null
  const Icon = isShown ? Eye : EyeOff
  const words = isShown ? fixTexts.hideSensitive : fixTexts.showSensitive
  return (
    <Tooltip text={`${words}\n${fixTexts.sensitiveFields({ n: fields.length })}`}>
      <button
        type="button"
        aria-label={words}
        onClick={() => (isShown ? hide.mutate({ batch }) : show.mutate({ batch, fields }))}
        className={cx(
          'grid size-[26px] shrink-0 place-items-center rounded transition-colors duration-100',
          isShown ? 'bg-warn-bg text-warn' : 'text-soft hover:bg-hover hover:text-text',
        )}
      >
        <Icon size={15} aria-hidden />
      </button>
    </Tooltip>
  )
}
