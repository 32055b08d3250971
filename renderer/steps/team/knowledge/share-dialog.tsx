// Chooses an item of this workspace to share with the team, by its kind and name.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type Shareable, type SharedKind, sharedKinds } from '../../../../shared/contract/team/knowledge.ts'
import { api, engine } from '../../../app/engine.ts'
import { Button } from '../../../components/button.tsx'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { Select } from '../../../components/fields/select.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { ErrorState, SkeletonRows } from '../../../components/panel.tsx'
import { texts } from '../../../texts/common.ts'
import { sharedTexts } from '../../../texts/team/shared.ts'
import { shownName } from './shown-name.ts'

const words = sharedTexts.dialog
const mostShown = 200

export function ShareDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [kind, setKind] = useState<SharedKind>('template')
  const [text, setText] = useState('')
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      actions={<Button onClick={onClose}>{texts.common.close}</Button>}
    >
      <div className="grid gap-3">
        <div className="flex gap-2">
          <Select
            label={words.kind}
            value={kind}
            onChange={setKind}
            choices={sharedKinds.map((value) => ({ value, label: sharedTexts.kinds[value] }))}
            className="w-52"
          />
          <SearchField label={words.search} value={text} onChange={setText} className="flex-1" />
        </div>
        {(kind === 'connection' || kind === 'repair') && <p className="text-soft">{words[kind]}</p>}
        <Candidates kind={kind} text={text} />
      </div>
    </Dialog>
  )
}

function Candidates({ kind, text }: { readonly kind: SharedKind; readonly text: string }): ReactNode {
  const candidates = useQuery({
    ...api.knowledge.candidates.queryOptions({ input: { kind, text } }),
    placeholderData: keepPreviousData,
  })
  if (candidates.isError) return <ErrorState error={candidates.error} />
  if (candidates.data === undefined) return <SkeletonRows rows={3} />
  const { data } = candidates
  if (data.length === 0) return <p className="py-3 text-soft">{text === '' ? words.none : words.noneFound}</p>
  return (
    <>
      <ul className="max-h-80 overflow-y-auto rounded-lg border border-line">
        {data.map((one) => (
          <Candidate key={`${one.kind} ${one.key}`} of={one} />
        ))}
      </ul>
      {data.length >= mostShown && <p className="text-xs text-soft">{words.most}</p>}
    </>
  )
}

function Candidate({ of }: { readonly of: Shareable }): ReactNode {
  const { kind, key, place } = of
  const name = shownName(of)
  const client = useQueryClient()
  const share = useMutation({
    mutationFn: () => engine.knowledge.share({ kind, key }),
    onSuccess: () => toast.done(sharedTexts.sharedNow({ name })),
    onError: toast.failed,
    onSettled: () => client.invalidateQueries({ queryKey: api.knowledge.key() }),
  })
  return (
    <li className="flex min-h-10 items-center gap-3 border-b border-line px-3 py-1.5 last:border-b-0">
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={name}>
          {name}
        </span>
        {place !== '' && <span className="block truncate text-xs text-faint">{place}</span>}
      </span>
      <Button
        size="small"
        busy={share.isPending}
        aria-label={words.shareLabel({ name })}
        onClick={() => share.mutate()}
      >
        {words.share}
      </Button>
    </li>
  )
}
