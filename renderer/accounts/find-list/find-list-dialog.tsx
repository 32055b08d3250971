// Dialog "Find a list": keys are pasted, it says which were found and which were not, and shows the accounts as a filter
// of the grid or of the account list.
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { keysIn, longestKey, mostKeys, type PastedKeys } from '../../../shared/fixing/pasted-keys.ts'
import { api } from '../../app/engine.ts'
import { go, hrefOfStep } from '../../app/route.ts'
import { Button } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { failureOf } from '../../components/notices/failure.ts'
import { Field, inputClass } from '../../components/fields/field.tsx'
import { Callout, GroupLabel } from '../../components/panel.tsx'
import { texts } from '../../texts/common.ts'
import { findListTexts as words } from '../../texts/find-list.ts'
import { filterOfList } from '../list-filter.ts'

type Found = {
  readonly list: number | null
  readonly found: number
  readonly accounts: number
  readonly missing: readonly string[]
}

export function FindListDialog(props: { readonly batch: number; readonly onClose: () => void }): ReactNode {
  const { batch, onClose } = props
  const [text, setText] = useState('')
  const pasted = useMemo(() => keysIn(text), [text])
  const find = useMutation(api.accounts.findList.mutationOptions())
  const fault = faultOf(pasted)
  const start = (): void => {
    if (pasted.keys.length > 0 && fault === null) find.mutate({ batch, keys: [...pasted.keys] })
  }
  const result = find.data
  return (
    <Dialog
      open
      title={words.title}
      description={words.body}
      onClose={onClose}
      actions={
        result === undefined ? (
          <>
            <Button onClick={onClose}>{texts.common.cancel}</Button>
            <Button
              tone="primary"
              busy={find.isPending}
              disabled={pasted.keys.length === 0 || fault !== null}
              onClick={start}
            >
              {words.find({ n: pasted.keys.length })}
            </Button>
          </>
        ) : (
          <Shows batch={batch} list={result.list} onBack={find.reset} onClose={onClose} />
        )
      }
    >
      {find.error !== null && (
        <Callout tone="error" className="mb-3">
          {failureOf(find.error).message}
        </Callout>
      )}
      {result === undefined ? (
        <PastedField text={text} pasted={pasted} fault={fault} onText={setText} onStart={start} />
      ) : (
        <Result result={result} />
      )}
    </Dialog>
  )
}

function PastedField(props: {
  readonly text: string
  readonly pasted: PastedKeys
  readonly fault: string | null
  readonly onText: (text: string) => void
  readonly onStart: () => void
}): ReactNode {
  return (
    <Field label={words.keys} hint={words.count(countOf(props.pasted))} error={props.fault ?? undefined}>
      {(control) => (
        <textarea
          {...control}
          rows={12}
          value={props.text}
          spellCheck={false}
          onChange={(event) => props.onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) props.onStart()
          }}
          className={cx(inputClass, 'h-auto resize-none py-1.5 font-mono text-xs')}
        />
      )}
    </Field>
  )
}

function countOf({ keys, repeated }: PastedKeys): { readonly n: number; readonly repeated: number } {
  return { n: keys.length, repeated }
}

function faultOf({ keys }: PastedKeys): string | null {
  if (keys.length > mostKeys) return words.tooMany({ n: keys.length, most: mostKeys })
  return keys.some((key) => key.length > longestKey) ? words.tooLong({ most: longestKey }) : null
}

function Result({ result }: { readonly result: Found }): ReactNode {
  const { found, accounts, missing } = result
  const list = useRef<HTMLTextAreaElement>(null)
  return (
    <div className="grid gap-3">
      <div role="status">
        <p className="text-lg font-semibold">{words.result({ found, missing: missing.length })}</p>
        {accounts > 0 && <p className="text-sm text-soft">{words.accounts({ n: accounts })}</p>}
      </div>
      {missing.length > 0 && (
        <section aria-label={words.missing} className="grid gap-1.5">
          <div className="flex items-center justify-between">
            <GroupLabel>{words.missing}</GroupLabel>
            <Button size="small" tone="quiet" onClick={() => list.current?.select()}>
              {words.selectAll}
            </Button>
          </div>
          <textarea
            ref={list}
            readOnly
            aria-label={words.missing}
            rows={Math.min(10, Math.max(3, missing.length))}
            value={missing.join('\n')}
            className={cx(inputClass, 'h-auto resize-none py-1.5 font-mono text-xs')}
          />
        </section>
      )}
    </div>
  )
}

function Shows(props: {
  readonly batch: number
  readonly list: number | null
  readonly onBack: () => void
  readonly onClose: () => void
}): ReactNode {
  const { batch, list, onBack, onClose } = props
  const show = (step: 'fix' | 'watch', params: Readonly<Record<string, string>>): void => {
    onClose()
    go(hrefOfStep(batch, step, params))
  }
  return (
    <>
      <Button className="mr-auto" onClick={onBack}>
        {words.change}
      </Button>
      {list === null ? (
        <Button onClick={onClose}>{texts.common.close}</Button>
      ) : (
        <>
          <Button onClick={() => show('watch', { show: filterOfList(list) })}>{words.inWatch}</Button>
          <Button tone="primary" onClick={() => show('fix', { show: 'all', list: String(list) })}>
            {words.inFix}
          </Button>
        </>
      )}
    </>
  )
}
