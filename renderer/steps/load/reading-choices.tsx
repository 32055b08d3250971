// Editable reading options of the file (encoding, delimiter, header row of the current sheet), as detected or as
// chosen. An option that fails shows its error and a remedy below.
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { BatchFile, BatchView } from '../../../shared/contract/contract.ts'
import type { SheetView } from '../../../shared/contract/views.ts'
import type { SheetInfo } from '../../../shared/sheet/sheet.ts'
import {
  delimiterChoices,
  delimiterWord,
  encodingChoices,
  escapeChoices,
  quoteChoices,
  quoteMark,
  quoteName,
} from '../../accounts/file/read-as-dialog.tsx'
import { Button } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { inputClass } from '../../components/fields/field.tsx'
import { Callout, GroupLabel } from '../../components/panel.tsx'
import { Spinner } from '../../components/charts/progress.tsx'
import { Select } from '../../components/fields/select.tsx'
import { type Choices, whyFixed, withChoice, withHeaderRow } from './choices.ts'
import { loadTexts } from '../../texts/load/load.ts'
import type { Reread } from './use-reread.tsx'

const words = loadTexts.readAs
const found = 'found' as const

export function ReadingChoices(props: {
  readonly batch: BatchView
  readonly sheet: SheetView | null
  readonly reread: Reread
}): ReactNode {
  const { batch, sheet, reread } = props
  const why = whyFixed(batch, words.sent)
  const fixed = why !== null
  const position = sheet?.file ?? 0
  const file = batch.files[position]
  const choices = reread.choicesOf(position)
  const part: Part = {
    found: file?.found ?? null,
    before: file?.readAs ?? {},
    choices,
    read: (wished) => reread.read(position, wished),
    fixed,
  }
  const chosen = Object.keys(choices).length > 0
  const text = file?.found?.format === 'csv'
  return (
    <section aria-label={words.title} aria-busy={reread.pending} className="grid gap-2 px-4">
      <GroupLabel className="flex h-4 items-center gap-2">
        {words.title}
        {reread.pending && <Spinner />}
      </GroupLabel>
      {text && <Encoding {...part} />}
      {text && <Delimiter {...part} />}
      {text && <QuoteMarks {...part} />}
      <Line label={words.header}>
        {(id) =>
          fixed || sheet === null ? (
            <span id={id}>{sheet?.info.headerRow ?? '–'}</span>
          ) : (
            <HeaderRow
              key={sheet.info.name}
              id={id}
              sheet={sheet.info}
              row={choices.headerRows?.[sheet.info.name] ?? sheet.info.headerRow}
              onRow={(row) => part.read(withHeaderRow(choices, sheet.info.name, row))}
            />
          )
        }
      </Line>
      {fixed && <p className="text-xs text-faint">{why}</p>}
      {chosen && !fixed && (
        <Button size="small" tone="quiet" className="-ml-2 justify-self-start" onClick={() => part.read({})}>
          {words.allFound}
        </Button>
      )}
      {reread.failure !== null && <Refused reread={reread} failure={reread.failure} />}
    </section>
  )
}

function Line(props: { readonly label: string; readonly children: (id: string) => ReactNode }): ReactNode {
  const id = `read-as-${props.label.toLowerCase().replaceAll(' ', '-')}`
  return (
    <div className="grid grid-cols-[76px_minmax(0,1fr)] items-center gap-x-3 text-sm">
      <label htmlFor={id} className="text-soft">
        {props.label}
      </label>
      {props.children(id)}
    </div>
  )
}

/** What was found in the file, what was chosen before and now, and how to read it with other choices. */
type Part = {
  readonly found: BatchFile['found']
  readonly before: Choices
  readonly choices: Choices
  readonly read: (choices: Choices) => void
  readonly fixed: boolean
}

function Encoding({ found: kind, before, choices, read, fixed }: Part): ReactNode {
  const encoding = kind?.encoding ?? ''
  const asFound = before.encoding === undefined ? words.found({ what: encoding }) : words.asFound
  return (
    <Line label={loadTexts.encoding}>
      {(id) =>
        fixed ? (
          <span id={id}>{encoding}</span>
        ) : (
          <Select
            id={id}
            label={loadTexts.encoding}
            value={choices.encoding ?? found}
            onChange={(value) => read(withChoice(choices, { encoding: value === found ? undefined : value }))}
            choices={[{ value: found, label: asFound }, ...encodingChoices(choices.encoding)]}
          />
        )
      }
    </Line>
  )
}

function Delimiter({ found: kind, before, choices, read, fixed }: Part): ReactNode {
  const delimiter = kind?.delimiter ?? null
  const word = delimiter === null ? loadTexts.oneColumn : delimiterWord(delimiter)
  const asFound = before.delimiter === undefined ? words.found({ what: word }) : words.asFound
  return (
    <Line label={loadTexts.delimiter}>
      {(id) =>
        fixed ? (
          <span id={id}>{word}</span>
        ) : (
          <Select
            id={id}
            label={loadTexts.delimiter}
            value={choices.delimiter ?? found}
            onChange={(value) =>
              read(withChoice(choices, { delimiter: value === found ? undefined : value }))
            }
            choices={[{ value: found, label: asFound }, ...delimiterChoices(choices.delimiter)]}
          />
        )
      }
    </Line>
  )
}

/** Quotation marks around cells, and how one is escaped inside a cell. */
function QuoteMarks({ found: kind, before, choices, read, fixed }: Part): ReactNode {
  const quote = quoteName(kind?.quote === undefined ? '"' : kind.quote)
  const escape = kind?.escape ?? 'doubled'
  const label = (all: readonly { readonly value: string; readonly label: string }[], value: string): string =>
    all.find((one) => one.value === value)?.label ?? value
  const quoteFound =
    before.quote === undefined ? words.found({ what: label(quoteChoices(), quote) }) : words.asFound
  const escapeFound =
    before.escape === undefined ? words.found({ what: label(escapeChoices(), escape) }) : words.asFound
  return (
    <>
      <Line label={loadTexts.quote}>
        {(id) =>
          fixed ? (
            <span id={id}>{label(quoteChoices(), quote)}</span>
          ) : (
            <Select
              id={id}
              label={loadTexts.quote}
              value={choices.quote === undefined ? found : quoteName(choices.quote)}
              onChange={(value) =>
                read(withChoice(choices, { quote: value === found ? undefined : quoteMark(value) }))
              }
              choices={[{ value: found, label: quoteFound }, ...quoteChoices()]}
            />
          )
        }
      </Line>
      {quote !== 'none' && (
        <Line label={loadTexts.escape}>
          {(id) =>
            fixed ? (
              <span id={id}>{label(escapeChoices(), escape)}</span>
            ) : (
              <Select
                id={id}
                label={loadTexts.escape}
                value={choices.escape ?? found}
                onChange={(value) =>
                  read(withChoice(choices, { escape: value === found ? undefined : value }))
                }
                choices={[{ value: found, label: escapeFound }, ...escapeChoices()]}
              />
            )
          }
        </Line>
      )}
    </>
  )
}

/** Typed or stepped with the arrow keys, committed with Enter or on blur; when empty, the value is detected again. */
function HeaderRow(props: {
  readonly id: string
  readonly sheet: SheetInfo
  readonly row: number | null
  readonly onRow: (row: number | null) => void
}): ReactNode {
  const now = props.row === null ? '' : String(props.row)
  const [draft, setDraft] = useState<string | null>(null)
  const text = draft ?? now
  const row = /^[1-9]\d{0,6}$/.test(text.trim()) ? Number(text) : null
  const wrong = row === null && text.trim() !== ''
  function take(): void {
    if (wrong) return
    setDraft(null)
    if (text.trim() !== now) props.onRow(row)
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (event.key === 'Enter') take()
    if (event.key === 'Escape') setDraft(null)
    if (step === undefined) return
    event.preventDefault()
    setDraft(String(Math.max(1, (row ?? props.row ?? 0) + step)))
  }
  return (
    <span className="flex items-center gap-2">
      <input
        id={props.id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        aria-invalid={wrong || undefined}
        aria-describedby={`${props.id}-hint`}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={take}
        className={cx(inputClass, 'max-w-16')}
      />
      <span id={`${props.id}-hint`} className="min-w-0 truncate text-xs text-faint">
        {text.trim() === now ? words.headerOf({ sheet: props.sheet.name }) : words.headerEnter}
      </span>
    </span>
  )
}

function Refused(props: {
  readonly reread: Reread
  readonly failure: NonNullable<Reread['failure']>
}): ReactNode {
  const { reread, failure } = props
  return (
    <Callout tone="error">
      <p className="wrap-break-word">{failure.message}</p>
      <p className="text-xs text-soft">{failure.code}</p>
      <p className="mt-1.5 flex flex-wrap gap-2">
        {failure.code === 'file_missing' && (
          <Button size="small" onClick={reread.chooseFile}>
            {words.gone}
          </Button>
        )}
        <Button size="small" onClick={reread.dismiss}>
          {words.dismiss}
        </Button>
      </p>
    </Callout>
  )
}
