// Next acts of the Fix step, in the footer: the next cause, and validating all accounts that can be validated or, when
// none is left, releasing those that are ready.
import { useMutation } from '@tanstack/react-query'
import { ArrowRight, Square } from 'lucide-react'
import { type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { ProblemGroup } from '../../../../shared/contract/views.ts'
import { causeWords } from '../../../accounts/cause-words.ts'
import { useProblemGroups } from '../../../accounts/problem-groups.ts'
import { api } from '../../../app/engine.ts'
import { FooterActs } from '../../../components/footer-acts.tsx'
import { hrefOfStep, setParams } from '../../../app/route.ts'
import { BatchLocked, Button, LinkButton } from '../../../components/button.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { Tooltip } from '../../../components/overlays/tooltip.tsx'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { format } from '../../../texts/format.ts'
import { ValidateAsYouGo } from '../decide/validate-as-you-go.tsx'
import { type FixView, isCause, paramsOfCause } from '../fix-view.ts'

export function NextActs(props: {
  readonly batch: BatchView
  readonly view: FixView
  /** A cause was chosen: the user goes on in the grid. */
  readonly onChosen: () => void
}): ReactNode {
  const { batch, view } = props
  const { groups } = useProblemGroups(batch.id)
  const next = nextOf(groups, view)
  const { not_validated: unvalidated, ready: validated } = batch.endings
  const isReady = unvalidated === 0 && !batch.validating && validated > 0
  const asked = useSummary(batch)
  const isLocked = useContext(BatchLocked) !== null
  return (
    <FooterActs>
      <ValidateAsYouGo batch={batch} />
      {next !== null && (
        <Button
          size="large"
          className="max-w-80 min-w-0 shrink"
          title={fixTexts.empty.nextCause({ cause: causeWords(next), n: next.accounts })}
          onClick={() => {
            setParams(paramsOfCause(next))
            props.onChosen()
          }}
        >
          <span className="truncate">
            {fixTexts.empty.nextCause({ cause: causeWords(next), n: next.accounts })}
          </span>
          <ArrowRight size={14} aria-hidden className="shrink-0" />
        </Button>
      )}
      {isReady && !isLocked ? (
        <LinkButton size="large" tone="primary" href={hrefOfStep(batch.id, 'submit')}>
          {fixTexts.empty.toSubmit({ n: validated })}
          <ArrowRight size={14} aria-hidden />
        </LinkButton>
      ) : (
        <Validate batch={batch} asked={asked} />
      )}
    </FooterActs>
  )
}

/** Once the validation that a person asked for is over, the status line says what became of the accounts. */
function useSummary({ validating, states }: BatchView): RefObject<boolean> {
  const asked = useRef(false)
  const was = useRef(validating)
  useEffect(() => {
    const { validated, rejected, unvalidated } = states
    // A short one may be over before the window hears of it.
    const isOver = !validating && (was.current || unvalidated === 0)
    was.current = validating
    if (!isOver || !asked.current) return
    asked.current = false
    toast.done(fixTexts.validationOver({ ready: validated, rejected, left: unvalidated }))
  }, [validating, states])
  return asked
}

/** The cause after the chosen one in the list, else the first; null where there is no other one. */
function nextOf(groups: readonly ProblemGroup[], { problem }: FixView): ProblemGroup | null {
  const at = groups.findIndex((group) => isCause(problem, group))
  if (at === -1) return groups[0] ?? null
  return groups[at + 1] ?? (at > 0 ? (groups[0] ?? null) : null)
}

function Validate(props: { readonly batch: BatchView; readonly asked: RefObject<boolean> }): ReactNode {
  const { batch, asked } = props
  const validate = useMutation(api.batches.validate.mutationOptions({ onError: toast.failed }))
  const stop = useMutation(api.batches.cancel.mutationOptions({ onError: toast.failed }))

  const locked = useContext(BatchLocked)
  const unvalidated = batch.endings.not_validated
  const connected = batch.connection !== null
  if (batch.validating) {
    return (
      <Tooltip text={fixTexts.stopHint}>
        <Button
          size="large"
          icon={Square}
          busy={stop.isPending}
          onClick={() => stop.mutate({ batch: batch.id })}
        >
          {fixTexts.stop}
        </Button>
      </Tooltip>
    )
  }
  return (
    <Tooltip text={locked ?? validateHint(batch)}>
      <Button
        size="large"
        tone={unvalidated > 0 ? 'primary' : 'plain'}
        busy={validate.isPending}
        aria-disabled={!connected || unvalidated === 0}
        onClick={() => {
          if (!connected || unvalidated === 0) return
          asked.current = true
          validate.mutate({ batch: batch.id })
        }}
      >
        {fixTexts.validate} {unvalidated > 0 && format.number(unvalidated)}
      </Button>
    </Tooltip>
  )
}

/** What Validate does; that customer data leaves the machine is said where it is no test. */
function validateHint({ connection, states }: BatchView): string {
  if (connection === null) return fixTexts.validateNoConnection
  const hint = fixTexts.validateHint({ n: states.unvalidated })
  return connection.environment === 'production' && states.unvalidated > 0
    ? `${hint} ${fixTexts.validateProduction}`
    : hint
}
