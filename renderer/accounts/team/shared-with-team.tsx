// Whether the team shares an item of this workspace, and a button that shares it. Without a team nothing is shown.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SharedItem, SharedItemName } from '../../../shared/contract/team/knowledge.ts'
import { api, engine } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { sharedTexts as words } from '../../texts/team/shared.ts'

export function SharedWithTeam(props: {
  readonly item: SharedItemName
  /** Of the label: it is a line of a description list. */
  readonly className: string
}): ReactNode {
  const { kind, key } = props.item
  const client = useQueryClient()
  const team = useQuery(api.team.get.queryOptions()).data ?? null
  const items = useQuery({ ...api.knowledge.list.queryOptions(), enabled: team !== null })
  const share = useMutation({
    mutationFn: () => engine.knowledge.share({ kind, key }),
    onSuccess: () => toast.done(words.sharedNow({ name: key })),
    onError: toast.failed,
    onSettled: () => client.invalidateQueries({ queryKey: api.knowledge.key() }),
  })
  if (team === null || items.data === undefined) return null
  const item = items.data.find((one) => one.kind === kind && one.key === key)
  const isShared = item !== undefined && item.state !== 'ended'
  return (
    <>
      <dt className={props.className}>{words.withTeam.label}</dt>
      <dd className="flex min-h-6 items-center gap-2">
        {isShared ? (
          <span className="truncate">{stateWords(item)}</span>
        ) : (
          <>
            <span className="text-soft">{words.withTeam.no}</span>
            <Button size="small" busy={share.isPending} onClick={() => share.mutate()}>
              {words.withTeam.share}
            </Button>
          </>
        )}
      </dd>
    </>
  )
}

function stateWords({ state, version, member }: SharedItem): string {
  const now = words.states[state]
  return version === 0 ? now : `${now} · ${words.withTeam.version({ version, member })}`
}
