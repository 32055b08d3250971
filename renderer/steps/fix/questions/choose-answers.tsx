// File chooser for a returned workbook, with a list of the question packs made so far.
import { useQuery } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { api } from '../../../app/engine.ts'
import type { OpenFile } from '../../../accounts/file/open-file.tsx'
import { isDelimitedName, type ReadAs, readsOtherwise } from '../../../accounts/file/read-as.ts'
import { ReadAsDialog } from '../../../accounts/file/read-as-dialog.tsx'
import { texts } from '../../../texts/common.ts'
import { Button } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { format } from '../../../texts/format.ts'
import { Callout, GroupLabel } from '../../../components/panel.tsx'
import { Progress } from '../../../components/charts/progress.tsx'
import { questionTexts } from '../../../texts/fix/question.ts'
import type { RefusedAnswers } from '../../../accounts/answers/use-review.ts'

export function ChooseAnswers(props: {
  readonly batch: number
  readonly file: OpenFile
  readonly refused: RefusedAnswers | null
  readonly onRead: (path: string, as: ReadAs) => void
}): ReactNode {
  const { file, refused } = props
  const [asked, setAsked] = useState<RefusedAnswers | null>(null)
  const again = refused !== null && readsOtherwise(refused.code) ? refused : null
  return (
    <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)_auto] gap-4">
      <DropPlace file={file}>
        <FileSpreadsheet size={26} strokeWidth={1.5} aria-hidden className="text-faint" />
        <p className="text-soft">{questionTexts.drop}</p>
        <Button tone="primary" onClick={file.pick}>
          {questionTexts.choose}
        </Button>
        {file.upload !== null && (
          <Progress
            label={questionTexts.reading}
            done={file.upload.sent}
            total={file.upload.total}
            className="w-60"
          />
        )}
        {refused !== null && (
          <Callout tone="error" className="max-w-140 text-left wrap-break-word">
            {refused.message}
          </Callout>
        )}
        {again !== null && <Button onClick={() => setAsked(again)}>{questionTexts.readAs}</Button>}
      </DropPlace>
      {asked !== null && (
        <ReadAsDialog
          title={texts.readAs.refused({ name: asked.path.split(/[\\/]/).at(-1) ?? asked.path })}
          description={questionTexts.readAsBody}
          failure={asked.message}
          text={isDelimitedName(asked.path)}
          before={asked.as}
          candidates={asked.candidates ?? []}
          busy={false}
          onRead={(as) => props.onRead(asked.path, as)}
          onClose={() => setAsked(null)}
        />
      )}
      <SentPacks batch={props.batch} />
    </div>
  )
}

/** The question packs of this batch, and which were answered. */
function SentPacks({ batch }: { readonly batch: number }): ReactNode {
  const packs = useQuery(api.questions.packs.queryOptions({ input: { batch } }))
  return (
    <section aria-label={questionTexts.packs} className="grid gap-1.5">
      <GroupLabel>{questionTexts.packs}</GroupLabel>
      {packs.data?.length === 0 && <p className="text-sm text-faint">{questionTexts.noPacks}</p>}
      <ul className="max-h-28 overflow-y-auto text-sm">
        {(packs.data ?? []).map((pack) => (
          <li
            key={pack.id}
            className="grid h-7 grid-cols-[minmax(0,1fr)_auto_7rem_auto] items-center gap-4 border-b border-line"
          >
            <span className="truncate">{pack.name}</span>
            <span className="text-soft">{questionTexts.packMade({ n: pack.questions })}</span>
            <span className="text-faint">{format.day(pack.madeAt)}</span>
            <span className={pack.readAt === null ? 'text-warn' : 'text-soft'}>
              {pack.readAt === null ? questionTexts.packOpen : questionTexts.packRead}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function DropPlace({ file, children }: { readonly file: OpenFile; readonly children: ReactNode }): ReactNode {
  const [over, setOver] = useState(false)
  const hasFile = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')
  return (
    <div
      className={cx(
        'grid content-center justify-items-center gap-3 rounded-lg border border-dashed p-6 text-center transition-colors duration-100',
        over ? 'border-accent bg-accent-bg' : 'border-control bg-head',
      )}
      onDragOver={(event) => {
        if (!hasFile(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!hasFile(event)) return
        event.preventDefault()
        // Stops the event: the step behind would open the file as a new batch.
        event.stopPropagation()
        setOver(false)
        file.take([...event.dataTransfer.files])
      }}
    >
      {children}
    </div>
  )
}
