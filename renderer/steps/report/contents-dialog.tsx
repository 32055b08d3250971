// Dialog in which a person chooses what goes into the report: its files, how text files are separated, columns that are
// withheld, and columns that are added up. The choice is kept for the batch.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import {
  type ControlColumn,
  csvDelimiters,
  type OfferedColumn,
  optionalFiles,
  type ReportChoice,
  reportFiles,
} from '../../../shared/contract/report.ts'
import { api } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { Select } from '../../components/fields/select.tsx'
import { VirtualList } from '../../components/lists/virtual-list.tsx'
import { ErrorState, Skeleton } from '../../components/panel.tsx'
import { Badge } from '../../components/state-badge.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { texts } from '../../texts/common.ts'
import { reportTexts } from '../../texts/report.ts'

const words = reportTexts.contents

export function ContentsDialog({
  batch,
  onClose,
}: {
  readonly batch: number
  readonly onClose: () => void
}): ReactNode {
  const asked = useQuery({ ...api.report.choice.queryOptions({ input: { batch } }), staleTime: 0, gcTime: 0 })
  const id = useId()
  const client = useQueryClient()
  const save = useMutation(
    api.report.choose.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: api.report.choice.key() })
        onClose()
      },
      onError: toast.failed,
    }),
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      description={words.description}
      actions={
        <>
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button submit form={id} tone="primary" busy={save.isPending} disabled={asked.data === undefined}>
            {words.save}
          </Button>
        </>
      }
    >
      {asked.error !== null ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : asked.data === undefined ? (
        <Skeleton className="h-80" />
      ) : (
        <ContentsForm id={id} {...asked.data} onSave={(choice) => save.mutate({ batch, choice })} />
      )}
    </Dialog>
  )
}

function ContentsForm(props: {
  readonly id: string
  readonly choice: ReportChoice
  readonly columns: readonly OfferedColumn[]
  readonly onSave: (choice: ReportChoice) => void
}): ReactNode {
  const [draft, setDraft] = useState(props.choice)
  const change = (part: Partial<ReportChoice>): void => setDraft((before) => ({ ...before, ...part }))
  return (
    <form
      id={props.id}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        props.onSave(draft)
      }}
    >
      <Files draft={draft} onChange={change} />
      <TextFiles csv={draft.csv} onChange={(csv) => change({ csv })} />
      <Columns draft={draft} columns={props.columns} onChange={change} />
    </form>
  )
}

type PartProps = {
  readonly draft: ReportChoice
  readonly onChange: (part: Partial<ReportChoice>) => void
}

function Files({ draft, onChange }: PartProps): ReactNode {
  const { files, withheld } = draft
  return (
    <Group title={words.files}>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2">
        {optionalFiles.map((file) => {
          const isUnfit = file === 'fix_me_xlsx' && withheld.length > 0
          return (
            <Checkbox
              key={file}
              label={reportFiles[file]}
              hint={isUnfit ? words.needsAll : reportTexts.files.notes[reportFiles[file]]}
              disabled={isUnfit}
              checked={files.includes(file) && !isUnfit}
              onChange={(checked) =>
                onChange({
                  files: optionalFiles.filter((one) => (one === file ? checked : files.includes(one))),
                })
              }
            />
          )
        })}
      </div>
      <p className="mt-2 text-xs text-soft">{words.always}</p>
    </Group>
  )
}

function TextFiles(props: {
  readonly csv: ReportChoice['csv']
  readonly onChange: (csv: ReportChoice['csv']) => void
}): ReactNode {
  const { csv, onChange } = props
  return (
    <Group title={words.textFiles}>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <span className="flex items-center gap-2">
          <span aria-hidden>{words.delimiter}</span>
          <Select
            className="w-36"
            label={words.delimiter}
            value={csv.delimiter}
            onChange={(delimiter) => onChange({ ...csv, delimiter })}
            choices={csvDelimiters.map((value) => ({ value, label: words.delimiters[value] }))}
          />
        </span>
        <Checkbox
          label={words.bom}
          hint={words.bomHint}
          checked={csv.bom}
          onChange={(bom) => onChange({ ...csv, bom })}
        />
      </div>
    </Group>
  )
}

const plainStyle: ControlColumn['style'] = { decimal: '.', thousands: null, brackets: false }
const columnsGrid = 'grid grid-cols-[minmax(0,1fr)_7rem_7rem] px-3'

function Columns(props: PartProps & { readonly columns: readonly OfferedColumn[] }): ReactNode {
  const { columns } = props
  const hasSheets = new Set(columns.map(({ sheet }) => sheet)).size > 1
  const sensitive = columns.filter(({ isSensitive, isKey }) => isSensitive && !isKey)
  return (
    <Group title={words.columns} note={words.columnsNote}>
      {sensitive.length > 0 && (
        <Button
          size="small"
          className="mb-2"
          onClick={() =>
            props.onChange({ withheld: sensitive.map(({ sheet, column }) => ({ sheet, column })) })
          }
        >
          {words.withholdSensitive({ columns: sensitive.length })}
        </Button>
      )}
      <div className="rounded border border-line">
        <div className={cx(columnsGrid, 'border-b border-line py-1 text-xs text-soft')}>
          <span>{words.column}</span>
          <span>{words.withhold}</span>
          <span>{words.addUp}</span>
        </div>
        <VirtualList
          label={words.columns}
          items={columns}
          rowHeight={30}
          focusable={false}
          keyOf={({ sheet, column }) => `${sheet}\n${column}`}
          className="h-60"
        >
          {(offered) => <ColumnRow {...props} offered={offered} hasSheets={hasSheets} />}
        </VirtualList>
      </div>
    </Group>
  )
}

function ColumnRow({
  draft,
  offered,
  hasSheets,
  onChange,
}: PartProps & { readonly offered: OfferedColumn; readonly hasSheets: boolean }): ReactNode {
  const { sheet, column, isKey, isSensitive, numbers } = offered
  const isIt = (one: { readonly sheet: string; readonly column: string }): boolean =>
    one.sheet === sheet && one.column === column
  const withheld = draft.withheld.filter((one) => !isIt(one))
  const totals = draft.totals.filter((one) => !isIt(one))
  return (
    <div className={cx(columnsGrid, 'h-full items-center')}>
      <span className="truncate">
        {column}
        {hasSheets && <span className="ml-1.5 text-xs text-faint">{sheet}</span>}
        {isSensitive && (
          <Badge tone="warn" className="ml-1.5">
            {words.sensitive}
          </Badge>
        )}
      </span>
      <ColumnBox
        label={words.withholdColumn({ column })}
        disabled={isKey}
        checked={draft.withheld.some(isIt)}
        onChange={(checked) => onChange({ withheld: checked ? [...withheld, { sheet, column }] : withheld })}
      />
      <ColumnBox
        label={words.addUpColumn({ column })}
        checked={draft.totals.some(isIt)}
        onChange={(checked) =>
          onChange({
            totals: checked ? [...totals, { sheet, column, style: numbers ?? plainStyle }] : totals,
          })
        }
      />
    </div>
  )
}

function ColumnBox(props: {
  readonly label: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
}): ReactNode {
  return <Checkbox {...props} label={<span className="sr-only">{props.label}</span>} />
}

function Group(props: {
  readonly title: string
  readonly note?: string
  readonly children: ReactNode
}): ReactNode {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 font-semibold">
        {props.title}
      </h3>
      {props.note !== undefined && <p className="-mt-1 mb-2 text-xs text-soft">{props.note}</p>}
      {props.children}
    </section>
  )
}
