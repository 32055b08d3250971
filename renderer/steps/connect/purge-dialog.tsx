// Dialog before a purge: which batches go, which stay and why, what else goes and what remains. A person chooses
// the batches, and confirms.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eraser, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PurgeCandidate } from '../../../shared/contract/purge.ts'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { api } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { Callout, ErrorState, GroupLabel, SkeletonRows } from '../../components/panel.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { texts } from '../../texts/common.ts'
import { purgeTexts as words } from '../../texts/connect/purge.ts'
import { format } from '../../texts/format.ts'

const always = 0

type Preview = {
  readonly batches: readonly PurgeCandidate[]
  readonly keptRepairs: number
  readonly backups: number
  readonly backupsOfRemoved: number
  readonly setAside: number
  readonly uploads: number
  readonly practice: boolean
}

export function PurgeDialog(props: {
  readonly connection: ConnectionView
  readonly onClose: () => void
}): ReactNode {
  const { connection, onClose } = props
  const input = { connection: connection.id, olderThanDays: always }
  const preview = useQuery({ ...api.purge.preview.queryOptions({ input }), staleTime: 0, gcTime: 0 })
  const [turned, setTurned] = useState<ReadonlyMap<number, boolean>>(new Map())
  const purge = usePurge(onClose)
  // A batch that somebody may still be working on goes only if it is chosen.
  const isChosen = ({ batch, isConnected, unreleased }: PurgeCandidate): boolean =>
    turned.get(batch) ?? (isConnected && unreleased === 0)
  const chosen = (preview.data?.batches ?? []).filter((one) => one.stays === null && isChosen(one))
  const isAnything = chosen.length > 0 || (preview.data !== undefined && isAnythingBeside(preview.data))
  return (
    <Dialog
      open
      onClose={() => {
        if (!purge.isPending) onClose()
      }}
      title={words.title({ name: connection.name })}
      actions={
        <>
          <Button onClick={onClose} disabled={purge.isPending}>
            {texts.common.cancel}
          </Button>
          <Button
            tone="danger"
            icon={Eraser}
            busy={purge.isPending}
            disabled={!isAnything}
            onClick={() => purge.mutate({ ...input, batches: chosen.map(({ batch }) => batch) })}
          >
            {words.action({ n: chosen.length })}
          </Button>
        </>
      }
    >
      {preview.isError ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : preview.data === undefined ? (
        <SkeletonRows rows={5} />
      ) : (
        <Contents
          preview={preview.data}
          isChosen={isChosen}
          onTurn={(batch, to) => setTurned(new Map(turned).set(batch, to))}
        />
      )}
    </Dialog>
  )
}

/** Anything that a purge removes beside batches. */
function isAnythingBeside({ keptRepairs, backupsOfRemoved, setAside, uploads }: Preview): boolean {
  return keptRepairs + backupsOfRemoved + setAside + uploads > 0
}

function usePurge(onDone: () => void) {
  const client = useQueryClient()
  return useMutation(
    api.purge.start.mutationOptions({
      onError: toast.failed,
      onSuccess: async ({ begun, stayed, job }) => {
        toast.done(
          [
            job === null ? words.nothing : words.begun({ n: begun.length }),
            ...(stayed.length === 0 ? [] : [words.stayed({ n: stayed.length })]),
          ].join('. '),
        )
        onDone()
        await Promise.all([
          client.invalidateQueries({ queryKey: api.batches.key() }),
          client.invalidateQueries({ queryKey: api.purge.key() }),
        ])
      },
    }),
  )
}

function Contents(props: {
  readonly preview: Preview
  readonly isChosen: (batch: PurgeCandidate) => boolean
  readonly onTurn: (batch: number, isChosen: boolean) => void
}): ReactNode {
  const { preview, isChosen, onTurn } = props
  const going = preview.batches.filter(({ stays }) => stays === null)
  const staying = preview.batches.filter(({ stays }) => stays !== null)
  return (
    <div className="grid gap-4">
      <Callout tone="warning" icon={TriangleAlert} title={words.irreversible}>
        {words.loadedAgain}
      </Callout>
      {going.length === 0 ? (
        <p className="text-soft">{words.none}</p>
      ) : (
        <section className="grid gap-1.5">
          <GroupLabel>{words.choose}</GroupLabel>
          <ul aria-label={words.choose} className="grid divide-y divide-line rounded-md border border-line">
            {going.map((one) => (
              <li key={one.batch} className="px-3 py-1.5">
                <Checkbox
                  label={<span className="wrap-anywhere">{one.name}</span>}
                  hint={factsOf(one)}
                  checked={isChosen(one)}
                  onChange={(to) => onTurn(one.batch, to)}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {staying.length > 0 && <Staying batches={staying} />}
      <Effects preview={preview} hasBatches={going.length > 0} />
    </div>
  )
}

function factsOf({ isConnected, rows, accounts, unreleased, changedAt }: PurgeCandidate): string {
  const connected = isConnected ? 'yes' : 'no'
  return words.facts({ rows, accounts, unreleased, day: format.day(changedAt), connected })
}

function Staying({ batches }: { readonly batches: readonly PurgeCandidate[] }): ReactNode {
  return (
    <section className="grid gap-1.5">
      <GroupLabel>{words.stays}</GroupLabel>
      <ul aria-label={words.stays} className="grid divide-y divide-line rounded-md border border-line">
        {batches.map(({ batch, name, stays }) => (
          <li key={batch} className="grid px-3 py-1.5">
            <span className="wrap-anywhere">{name}</span>
            <span className="text-xs text-soft">{sentenceOf(stays?.message)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Effects({
  preview: { keptRepairs, backups, setAside, uploads, practice },
  hasBatches,
}: {
  readonly preview: Preview
  readonly hasBatches: boolean
}): ReactNode {
  const goes = [
    ...(hasBatches ? [words.goes.ofBatches] : []),
    ...(keptRepairs > 0 ? [words.goes.repairs({ n: keptRepairs })] : []),
    words.goes.backups({ n: backups }),
    ...(setAside > 0 ? [words.goes.setAside({ n: setAside })] : []),
    ...(uploads > 0 ? [words.goes.uploads({ n: uploads })] : []),
    ...(practice ? [words.goes.practice] : []),
  ]
  return (
    <>
      <section className="grid gap-1.5">
        <GroupLabel>{words.goesToo}</GroupLabel>
        <ul className="grid list-disc gap-0.5 pl-5 text-sm text-soft">
          {goes.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </section>
      <section className="grid gap-1.5">
        <GroupLabel>{words.remains}</GroupLabel>
        <p className="text-sm text-soft">{words.remainsWords}</p>
      </section>
    </>
  )
}
