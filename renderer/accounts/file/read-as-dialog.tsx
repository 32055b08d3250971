// Dialog for the reading options of a file: encoding, delimiter and header row. It is used when a file could not be
// opened and when a batch is read again. If the engine returns sample lines per encoding, the user picks the readable
// one.
import { type ReactNode, useId, useState } from 'react'
import type { EncodingCandidate } from '../../../shared/sheet/sheet.ts'
import { Button } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Field, TextField } from '../../components/fields/field.tsx'
import { unbroken } from '../../components/text/shown-text.ts'
import { Callout } from '../../components/panel.tsx'
import { type Choice, Select } from '../../components/fields/select.tsx'
import { texts } from '../../texts/common.ts'
import type { ReadAs } from './read-as.ts'

const words = texts.readAs
const found = 'found' as const
const delimiters = [',', ';', '\t', '|', '^', '~', ':']

export function delimiterWord(delimiter: string): string {
  const known: Readonly<Record<string, string>> = words.delimiters
  return Object.hasOwn(known, delimiter) ? (known[delimiter] ?? delimiter) : delimiter
}

/** All choices, including the one selected before. */
export function encodingChoices(chosen?: string): readonly Choice<string>[] {
  const known = Object.entries(words.encodings).map(([value, hint]) => ({ value, label: value, hint }))
  return chosen === undefined || known.some(({ value }) => value === chosen)
    ? known
    : [...known, { value: chosen, label: chosen }]
}

export function delimiterChoices(chosen?: string): readonly Choice<string>[] {
  const all = chosen === undefined || delimiters.includes(chosen) ? delimiters : [...delimiters, chosen]
  return all.map((value) => ({ value, label: delimiterWord(value) }))
}

const quoteMarks = { double: '"', single: "'", none: null } as const
type QuoteName = keyof typeof quoteMarks

export function quoteChoices(): readonly Choice<QuoteName>[] {
  return [
    { value: 'double', label: words.quotes.double },
    { value: 'single', label: words.quotes.single },
    { value: 'none', label: words.quotes.none },
  ]
}

export function escapeChoices(): readonly Choice<'doubled' | 'backslash'>[] {
  return [
    { value: 'doubled', label: words.escapes.doubled },
    { value: 'backslash', label: words.escapes.backslash },
  ]
}

/** Name of a quotation mark, for a list of choices. */
export function quoteName(quote: '"' | "'" | null): QuoteName {
  return quote === null ? 'none' : quote === '"' ? 'double' : 'single'
}

export function quoteMark(name: QuoteName): '"' | "'" | null {
  return quoteMarks[name]
}

/** What is chosen in the dialog; `found` leaves it to the file. */
type Choices = {
  readonly encoding: string
  readonly delimiter: string
  readonly quote: QuoteName | typeof found
  readonly escape: 'doubled' | 'backslash' | typeof found
}

function readAsOf({ encoding, delimiter, quote, escape }: Choices, header: string): ReadAs {
  const headerRow = /^[1-9]\d{0,6}$/.test(header.trim()) ? Number(header) : null
  return {
    ...(encoding === found ? {} : { encoding }),
    ...(delimiter === found ? {} : { delimiter }),
    ...(quote === found ? {} : { quote: quoteMark(quote) }),
    ...(escape === found ? {} : { escape }),
    ...(headerRow === null ? {} : { headerRow }),
  }
}

type ReadAsDialogProps = {
  readonly title: string
  readonly description: string
  /** Why the file could not be read. */
  readonly failure: string | null
  /** Whether the file is delimited text, as far as that is known. */
  readonly text: boolean
  /** Reading options that a person chose before. */
  readonly before?: ReadAs
  /** Sample lines of the file by encoding, if the encoding is uncertain. */
  readonly candidates?: readonly EncodingCandidate[]
  readonly busy: boolean
  /** Separate button that picks another file. */
  readonly another?: ReactNode
  readonly onRead: (as: ReadAs) => void
  readonly onClose: () => void
}

export function ReadAsDialog(props: ReadAsDialogProps): ReactNode {
  const { before = {}, candidates = [] } = props
  const [choices, setChoices] = useState<Choices>({
    encoding: before.encoding ?? candidates[0]?.encoding ?? found,
    delimiter: before.delimiter ?? found,
    quote: before.quote === undefined ? found : quoteName(before.quote),
    escape: before.escape ?? found,
  })
  const choose = (next: Partial<Choices>): void => setChoices((now) => ({ ...now, ...next }))
  const [header, setHeader] = useState(String(before.headerRow ?? ''))
  return (
    <Dialog
      open
      onClose={props.onClose}
      width={candidates.length === 0 ? 'small' : 'wide'}
      title={props.title}
      description={props.description}
      actions={
        <>
          {props.another !== undefined && <span className="mr-auto">{props.another}</span>}
          <Button onClick={props.onClose}>{texts.common.cancel}</Button>
          <Button tone="primary" busy={props.busy} onClick={() => props.onRead(readAsOf(choices, header))}>
            {words.action}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {props.failure !== null && (
          <Callout tone="warning">
            <p className="wrap-break-word">{unbroken(props.failure)}</p>
          </Callout>
        )}
        {candidates.length > 0 && (
          <Candidates
            candidates={candidates}
            encoding={choices.encoding}
            onChange={(encoding) => choose({ encoding })}
          />
        )}
        {props.text && <TextChoices choices={choices} onChoose={choose} />}
        <TextField
          label={words.header}
          hint={words.headerHint}
          optional
          inputMode="numeric"
          value={header}
          onChange={(event) => setHeader(event.target.value)}
        />
      </div>
    </Dialog>
  )
}

function TextChoices(props: {
  readonly choices: Choices
  readonly onChoose: (next: Partial<Choices>) => void
}): ReactNode {
  const { onChoose } = props
  const { encoding, delimiter, quote, escape } = props.choices
  return (
    <>
      <FoundOr
        label={words.encoding}
        value={encoding}
        choices={encodingChoices(encoding === found ? undefined : encoding)}
        onChange={(next) => onChoose({ encoding: next })}
      />
      <FoundOr
        label={words.delimiter}
        value={delimiter}
        choices={delimiterChoices(delimiter === found ? undefined : delimiter)}
        onChange={(next) => onChoose({ delimiter: next })}
      />
      <div className="grid grid-cols-2 gap-3">
        <FoundOr
          label={words.quote}
          value={quote}
          choices={quoteChoices()}
          onChange={(next) => onChoose({ quote: next })}
        />
        <FoundOr
          label={words.escape}
          value={escape}
          choices={escapeChoices()}
          onChange={(next) => onChoose({ escape: next })}
        />
      </div>
    </>
  )
}

/** A choice whose first entry leaves it to the file. */
function FoundOr<T extends string>(props: {
  readonly label: string
  readonly value: T | typeof found
  readonly choices: readonly Choice<T>[]
  readonly onChange: (value: T | typeof found) => void
}): ReactNode {
  return (
    <Field label={props.label}>
      {({ id }) => (
        <Select<T | typeof found>
          id={id}
          label={props.label}
          value={props.value}
          onChange={props.onChange}
          choices={[{ value: found, label: words.asFound }, ...props.choices]}
        />
      )}
    </Field>
  )
}

/** Sample lines in each encoding; the user picks the readable one. */
function Candidates(props: {
  readonly candidates: readonly EncodingCandidate[]
  readonly encoding: string
  readonly onChange: (encoding: string) => void
}): ReactNode {
  const name = useId()
  return (
    // Side by side, so that all of them and the list of encodings are in view.
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className="pb-1 text-sm font-medium">{words.whichReadsRight}</legend>
      {props.candidates.map(({ encoding, lines }) => (
        <label
          key={encoding}
          className={cx(
            'grid min-w-0 cursor-default grid-cols-[16px_minmax(0,1fr)] gap-x-2 rounded-md border px-3 py-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent',
            encoding === props.encoding ? 'border-accent bg-accent-bg' : 'border-control hover:border-soft',
          )}
        >
          <input
            type="radio"
            name={name}
            value={encoding}
            checked={encoding === props.encoding}
            onChange={() => props.onChange(encoding)}
            className="mt-1 self-start accent-accent outline-none"
          />
          <span className="min-w-0">
            <span className="block text-sm font-medium">{encoding}</span>
            {lines.map(({ line, text }) => (
              <span key={line} className="flex gap-2 font-mono text-xs leading-5">
                <span className="shrink-0 text-faint">{line}</span>
                <span className="truncate whitespace-pre">{text}</span>
              </span>
            ))}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
