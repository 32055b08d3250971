// Playbook of a cause: the team's own note about its code, editable in place, and the fixes that worked, each of
// which reopens the dialog. Entries may contain customer values, so each can be deleted.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookOpen, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { WorkedFix } from '../../../../shared/contract/fixing/playbook.ts'
import { api } from '../../../app/engine.ts'
import { texts } from '../../../texts/common.ts'
import { Button } from '../../../components/button.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { draftOf } from '../bulk/fix-draft.ts'
import { shortWordsOf } from '../bulk/fix-words.ts'
import { type CauseAboutProps, causeOf } from './cause-parts.ts'
import { causesTexts } from '../../../texts/fix/causes.ts'

const shownAtFirst = 3

export function CausePlaybook(props: CauseAboutProps): ReactNode {
  return (
    <div className="mb-0.5 grid gap-1 rounded-b-md bg-sel px-2 pt-1 pb-1.5">
      <Words code={props.group.code} />
      <Worked {...props} />
    </div>
  )
}

function Words({ code }: { readonly code: string | null }): ReactNode {
  const note = useNote(code)
  const { words, typed, setTyped } = note
  if (words === null) return null
  if (typed !== null) return <NoteEditor code={code} note={note} typed={typed} />
  return (
    <button
      type="button"
      title={words === '' ? undefined : causesTexts.editWords}
      onClick={() => setTyped(words)}
      className="-mx-1 grid grid-cols-[auto_minmax(0,1fr)] gap-1.5 rounded px-1 py-0.5 text-left text-xs leading-4 hover:bg-hover"
    >
      <BookOpen size={12} aria-hidden className="mt-0.5 text-faint" />
      {words === '' ? (
        <span className="text-soft">{causesTexts.addWords}</span>
      ) : (
        <span className="whitespace-pre-wrap text-text wrap-break-word">{words}</span>
      )}
    </button>
  )
}

/** The team's note on a code; `words` is null until it is read, `typed` null while it is not edited. */
function useNote(code: string | null) {
  const client = useQueryClient()
  const entry = useQuery(api.playbook.get.queryOptions({ input: { code } }))
  const [typed, setTyped] = useState<string | null>(null)
  const after = async (done: string): Promise<void> => {
    await client.invalidateQueries({ queryKey: api.playbook.get.key() })
    setTyped(null)
    toast.done(done)
  }
  const save = useMutation(
    api.playbook.save.mutationOptions({
      onSuccess: () => after(causesTexts.wordsSaved),
      onError: toast.failed,
    }),
  )
  const remove = useMutation(
    api.playbook.remove.mutationOptions({
      onSuccess: () => after(causesTexts.wordsRemoved),
      onError: toast.failed,
    }),
  )
  const words = entry.data?.words ?? ''
  return {
    words: entry.data === undefined ? null : words,
    typed,
    setTyped,
    busy: save.isPending || remove.isPending,
    keep(): void {
      const text = (typed ?? '').trim()
      if (text === words) setTyped(null)
      else if (text === '') remove.mutate({ code })
      else save.mutate({ code, words: text })
    },
  }
}

function NoteEditor(props: {
  readonly code: string | null
  readonly note: ReturnType<typeof useNote>
  readonly typed: string
}): ReactNode {
  const { code, typed } = props
  const { setTyped, keep, busy } = props.note
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) keep()
    else if (event.key === 'Escape') setTyped(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="grid gap-1">
      <textarea
        autoFocus
        rows={Math.min(10, Math.max(3, typed.split('\n').length + 1))}
        maxLength={20_000}
        aria-label={causesTexts.wordsLabel({ code: code ?? causesTexts.noCode })}
        aria-describedby="playbook-hint"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        className="w-full resize-y rounded border border-control bg-raised px-1.5 py-1 text-xs leading-4 text-text focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0"
      />
      <p id="playbook-hint" className="text-2xs text-soft">
        {causesTexts.wordsHint}
      </p>
      <div className="flex flex-wrap gap-1">
        <Button size="small" tone="primary" busy={busy} onClick={keep}>
          {causesTexts.save}
        </Button>
        <Button size="small" onClick={() => setTyped(null)} disabled={busy}>
          {texts.common.cancel}
        </Button>
      </div>
    </div>
  )
}

function Worked(props: CauseAboutProps): ReactNode {
  const { batch, group } = props
  const { code, field, column } = group
  const client = useQueryClient()
  const [all, setAll] = useState(false)
  const worked = useQuery(api.playbook.worked.queryOptions({ input: { code, field, batch: batch.id } }))
  const forget = useMutation(
    api.playbook.forget.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: api.playbook.worked.key() })
        toast.done(causesTexts.forgotten)
      },
      onError: toast.failed,
    }),
  )
  const fixes = worked.data ?? []
  if (column === null || fixes.length === 0) return null
  const shown = all ? fixes : fixes.slice(0, shownAtFirst)
  return (
    <ul aria-label={causesTexts.playbook} className="grid">
      {shown.map((fix) => (
        <li key={JSON.stringify([fix.fix, fix.takeFrom])} className="flex items-start">
          <WorkedButton {...props} column={column} worked={fix} />
          <button
            type="button"
            aria-label={causesTexts.forget({ words: shortWordsOf(fix.fix, fix.takeFrom) })}
            title={causesTexts.forget({ words: shortWordsOf(fix.fix, fix.takeFrom) })}
            onClick={() => forget.mutate({ code, field, kept: { fix: fix.fix, takeFrom: fix.takeFrom } })}
            className="grid size-5 shrink-0 place-items-center rounded text-faint hover:bg-hover hover:text-text"
          >
            <X size={12} aria-hidden />
          </button>
        </li>
      ))}
      {fixes.length > shown.length && (
        <li>
          <button
            type="button"
            onClick={() => setAll(true)}
            className="-ml-1 h-6 rounded px-1 text-xs text-soft hover:bg-hover hover:text-text"
          >
            {causesTexts.moreWorked({ n: fixes.length - shown.length })}
          </button>
        </li>
      )}
    </ul>
  )
}

function WorkedButton(
  props: CauseAboutProps & { readonly column: number; readonly worked: WorkedFix },
): ReactNode {
  const { group, sheet, column, onFix } = props
  const { fix, takeFrom, times, gone } = props.worked
  const from = sheet?.info.columns.find(({ name }) => name === takeFrom)?.index ?? null
  const missing = fix.kind === 'take' && from === null
  return (
    <button
      type="button"
      disabled={missing}
      title={missing ? causesTexts.noColumn : causesTexts.workedHint}
      onClick={() => onFix({ cause: causeOf(group), column, kind: fix.kind, draft: draftOf(fix, from) })}
      className="-ml-1 min-w-0 flex-1 rounded px-1 py-0.5 text-left text-xs leading-4 enabled:hover:bg-hover disabled:opacity-60"
    >
      <span className="block font-medium text-accent wrap-break-word">{shortWordsOf(fix, takeFrom)}</span>
      <span className="block text-2xs text-soft">{causesTexts.worked({ times, gone })}</span>
    </button>
  )
}
