// What a person can do with a shared item: decide, use it here, share it again, see its versions, stop sharing it.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SharedItem } from '../../../../shared/contract/team/knowledge.ts'
import { api, engine } from '../../../app/engine.ts'
import { Button } from '../../../components/button.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { ConfirmDialog } from '../../../components/overlays/dialog.tsx'
import { sharedTexts as words } from '../../../texts/team/shared.ts'
import { shownName } from './shown-name.ts'

export function SharedActs(props: {
  readonly item: SharedItem
  readonly onDecide: () => void
  readonly onHistory: () => void
}): ReactNode {
  const { item } = props
  const { state, kind, version } = item
  const name = shownName(item)
  const needsPerson = state === 'conflict' || state === 'asks'
  return (
    <>
      {needsPerson && (
        <Button size="small" tone="primary" aria-label={words.decideLabel({ name })} onClick={props.onDecide}>
          {words.decide}
        </Button>
      )}
      {state === 'absent' && version > 0 && <UseHere item={item} />}
      {state === 'ended' && kind !== 'repair' && <ShareAgain item={item} />}
      {version > 0 && (
        <Button size="small" tone="quiet" aria-label={words.historyLabel({ name })} onClick={props.onHistory}>
          {words.history}
        </Button>
      )}
      {state !== 'ended' && <Unshare item={item} />}
    </>
  )
}

function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: api.knowledge.key() })
}

function UseHere({ item }: { readonly item: SharedItem }): ReactNode {
  const { kind, key, version, member } = item
  const use = useMutation({
    mutationFn: () => engine.knowledge.resolve({ kind, key, version, take: 'theirs' }),
    onSuccess: () => toast.done(words.compare.tookTheirs({ member })),
    onError: toast.failed,
    onSettled: useRefresh(),
  })
  return (
    <Button
      size="small"
      busy={use.isPending}
      aria-label={words.useItLabel({ name: shownName(item) })}
      onClick={() => use.mutate()}
    >
      {words.useIt}
    </Button>
  )
}

function ShareAgain({ item }: { readonly item: SharedItem }): ReactNode {
  const { kind, key } = item
  const name = shownName(item)
  const share = useMutation({
    mutationFn: () => engine.knowledge.share({ kind, key }),
    onSuccess: () => toast.done(words.sharedNow({ name })),
    onError: toast.failed,
    onSettled: useRefresh(),
  })
  return (
    <Button
      size="small"
      busy={share.isPending}
      aria-label={words.againLabel({ name })}
      onClick={() => share.mutate()}
    >
      {words.again}
    </Button>
  )
}

function Unshare({ item }: { readonly item: SharedItem }): ReactNode {
  const { kind, key } = item
  const name = shownName(item)
  const [asking, setAsking] = useState(false)
  const refresh = useRefresh()
  const unshare = useMutation({
    mutationFn: () => engine.knowledge.unshare({ kind, key }),
    onSuccess: () => toast.done(words.unshared({ name })),
    onError: toast.failed,
    onSettled: async () => {
      setAsking(false)
      await refresh()
    },
  })
  return (
    <>
      <Button
        size="small"
        tone="quiet"
        busy={unshare.isPending}
        aria-label={words.unshareLabel({ name })}
        onClick={() => setAsking(true)}
      >
        {words.unshare}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => unshare.mutate()}
        title={words.unshareTitle({ name })}
        description={kind === 'repair' ? words.unshareRepair : words.unshareWords}
        action={words.unshareAction}
        busy={unshare.isPending}
      />
    </>
  )
}
