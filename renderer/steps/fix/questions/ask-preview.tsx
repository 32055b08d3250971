// Preview of the questions to the customer: how many per column, and what is left out with the reason.
import { Ban, KeyRound, Layers, Lock, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { QuestionPreview } from '../../../../shared/contract/fixing/questions.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'
import { cx } from '../../../components/classes.ts'
import { format } from '../../../texts/format.ts'
import { GroupLabel } from '../../../components/panel.tsx'
import { BodyCell, HeadCell } from '../../../components/lists/table-cells.tsx'
import { questionTexts } from '../../../texts/fix/question.ts'

export function AskPreview(props: { readonly preview: QuestionPreview; readonly stale: boolean }): ReactNode {
  const { preview, stale } = props
  const several = preview.questions !== preview.cells
  const sheets = new Set(preview.columns.map(({ sheet }) => sheet)).size
  return (
    <section
      aria-label={questionTexts.byColumn}
      aria-busy={stale}
      className="grid min-h-0 flex-1 grid-rows-[auto_minmax(0,1fr)_auto] gap-3"
    >
      <p role="status" className={cx('text-lg font-semibold', stale && 'text-faint')}>
        {asks(preview)}
      </p>
      <div
        tabIndex={0}
        role="region"
        aria-label={questionTexts.byColumn}
        className="min-h-0 overflow-y-auto rounded-md border border-line"
      >
        <table className="w-full table-fixed border-separate border-spacing-0 text-sm">
          <thead>
            <tr>
              <HeadCell>{questionTexts.column}</HeadCell>
              <HeadCell>{questionTexts.field}</HeadCell>
              <HeadCell className="w-24 text-right">{questionTexts.questionsHead}</HeadCell>
              {several && <HeadCell className="w-20 text-right">{questionTexts.cellsHead}</HeadCell>}
            </tr>
          </thead>
          <tbody>
            {preview.columns.map((one) => (
              <tr key={`${one.sheet} ${one.column}`}>
                <BodyCell>
                  {one.column}
                  {sheets > 1 && <span className="ml-1.5 text-faint">{one.sheet}</span>}
                </BodyCell>
                <BodyCell className="text-soft">{sentenceOf(one.label)}</BodyCell>
                <BodyCell className="text-right">{format.number(one.questions)}</BodyCell>
                {several && <BodyCell className="text-right text-soft">{format.number(one.cells)}</BodyCell>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <LeftOut leftOut={preview.leftOut} />
    </section>
  )
}

function asks({ questions: n, cells, accounts }: QuestionPreview): string {
  return n === cells ? questionTexts.asks({ n, accounts }) : questionTexts.asksOnce({ n, cells, accounts })
}

function LeftOut({ leftOut }: { readonly leftOut: QuestionPreview['leftOut'] }): ReactNode {
  const lines = [
    { n: leftOut.noCell, icon: Layers, words: questionTexts.noCell },
    { n: leftOut.sensitive, icon: ShieldAlert, words: questionTexts.leftSensitive },
    { n: leftOut.key, icon: KeyRound, words: questionTexts.key },
    { n: leftOut.locked, icon: Lock, words: questionTexts.locked },
    { n: leftOut.excluded, icon: Ban, words: questionTexts.excluded },
  ].filter(({ n }) => n > 0)
  if (lines.length === 0) return null
  return (
    <div className="grid gap-1">
      <GroupLabel>{questionTexts.leftOut}</GroupLabel>
      <ul className="grid gap-0.5 text-sm text-soft">
        {lines.map(({ n, icon: Icon, words }) => (
          <li key={words({ n: 2 })} className="flex items-start gap-1.5">
            <Icon size={13} aria-hidden className="mt-[3px] shrink-0 text-faint" />
            {words({ n })}
          </li>
        ))}
      </ul>
    </div>
  )
}
