// Cards of Home that begin something: the area for a file, and the practice with the sample beside it.
import { FileSpreadsheet, FlaskConical, FolderOpen, Play } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { OpenFile } from '../../accounts/file/open-file.tsx'
import { useCanPractise, usePracticeBatch, useStartPractice } from '../../accounts/practice/start-practice.ts'
import { hrefOfStep } from '../../app/route.ts'
import { Button, LinkButton } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { texts } from '../../texts/common.ts'
import { homeTexts as words } from '../../texts/home.ts'
import { OpenProject } from './open-project.tsx'

export type Sample = { readonly open: () => void; readonly isBusy: boolean }

/** The page takes a file that is dropped anywhere; this says so. */
export function DropArea(props: { readonly open: OpenFile; readonly primary?: boolean }): ReactNode {
  const { open, primary = false } = props
  return (
    <section
      aria-label={words.drop}
      className={cx(
        'grid place-content-center justify-items-center gap-1 rounded-xl border-[1.5px] border-dashed border-control p-4 text-center',
        primary && 'min-h-60 bg-pane',
      )}
    >
      <FileSpreadsheet size={22} strokeWidth={1.6} aria-hidden className="text-soft" />
      <p className="mt-1 font-semibold">{words.drop}</p>
      <p className="text-xs text-soft">{words.dropKinds}</p>
      <Button
        tone={primary ? 'primary' : 'plain'}
        size="large"
        icon={FolderOpen}
        onClick={open.pick}
        className="mt-2"
      >
        {texts.open.file}
      </Button>
      <OpenProject />
    </section>
  )
}

const parts = ['find', 'fix', 'send', 'report'] as const

export function PracticeCard({ sample }: { readonly sample: Sample }): ReactNode {
  const underWay = usePracticeBatch()
  const { start, isBusy } = useStartPractice()
  const can = useCanPractise()
  return (
    <section
      aria-labelledby="practice-heading"
      className="grid gap-2.5 rounded-xl border border-line bg-pane px-4 py-3.5"
    >
      <header className="flex min-h-7 items-center gap-2">
        <FlaskConical size={17} aria-hidden className="shrink-0 text-practice" />
        <h2 id="practice-heading" className="min-w-0 flex-1 font-semibold">
          {words.practice.title}
        </h2>
        {underWay !== null ? (
          <LinkButton size="small" icon={Play} href={hrefOfStep(underWay, 'fix')}>
            {words.practice.goOn}
          </LinkButton>
        ) : (
          can !== false && (
            <Button size="small" icon={Play} busy={isBusy} disabled={can === undefined} onClick={start}>
              {words.practice.start}
            </Button>
          )
        )}
      </header>
      <ol className="grid grid-cols-4 gap-1 text-xs text-soft">
        {parts.map((part) => (
          <li key={part} className="border-t-[3px] border-practice/25 pt-1">
            {words.practice.parts[part]}
          </li>
        ))}
      </ol>
      <p className="text-xs text-soft">{can === false ? words.practice.none : words.practice.body}</p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        {underWay !== null && can === true && (
          <TextButton disabled={isBusy} onClick={start}>
            {words.practice.again}
          </TextButton>
        )}
        <TextButton title={words.sampleBody} disabled={sample.isBusy} onClick={sample.open}>
          {words.sampleOffer}
        </TextButton>
      </p>
    </section>
  )
}

function TextButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>): ReactNode {
  return (
    <button
      {...props}
      type="button"
      className="rounded text-left text-xs font-medium text-accent enabled:hover:underline disabled:text-soft"
    />
  )
}
