// Dialog in which a person chooses what goes into the report: its files, how text files are separated, columns that are
// withheld, and columns that are added up. Sensitive columns are withheld until a person shows them, all or single ones.
// The choice is kept for the batch.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import {
  type ControlColumn,
  csvDelimiters,
  isWithheld,
  type OfferedColumn,
  optionalFiles,
  type ReportChoice,
  reportFiles,
  type SourceColumn,
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
  const { files } = draft
  return (
    <Group title={words.files}>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2">
        {optionalFiles.map((file) => (
          <Checkbox
            key={file}
            label={reportFiles[file]}
            hint={reportTexts.files.notes[reportFiles[file]]}
            checked={files.includes(file)}
            onChange={(checked) =>
              onChange({
                files: optionalFiles.filter((one) => (one === file ? checked : files.includes(one))),
              })
            }
          />
        ))}
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
  return (
    <Group title={words.columns} note={words.columnsNote}>
      <SensitiveColumns {...props} />
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

/** What happens to all sensitive columns, also to those of a later mapping. */
function SensitiveColumns({
  draft,
  columns,
  onChange,
}: PartProps & { readonly columns: readonly OfferedColumn[] }): ReactNode {
  const id = useId()
  const sensitive = columns.filter(({ isSensitive, isKey }) => isSensitive && !isKey)
  const withheld = sensitive.filter((column) => isWithheld(draft, column)).length
  if (sensitive.length === 0 && draft.shown !== 'all') return null
  return (
    <div className="mb-2 flex flex-wrap items-center gap-x-2 gap-y-1">
      <span aria-hidden>{words.sensitiveColumns}</span>
      <Select
        className="w-36"
        label={words.sensitiveColumns}
        value={draft.shown === 'all' ? 'shown' : 'withheld'}
        onChange={(value) =>
          onChange({
            shown: value === 'shown' ? 'all' : [],
            withheld: draft.withheld.filter((one) => !sensitive.some((other) => isSame(one, other))),
          })
        }
        choices={(['withheld', 'shown'] as const).map((value) => ({
          value,
          label: words.sensitiveChoices[value],
        }))}
        aria-describedby={id}
      />
      <span id={id} className="text-xs text-soft">
        {words.sensitiveNote({ columns: sensitive.length, withheld, shown: sensitive.length - withheld })}
      </span>
    </div>
  )
}

function isSame(one: SourceColumn, other: SourceColumn): boolean {
  return one.sheet === other.sheet && one.column === other.column
}

/** The choice once a person withholds the column, or shows it. */
function withColumn(
  { withheld, shown }: Pick<ReportChoice, 'withheld' | 'shown'>,
  { sheet, column, isSensitive }: OfferedColumn,
  withholds: boolean,
): Pick<ReportChoice, 'withheld' | 'shown'> {
  const here = { sheet, column }
  const without = (columns: readonly SourceColumn[]): SourceColumn[] =>
    columns.filter((one) => !isSame(one, here))
  const named = isSensitive && shown !== 'all'
  return {
    withheld: withholds && !named ? [...without(withheld), here] : without(withheld),
    shown: shown === 'all' ? 'all' : named && !withholds ? [...without(shown), here] : without(shown),
  }
}

function ColumnRow({
  draft,
  offered,
  hasSheets,
  onChange,
}: PartProps & { readonly offered: OfferedColumn; readonly hasSheets: boolean }): ReactNode {
  const { sheet, column, isKey, isSensitive, numbers } = offered
  const totals = draft.totals.filter((one) => !isSame(one, offered))
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
        checked={isWithheld(draft, offered)}
        onChange={(checked) => onChange(withColumn(draft, offered, checked))}
      />
      <ColumnBox
        label={words.addUpColumn({ column })}
        checked={draft.totals.some((one) => isSame(one, offered))}
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
