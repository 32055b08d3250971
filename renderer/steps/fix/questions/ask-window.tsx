// Window "Ask the customer": which wrong cells to ask about and in what words, with a preview of the questions and of
// what cannot be asked. The workbook is saved in the folder for reports.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileQuestion } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import type { QuestionPreview } from '../../../../shared/contract/fixing/questions.ts'
import { api, engine } from '../../../app/engine.ts'
import { type FailureMessage, failureOf } from '../../../components/notices/failure.ts'
import { hasNativeDialogs, pickReportFolder, saveReportFile } from '../../../app/host/files.ts'
import { texts } from '../../../texts/common.ts'
import { Button } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { Field, inputClass, TextField } from '../../../components/fields/field.tsx'
import { Callout, EmptyState, ErrorState, GroupLabel, SkeletonRows } from '../../../components/panel.tsx'
import { Select } from '../../../components/fields/select.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import type { FixToolProps } from '../../../accounts/fix-tool.ts'
import { firstScope, scopeChoices, scopeOf } from './ask-scope.ts'
import { AskPreview } from './ask-preview.tsx'
import { questionTexts } from '../../../texts/fix/question.ts'
import { WhoField } from './who-field.tsx'
import { currentFormat } from '../../../../shared/texts/current.ts'

/** The name that the web host offers it under. */
const questionsFile = 'questions.xlsx'

export function AskWindow(props: FixToolProps): ReactNode {
  const form = useId()
  const ask = useAsk(props)
  const { preview, write } = ask
  const close = (): void => {
    write.stop()
    props.onClose()
  }
  return (
    <Dialog
      open
      width="wide"
      title={questionTexts.askTitle}
      description={questionTexts.askBody}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{texts.common.cancel}</Button>
          <Button submit form={form} tone="primary" busy={write.busy} aria-disabled={!ask.ready}>
            {questionTexts.write({ n: preview.data?.questions ?? 0 })}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className="grid h-[min(34rem,calc(100vh-15rem))] grid-cols-[300px_minmax(0,1fr)] gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          ask.send()
        }}
      >
        <div className="-m-1 grid min-h-0 content-start gap-3 overflow-y-auto overscroll-contain p-1">
          <QuestionFields ask={ask} />
          <LetterFields words={ask.words} onWords={ask.setWords} />
        </div>
        <div className="flex min-h-0 flex-col gap-3">
          {write.refused !== null && <Callout tone="error">{write.refused.message}</Callout>}
          <Shown
            preview={preview.data}
            error={preview.error}
            stale={preview.isPlaceholderData}
            onRetry={() => void preview.refetch()}
          />
        </div>
      </form>
    </Dialog>
  )
}

type Ask = ReturnType<typeof useAsk>

/** What is asked about, with its preview. */
function useAsk({ batch, filter, sheet, selected, onClose }: FixToolProps) {
  // Selection at the time the window opened: rows may change behind it.
  const [given] = useState({ filter, sheet, selected })
  const [scope, setScope] = useState(firstScope(given))
  const [options, setOptions] = useState({ once: false, sensitive: false })
  const [who, setWho] = useState<readonly string[]>([])
  const [words, setWords] = useState({ greeting: '', contact: '', due: '' })
  const request = {
    batch: batch.id,
    scope: scopeOf(scope, given),
    options: { ...options, who: [...who] },
  }
  const preview = useQuery({
    ...api.questions.preview.queryOptions({ input: { ...request, options: { ...options, who: [] } } }),
    placeholderData: keepPreviousData,
  })
  const write = useWrite(onClose)
  const n = preview.data?.questions ?? 0
  const ready = preview.isSuccess && !preview.isPlaceholderData && n > 0 && !write.busy
  return {
    given,
    scope,
    setScope,
    options,
    setOptions,
    who,
    setWho,
    words,
    setWords,
    preview,
    write,
    ready,
    send(): void {
      if (ready) void write.start({ ...request, words })
    },
  }
}

/** Which cells are asked about, and who is asked. */
function QuestionFields({ ask }: { readonly ask: Ask }): ReactNode {
  const { options, setOptions } = ask
  return (
    <>
      <Field label={questionTexts.which}>
        {({ id }) => (
          <Select
            id={id}
            label={questionTexts.which}
            value={ask.scope}
            choices={scopeChoices(ask.given)}
            onChange={ask.setScope}
          />
        )}
      </Field>
      <Checkbox
        label={questionTexts.once}
        hint={questionTexts.onceHint}
        checked={options.once}
        onChange={(once) => setOptions({ ...options, once })}
      />
      <Checkbox
        label={questionTexts.sensitive}
        hint={questionTexts.sensitiveHint}
        checked={options.sensitive}
        onChange={(sensitive) => setOptions({ ...options, sensitive })}
      />
      <WhoField
        columns={(ask.preview.data?.who ?? []).filter((one) => options.sensitive || !one.sensitive)}
        who={ask.who}
        onWho={ask.setWho}
      />
    </>
  )
}

/** The words of the workbook: greeting, contact and date. */
function LetterFields({
  words,
  onWords,
}: {
  readonly words: Ask['words']
  readonly onWords: Ask['setWords']
}): ReactNode {
  return (
    <div role="group" aria-label={questionTexts.words} className="grid gap-3 border-t border-line pt-3">
      <GroupLabel>{questionTexts.words}</GroupLabel>
      <Field label={questionTexts.greeting} optional>
        {(control) => (
          <textarea
            {...control}
            rows={2}
            maxLength={2_000}
            className={`${inputClass} h-auto resize-y py-1`}
            value={words.greeting}
            onChange={(event) => onWords({ ...words, greeting: event.target.value })}
          />
        )}
      </Field>
      <TextField
        label={questionTexts.contact}
        optional
        maxLength={500}
        value={words.contact}
        onChange={(event) => onWords({ ...words, contact: event.target.value })}
      />
      <TextField
        label={questionTexts.due}
        optional
        maxLength={200}
        value={words.due}
        onChange={(event) => onWords({ ...words, due: event.target.value })}
      />
    </div>
  )
}

function Shown(props: {
  readonly preview: QuestionPreview | undefined
  readonly error: unknown
  readonly stale: boolean
  readonly onRetry: () => void
}): ReactNode {
  const { preview, error } = props
  if (error !== null) return <ErrorState error={error} onRetry={props.onRetry} />
  if (preview === undefined) return <SkeletonRows rows={6} className="content-start" />
  if (preview.questions === 0 && Object.values(preview.leftOut).every((n) => n === 0))
    return (
      <EmptyState icon={FileQuestion} title={questionTexts.nothing}>
        {questionTexts.nothingBody}
      </EmptyState>
    )
  return <AskPreview preview={preview} stale={props.stale} />
}

type WriteRequest = Omit<Parameters<typeof engine.questions.write>[0], 'folder'>

/** Asks for the folder, has the workbook written, and shows or downloads it. */
function useWrite(onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<FailureMessage | null>(null)
  const stop = useRef<AbortController | null>(null)
  return {
    busy,
    refused,
    stop: () => stop.current?.abort(),
    async start(request: WriteRequest): Promise<void> {
      const place = await pickReportFolder()
      if (place === null) return
      const controller = new AbortController()
      stop.current = controller
      setRefused(null)
      setBusy(true)
      try {
        const { language, locale } = currentFormat()
        const { path, name } = await engine.questions.write(
          { ...request, ...place, inLanguage: { language, locale } },
          { signal: controller.signal },
        )
        await saveReportFile(request.batch, questionsFile, hasNativeDialogs ? path : name)
        toast.done(questionTexts.written({ name }))
        onDone()
      } catch (error) {
        if (!controller.signal.aborted) setRefused(failureOf(error))
      } finally {
        setBusy(false)
      }
    },
  }
}
