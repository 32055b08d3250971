// Panel shown after a brake has stopped the batch: the cause, the accounts, links to fix them with the team's note
// about the code, and the effect of "go on". Sending never continues automatically.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BookOpen, OctagonPause, Play, Wrench } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { isOneOf, wrongOutcomes } from '../../../shared/sending/states.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { StopView } from '../../../shared/sending/wave-plan.ts'
import type { AccountLine } from '../../../shared/contract/views.ts'
import { api } from '../../app/engine.ts'
import { hrefOfStep } from '../../app/route.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { causeOf } from '../../accounts/cause-words.ts'
import { RelativeTime } from '../../components/text/relative-time.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { submitTexts } from '../../texts/submit/submit.ts'
import { useCodes } from './use-codes.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

const words = submitTexts.stop
const shownAccounts = 5
/** If not a single code caused the stop: the most frequent codes. */
const shownCodes = 2

export function StopPanel({ batch }: { readonly batch: BatchView }): ReactNode {
  const { stop } = batch.sending
  return stop === null ? null : <Stopped batch={batch} stop={stop} />
}

function Stopped({ batch, stop }: { readonly batch: BatchView; readonly stop: StopView }): ReactNode {
  const id = useId()
  const counted = useCodes(batch)
  const often = counted.toSorted((one, other) => other.accounts - one.accounts).map(({ code }) => code)
  const codes = stop.code === null ? often.slice(0, shownCodes) : [stop.code]
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2.5 rounded-lg border border-bad/40 bg-bad-bg px-4 py-3"
    >
      <OctagonPause size={18} aria-hidden className="mt-px -ml-px text-bad" />
      <div className="grid gap-2">
        <header>
          <h2 id={id} className="text-md font-semibold text-bad">
            {stop.wave === null ? words.title : words.titleWave({ wave: stop.wave })}
          </h2>
          <p>
            {sentenceOf(stop.message)} <RelativeTime at={stop.at} className="text-soft" />
          </p>
        </header>
        <Accounts batch={batch.id} stop={stop} />
        {codes.map((code) => (
          <TeamWords key={code} code={code} />
        ))}
        <Ways batch={batch} stop={stop} codes={codes} />
      </div>
    </section>
  )
}

/** Accounts that this stop is about. */
function useStopped(batch: number, { code }: StopView): readonly AccountLine[] {
  const byCode = useQuery(
    api.accounts.find.queryOptions({
      input: { text: code ?? '-', batch, limit: 100 },
      enabled: code !== null,
    }),
  )
  const wrong = useQuery(
    api.accounts.list.queryOptions({
      input: {
        batch,
        states: ['rejected', 'done'],
        outcomes: [...wrongOutcomes],
        offset: 0,
        limit: 100,
      },
      enabled: code === null,
    }),
  )
  const lines = code === null ? wrong.data?.accounts : byCode.data
  return (lines ?? []).filter(
    ({ state, outcome, attempts }) =>
      attempts > 0 && (state === 'rejected' || (state === 'done' && isOneOf(wrongOutcomes, outcome))),
  )
}

function Accounts({ batch, stop }: { readonly batch: number; readonly stop: StopView }): ReactNode {
  const lines = useStopped(batch, stop)
  const shown = lines.slice(0, shownAccounts)
  return (
    <ul aria-label={words.accounts} className="flex min-h-6 flex-wrap items-center gap-x-3 gap-y-1">
      {shown.map((line) => (
        <li key={line.id} className="flex items-center gap-1.5">
          <a
            href={hrefOfStep(batch, 'watch', { account: String(line.id) })}
            className="font-medium hover:text-accent hover:underline"
          >
            {line.key}
          </a>
          <StateBadge state={line.state} outcome={line.outcome} held={null} />
        </li>
      ))}
      {lines.length > shown.length && (
        <li className="text-soft">{moreWords(lines.length - shown.length, lines.length >= 100)}</li>
      )}
    </ul>
  )
}

function moreWords(accounts: number, atLeast: boolean): string {
  return atLeast ? words.moreAtLeast({ accounts }) : words.more({ accounts })
}

function TeamWords({ code }: { readonly code: string }): ReactNode {
  const entry = useQuery(api.playbook.get.queryOptions({ input: { code } }))
  const written = entry.data?.words ?? ''
  if (written === '') return null
  return (
    <div className="rounded-md bg-pane/60 px-3 py-2">
      <p className="flex items-center gap-1.5 text-xs font-medium text-soft">
        <BookOpen size={12} aria-hidden />
        {words.team({ cause: causeOf(code, null) })}
      </p>
      <p className="whitespace-pre-wrap wrap-break-word">{written}</p>
    </div>
  )
}

function FixLinks(props: { readonly batch: number; readonly codes: readonly string[] }): ReactNode {
  const { batch, codes } = props
  if (codes.length === 0)
    return (
      <LinkButton tone="primary" icon={Wrench} href={hrefOfStep(batch, 'fix')}>
        {words.fix}
      </LinkButton>
    )
  return codes.map((code, index) => (
    <LinkButton
      key={code}
      tone={index === 0 ? 'primary' : 'plain'}
      icon={Wrench}
      title={code}
      href={hrefOfStep(batch, 'fix', { code })}
    >
      {words.fixCause({ cause: causeOf(code, null) })}
    </LinkButton>
  ))
}

function Ways(props: {
  readonly batch: BatchView
  readonly stop: StopView
  readonly codes: readonly string[]
}): ReactNode {
  const { batch, stop, codes } = props
  const client = useQueryClient()
  // The confirmation stays bound to the stop that was shown when it opened.
  const [asked, setAsked] = useState<{ readonly stop: StopView; readonly expected: string } | null>(null)
  const goOn = useMutation(
    api.batches.goOn.mutationOptions({
      onSuccess: () => toast.done(words.done),
      onError: toast.failed,
      onSettled: () => {
        setAsked(null)
        return client.invalidateQueries({
          queryKey: api.batches.get.queryKey({ input: { batch: batch.id } }),
        })
      },
    }),
  )
  const production = batch.connection?.environment === 'production'
  const expected = batch.sending.version
  return (
    <div className="grid gap-2">
      <p className="text-soft">
        <span className="font-medium text-text">{words.onGoOn}</span> {sentenceOf(stop.goOn)}
      </p>
      <div className="flex flex-wrap gap-2">
        <FixLinks batch={batch.id} codes={codes} />
        <Button
          icon={Play}
          tone={production ? 'danger' : 'plain'}
          busy={goOn.isPending}
          onClick={() =>
            production ? setAsked({ stop, expected }) : goOn.mutate({ batch: batch.id, expected })
          }
        >
          {words.goOn}
        </Button>
      </div>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked !== null && goOn.mutate({ batch: batch.id, expected: asked.expected })}
        title={words.confirm}
        description={sentenceOf((asked?.stop ?? stop).goOn)}
        action={words.goOn}
        danger
        busy={goOn.isPending}
      >
        <p className="text-soft">{words.confirmBody({ queued: batch.states.queued })}</p>
      </ConfirmDialog>
    </div>
  )
}
