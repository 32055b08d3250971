// Accounts that no wave includes, by reason, each with a link to the place where it can be fixed.
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { hrefOfStep } from '../../app/route.ts'
import { format } from '../../texts/format.ts'
import { type Mark, StateMark } from '../../components/state-badge.tsx'
import { type Word, WordHelp } from '../../components/overlays/word-help.tsx'
import { submitTexts } from '../../texts/submit/submit.ts'

const words = submitTexts.notSent

type Line = {
  readonly mark: Mark | null
  readonly count: number
  readonly label: string
  readonly word?: Word
  readonly action: string
  readonly href: string
}

function linesOf(batch: BatchView): readonly Line[] {
  const fix = (filter: Readonly<Record<string, string>>): string => hrefOfStep(batch.id, 'fix', filter)
  const { to_fix: toFix, not_validated: unvalidated, held } = batch.endings
  const lines: readonly Line[] = [
    {
      mark: 'rejected',
      count: toFix,
      label: words.toFix,
      word: 'rejected',
      action: words.fix,
      href: fix({}),
    },
    {
      mark: 'unvalidated',
      count: unvalidated,
      label: words.ready,
      word: 'notValidated',
      action: words.validate,
      href: fix({ states: 'unvalidated' }),
    },
    {
      mark: null,
      count: held,
      label: words.held,
      word: 'hold',
      action: words.look,
      href: hrefOfStep(batch.id, 'watch', { show: 'need' }),
    },
    {
      mark: 'excluded',
      count: batch.excluded,
      label: words.excluded,
      word: 'exclude',
      action: words.look,
      href: hrefOfStep(batch.id, 'watch', { show: 'excluded' }),
    },
  ]
  return lines.filter((line) => line.count > 0)
}

export function NotSent({ batch }: { readonly batch: BatchView }): ReactNode {
  const lines = linesOf(batch)
  return (
    <section aria-labelledby="not-sent-heading" className="border-t border-line px-5 py-3">
      <h2 id="not-sent-heading" className="text-md font-semibold">
        {words.heading}
      </h2>
      {lines.length === 0 ? (
        <p className="mt-1 text-soft">{words.none}</p>
      ) : (
        <ul className="mt-1">
          {lines.map((line) => (
            <li key={line.label} className="flex h-7 items-center gap-2">
              {line.mark === null ? (
                <span aria-hidden className="size-2.5 rounded-sm border-2 border-still" />
              ) : (
                <StateMark mark={line.mark} />
              )}
              <span className="w-12 text-right font-medium tabular-nums">{format.number(line.count)}</span>
              <span className="min-w-0 truncate text-soft">{line.label}</span>
              {line.word !== undefined && <WordHelp of={line.word} className="-ml-1.5" />}
              <a
                href={line.href}
                aria-label={`${line.action}: ${line.label}`}
                className="ml-auto shrink-0 font-medium text-accent hover:underline"
              >
                {line.action}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
