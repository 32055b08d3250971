// Part of the Report step that hands the batch over with a project file, unlocks it again, and shows what changed when it
// came back.
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, LockOpen, PackageCheck, Undo2, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { HandoverDigest, HandoverView } from '../../../shared/contract/handover.ts'
import { endings } from '../../../shared/sending/endings.ts'
import { api } from '../../app/engine.ts'
import { hasNativeDialogs, saveReportFile } from '../../app/host/files.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { Progress } from '../../components/charts/progress.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { format } from '../../texts/format.ts'
import { handoverTexts as words } from '../../texts/handover.ts'
import { reportTexts } from '../../texts/report.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'

export function HandOver({ batch }: { readonly batch: BatchView }): ReactNode {
  const { handover } = batch
  const isAway = handover !== null && handover.state !== 'here'
  const digest = handover?.digest ?? null
  return (
    <section aria-labelledby="hand-over-heading" className="border-t border-line px-5 py-4">
      <h2 id="hand-over-heading" className="text-md font-semibold">
        {words.heading}
      </h2>
      {digest !== null && !isAway && <Since digest={digest} />}
      {isAway ? <Away batch={batch} handover={handover} /> : <Here batch={batch} />}
    </section>
  )
}

function Here({ batch }: { readonly batch: BatchView }): ReactNode {
  const [way, setWay] = useState<HandoverView['way'] | null>(null)
  const team = useQuery(api.team.get.queryOptions())
  const isInTeam = team.data?.state === 'ready' && batch.connection?.environment !== 'practice'
  return (
    <>
      <p className="mt-1 text-sm text-soft">{words.body}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button icon={PackageCheck} onClick={() => setWay('file')}>
          {words.open}
        </Button>
        {isInTeam && (
          <Button icon={Users} onClick={() => setWay('team')}>
            {words.openTeam}
          </Button>
        )}
      </div>
      {way !== null && <HandOverDialog batch={batch} way={way} onClose={() => setWay(null)} />}
    </>
  )
}

function Away(props: { readonly batch: BatchView; readonly handover: HandoverView }): ReactNode {
  const { batch, handover } = props
  const { at, operator, path, state, way } = handover
  const stop = useMutation(api.handover.cancel.mutationOptions({ onError: toast.failed }))
  const { work } = batch
  if (state !== 'away')
    return (
      <div className="mt-2 flex items-center gap-3">
        <Progress
          label={work?.kind === 'sending_copy' ? words.sending : words.writing}
          done={work?.done ?? 0}
          total={work?.total ?? null}
        />
        <Button size="small" busy={stop.isPending} onClick={() => stop.mutate({ batch: batch.id })}>
          {words.stop}
        </Button>
      </div>
    )
  if (way === 'team') return <AwayInTeam batch={batch.id} handover={handover} />
  return (
    <>
      <p className="mt-1 font-medium">{words.away({ at: format.dateTime(at), operator })}</p>
      <p className="text-xs break-all text-soft">{words.file({ path: path ?? '' })}</p>
      <p className="mt-1 text-sm text-soft">{words.copies}</p>
      <div className="mt-2 flex gap-2">
        {path !== null && <Save batch={batch.id} path={path} />}
        <Unlock batch={batch.id} />
      </div>
    </>
  )
}

/** The team's database knows whether somebody goes on with it. */
function AwayInTeam(props: { readonly batch: number; readonly handover: HandoverView }): ReactNode {
  const { batch, handover } = props
  const { at, operator, takenBy } = handover
  const back = useMutation(api.teamCopies.withdraw.mutationOptions({ onError: toast.failed }))
  return (
    <>
      <p className="mt-1 font-medium">
        {takenBy === null
          ? words.awayInTeam({ at: format.dateTime(at), operator })
          : words.takenBy({ at: format.dateTime(at), member: takenBy })}
      </p>
      <p className="mt-1 text-sm text-soft">{takenBy === null ? words.notTakenYet : words.takenBody}</p>
      <div className="mt-2 flex gap-2">
        {takenBy === null ? (
          <Button icon={Undo2} busy={back.isPending} onClick={() => back.mutate({ batch })}>
            {words.withdraw}
          </Button>
        ) : (
          <LinkButton href="#/team">{words.toTeam}</LinkButton>
        )}
      </div>
    </>
  )
}

function Save({ batch, path }: { readonly batch: number; readonly path: string }): ReactNode {
  const name = 'project.carryover'
  const save = useMutation({ mutationFn: () => saveReportFile(batch, name, path), onError: toast.failed })
  if (!hasNativeDialogs && !path.endsWith(name)) return null
  return (
    <Button icon={Download} busy={save.isPending} onClick={() => save.mutate()}>
      {hasNativeDialogs ? reportTexts.files.show : words.save}
    </Button>
  )
}

function Unlock({ batch }: { readonly batch: number }): ReactNode {
  const [asking, setAsking] = useState(false)
  const unlock = useMutation(
    api.handover.unlock.mutationOptions({ onError: toast.failed, onSettled: () => setAsking(false) }),
  )
  return (
    <>
      <Button icon={LockOpen} onClick={() => setAsking(true)}>
        {words.unlock}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => unlock.mutate({ batch, otherIsGone: true })}
        busy={unlock.isPending}
        danger
        title={words.unlockTitle}
        description={words.unlockBody}
        action={words.unlockAct}
      />
    </>
  )
}

/** What people did with the batch in the other data folder. */
function Since({ digest }: { readonly digest: HandoverDigest }): ReactNode {
  const { from, to, before, after, by, edits, waves, attempts, held } = digest
  const changed = endings.filter((ending) => (before[ending] ?? 0) !== (after[ending] ?? 0))
  const names = by.length === 0 ? words.nobody : by.join(', ')
  return (
    <div className="mt-2 mb-3 rounded-lg border border-line bg-bg px-3 py-2">
      <h3 className="font-medium">{words.since}</h3>
      <p className="text-xs text-soft">
        {words.sinceBy({ from: format.dateTime(from), to: format.dateTime(to), names })}
      </p>
      <ul className="mt-1 text-sm tabular-nums">
        {changed.map((ending) => (
          <li key={ending}>
            {words.change({
              ending: reportTexts.totals.ending({ ending }),
              before: before[ending] ?? 0,
              after: after[ending] ?? 0,
            })}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-sm text-soft">{words.work({ edits, waves, attempts, held })}</p>
    </div>
  )
}
