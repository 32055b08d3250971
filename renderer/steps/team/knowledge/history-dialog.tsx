// Versions of a shared item, newest first: who made each and when. An earlier one can be brought back, as the next version.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SharedItem, SharedVersion } from '../../../../shared/contract/team/knowledge.ts'
import { api, engine } from '../../../app/engine.ts'
import { Button } from '../../../components/button.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { ErrorState, SkeletonRows } from '../../../components/panel.tsx'
import { Badge } from '../../../components/state-badge.tsx'
import { RelativeTime } from '../../../components/text/relative-time.tsx'
import { texts } from '../../../texts/common.ts'
import { format } from '../../../texts/format.ts'
import { sharedTexts } from '../../../texts/team/shared.ts'
import { shownName } from './shown-name.ts'

const words = sharedTexts.versions

export function HistoryDialog(props: { readonly item: SharedItem; readonly onClose: () => void }): ReactNode {
  const { kind, key, state } = props.item
  const client = useQueryClient()
  const history = useQuery(api.knowledge.history.queryOptions({ input: { kind, key } }))
  const back = useMutation({
    mutationFn: (version: number) => engine.knowledge.bringBack({ kind, key, version }),
    onSuccess: (_, version) => {
      toast.done(words.done({ version }))
      props.onClose()
    },
    onError: toast.failed,
    onSettled: () => client.invalidateQueries({ queryKey: api.knowledge.key() }),
  })
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={words.title({ name: shownName(props.item) })}
      description={words.words}
      actions={<Button onClick={props.onClose}>{texts.common.close}</Button>}
    >
      {history.isError ? (
        <ErrorState error={history.error} />
      ) : history.data === undefined ? (
        <SkeletonRows rows={3} />
      ) : (
        <ol className="rounded-lg border border-line">
          {history.data.map((one, at) => (
            <VersionLine
              key={one.version}
              version={one}
              isNewest={at === 0}
              mayBringBack={one.hasContent && (at > 0 || one.removed) && state !== 'conflict'}
              isPending={back.isPending && back.variables === one.version}
              onBack={() => back.mutate(one.version)}
            />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function VersionLine(props: {
  readonly version: SharedVersion
  readonly isNewest: boolean
  readonly mayBringBack: boolean
  readonly isPending: boolean
  readonly onBack: () => void
}): ReactNode {
  const { version, member, machine, at, removed, hasContent } = props.version
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line px-3 py-1.5 last:border-b-0">
      <span className="w-8 shrink-0 text-right font-medium text-soft tabular-nums">
        {format.number(version)}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="truncate font-medium" title={machine}>
            {member}
          </span>
          {props.isNewest && <Badge tone="ok">{words.current}</Badge>}
          {removed && <span className="text-soft">{words.ended}</span>}
          {!removed && !hasContent && <span className="text-soft">{words.forgotten}</span>}
        </span>
        <span className="block text-xs text-faint">
          {machine} · <RelativeTime at={at} />
        </span>
      </span>
      {props.mayBringBack && (
        <Button
          size="small"
          busy={props.isPending}
          aria-label={words.backLabel({ version })}
          onClick={props.onBack}
        >
          {words.back}
        </Button>
      )}
    </li>
  )
}
