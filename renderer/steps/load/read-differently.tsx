// Reading the file again in another way: encoding, delimiter, header row. It becomes a new batch; the old one goes where
// nothing of it was sent. The file's place is known while this page lives; else it is chosen again.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import { onTheWay } from '../../app/batch-parts.ts'
import { api, engine } from '../../app/engine.ts'
import { openBatch, pathOfBatch, type ReadAs, useOpenFile } from '../../app/open-file.tsx'
import { go, hrefOfStep } from '../../app/route.ts'
import { texts } from '../../app/texts.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, TextField } from '../../parts/field.tsx'
import { Callout } from '../../parts/panel.tsx'
import { Select } from '../../parts/select.tsx'
import { toast } from '../../parts/toast.tsx'
import { loadTexts } from './load-texts.ts'

const words = loadTexts.differently
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

export function ReadDifferently(props: {
  readonly batch: BatchView
  readonly open: boolean
  readonly onClose: () => void
  readonly headerRow: number | null
  /** Whether the file is delimited text, as far as that is known. */
  readonly text: boolean
}): ReactNode {
  const { batch } = props
  const client = useQueryClient()
  const [encoding, setEncoding] = useState(found)
  const [delimiter, setDelimiter] = useState(found)
  const [header, setHeader] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const path = chosen ?? pathOfBatch(batch.id)
  const choose = useOpenFile(useCallback(async (picked: string) => setChosen(picked), []))
  const sent = onTheWay(batch) + batch.states.settled > 0
  const headerText = header ?? String(props.headerRow ?? '')
  const headerRow = /^[1-9]\d{0,6}$/.test(headerText.trim()) ? Number(headerText) : null

  const again = useMutation({
    mutationFn: async (from: string) => {
      const as: ReadAs = {
        name: batch.name,
        ...(encoding === found ? {} : { encoding }),
        ...(delimiter === found ? {} : { delimiter }),
        ...(headerRow === null ? {} : { headerRow }),
      }
      const next = await openBatch(from, as)
      if (!sent) await engine.batches.remove({ batch: batch.id })
      return next
    },
    onSuccess: async (next) => {
      props.onClose()
      go(hrefOfStep(next, 'load'))
      await client.invalidateQueries({ queryKey: api.batches.list.key() })
    },
    onError: toast.failed,
  })
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      width="small"
      title={words.title}
      description={sent ? words.sent : words.body}
      actions={
        <>
          <Button onClick={props.onClose}>{texts.common.cancel}</Button>
          <Button
            tone="primary"
            busy={again.isPending}
            disabled={path === null}
            onClick={() => path !== null && again.mutate(path)}
          >
            {words.action}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {choose.input}
        {path === null && (
          <Callout
            tone="info"
            actions={
              <Button size="small" onClick={choose.pick} busy={choose.upload !== null}>
                {words.choose}
              </Button>
            }
          >
            {words.lost}
          </Callout>
        )}
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
                    label: value === found ? words.asFound : loadTexts.delimiterWord(value),
                  }))}
                />
              )}
            </Field>
          </>
        )}
        <TextField
          label={words.header}
          hint={words.headerHint}
          inputMode="numeric"
          value={headerText}
          onChange={(event) => setHeader(event.target.value)}
        />
      </div>
    </Dialog>
  )
}
