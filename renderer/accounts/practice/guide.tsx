// Guide of the practice: a bar above the page that says the next act, and a frame around the real control for it. It
// covers nothing and takes no keys; it can be left at any time.
import { Check, FlaskConical, LocateFixed, X } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { go, hrefOf, type Route } from '../../app/route.ts'
import { Button } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { toast } from '../../components/notices/toast.tsx'
import { practiceTexts as words } from '../../texts/practice.ts'
import { type GuideAct, guideActOf, guideParts } from './guide-act.ts'
import { type Box, boxOf, isAgreedNow, targetOf, useOnPage } from './guide-target.ts'
import { leavePractice } from './start-practice.ts'

const isEqual = (one: boolean, other: boolean): boolean => one === other
const isSameBox = (one: Box | null, other: Box | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

export function PracticeGuide(props: { readonly batch: BatchView; readonly route: Route }): ReactNode {
  const { batch, route } = props
  const agreed = useOnPage(isAgreedNow, isEqual)
  const act = guideActOf(batch, route, agreed)
  const finished = act.code === 'finished'
  const { code } = act
  const look = useCallback(() => boxOf(targetOf(code, batch.id)), [code, batch.id])
  const box = useOnPage(look, isSameBox)
  return (
    <>
      <section
        aria-label={words.label}
        className="flex min-h-11 shrink-0 items-center gap-4 border-b border-line bg-head px-3 py-1.5"
      >
        <FlaskConical size={16} aria-hidden className="shrink-0 text-practice" />
        <Parts act={act} />
        <p role="status" className="min-w-0 flex-1 font-medium">
          {words.acts[act.code]}
        </p>
        {box !== null && (
          <Button size="small" icon={LocateFixed} onClick={() => goToControl(targetOf(code, batch.id))}>
            {words.show}
          </Button>
        )}
        <Button
          size="small"
          tone={finished ? 'primary' : 'quiet'}
          icon={finished ? Check : X}
          onClick={() => (finished ? finish() : leave())}
        >
          {finished ? words.finish : words.leave}
        </Button>
      </section>
      {box !== null && <Frame code={code} box={box} />}
    </>
  )
}

/** Gives the control the focus: it is used from there with the usual keys. */
function goToControl(target: HTMLElement | undefined): void {
  if (target === undefined) return
  const control = target.matches('a, button')
    ? target
    : target.querySelector<HTMLElement>('button, a, [tabindex]')
  target.scrollIntoView({ block: 'nearest' })
  control?.focus()
}

function leave(): void {
  leavePractice()
  toast.done(words.left)
}

function finish(): void {
  leavePractice()
  go(hrefOf({ page: 'home' }))
}

function Parts({ act }: { readonly act: GuideAct }): ReactNode {
  const now = guideParts.indexOf(act.part)
  const finished = act.code === 'finished'
  return (
    <ol className="flex shrink-0 gap-2 text-xs">
      {guideParts.map((part, at) => (
        <li
          key={part}
          aria-current={at === now && !finished ? 'step' : undefined}
          className={cx(
            'min-w-14 border-t-[3px] pt-0.5',
            at < now || finished ? 'border-practice text-soft' : 'border-practice/25 text-soft',
            at === now && !finished && 'font-semibold text-text!',
          )}
        >
          {words.parts[part]}
          {(at < now || finished) && <span className="sr-only"> {words.partDone}</span>}
        </li>
      ))}
    </ol>
  )
}

/** Pixels between the control and its frame. */
const gap = 3

function Frame({ code, box }: { readonly code: GuideAct['code']; readonly box: Box }): ReactNode {
  return (
    <span
      aria-hidden
      data-guide-frame={code}
      className="pointer-events-none fixed z-20 animate-pulse rounded-lg border-2 border-practice"
      style={{
        top: box.top - gap,
        left: box.left - gap,
        width: box.width + 2 * gap,
        height: box.height + 2 * gap,
      }}
    />
  )
}
