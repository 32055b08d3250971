// How a file is to be read, where its bytes do not say it or say it wrongly: encoding, delimiter, header row. Used when a
// file is refused at its opening and when a batch is read again.
import { type ReactNode, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field, TextField } from '../parts/field.tsx'
import { Callout } from '../parts/panel.tsx'
import { Select } from '../parts/select.tsx'
import { texts } from './texts.ts'

const words = texts.readAs
const found = 'found'
const encodings = [
  found,
  'utf-8',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-15',
  'utf-16le',
  'macintosh',
]
const delimiters = [found, ',', ';', '\t', '|']

export type ReadAs = {
  readonly encoding?: string
  readonly delimiter?: string
  readonly headerRow?: number
  readonly sheet?: string
  readonly name?: string
}

export function delimiterWord(delimiter: string): string {
  const known: Readonly<Record<string, string>> = words.delimiters
  return Object.hasOwn(known, delimiter) ? (known[delimiter] ?? delimiter) : delimiter
}

export function ReadAsDialog(props: {
  readonly title: string
  readonly description: string
  /** Why it could not be read as it was. */
  readonly failure: string | null
  /** Whether the file is delimited text, as far as that is known. */
  readonly text: boolean
  readonly headerRow: number | null
  readonly busy: boolean
  /** What stands before the fields; with `blocked` nothing can be read yet. */
  readonly children?: ReactNode
  readonly blocked?: boolean
  readonly onRead: (as: ReadAs) => void
  readonly onClose: () => void
}): ReactNode {
  const [encoding, setEncoding] = useState(found)
  const [delimiter, setDelimiter] = useState(found)
  const [header, setHeader] = useState(String(props.headerRow ?? ''))
  const headerRow = /^[1-9]\d{0,6}$/.test(header.trim()) ? Number(header) : null
  function read(): void {
    props.onRead({
      ...(encoding === found ? {} : { encoding }),
      ...(delimiter === found ? {} : { delimiter }),
      ...(headerRow === null ? {} : { headerRow }),
    })
  }
  return (
    <Dialog
      open
      onClose={props.onClose}
      width="small"
      title={props.title}
      description={props.description}
      actions={
        <>
          <Button onClick={props.onClose}>{texts.common.cancel}</Button>
          <Button tone="primary" busy={props.busy} disabled={props.blocked ?? false} onClick={read}>
            {words.action}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {props.failure !== null && (
          <Callout tone="warning">
            <p className="wrap-break-word">{props.failure}</p>
          </Callout>
        )}
        {props.children}
        {props.text && (
          <>
            <Field label={words.encoding}>
              {({ id }) => (
                <Select
                  id={id}
                  label={words.encoding}
                  value={encoding}
                  onChange={setEncoding}
                  choices={encodings.map((value) => ({
                    value,
                    label: value === found ? words.asFound : value,
                  }))}
                />
              )}
            </Field>
            <Field label={words.delimiter}>
              {({ id }) => (
                <Select
                  id={id}
                  label={words.delimiter}
                  value={delimiter}
                  onChange={setDelimiter}
                  choices={delimiters.map((value) => ({
                    value,
                    label: value === found ? words.asFound : delimiterWord(value),
                  }))}
                />
              )}
            </Field>
          </>
        )}
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
