// One sheet of the mapping: the link between its rows and the account, and its columns. Also lists the unused sheets.
import { KeyRound, Link2, Unlink } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { Mapping } from '../../../../shared/mapping/file.ts'
import type { ConversionProposalView } from '../../../../shared/contract/import/mapping.ts'
import type { SheetView } from '../../../../shared/contract/views.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { Combobox, Select } from '../../../components/fields/select.tsx'
import { GroupLabel } from '../../../components/panel.tsx'
import { WordHelp } from '../../../components/overlays/word-help.tsx'
import { AddressOffer } from './address-offer.tsx'
import { ColumnRow } from './column-row.tsx'
import { columnsOf, linkSheet, mainSheetOf, type Scope, unlinkSheet } from '../draft/draft.ts'
import { choicesFor, titleOf } from '../draft/field-choices.ts'
import type { MapperProps } from '../map-props.ts'
import type { Lit } from '../map-props.ts'
import { mapTexts as words } from '../../../texts/load/map.ts'
import type { ReadinessView } from '../../../../shared/contract/import/mapping.ts'
import { keptKey, reasonKey } from '../draft/proposals.ts'
import type { ColumnChoice } from './use-column-choice.ts'
import { useSamples } from './use-samples.ts'

type SetMapping = (next: (before: Mapping) => Mapping) => void

export function SheetSection(
  props: MapperProps & {
    readonly scope: Scope
    readonly setMapping: SetMapping
    readonly locked: boolean
    readonly chosen: string | null
    readonly onChoose: (column: string | null) => void
    readonly onLit: (lit: Lit | null) => void
    readonly proposals: ReadonlyMap<string, ConversionProposalView>
    readonly choice: ColumnChoice
    readonly errors: ReadinessView['columns']
  },
): ReactNode {
  const { scope, draft, sheets, fields, batch, choice } = props
  const columns = columnsOf(sheets, scope.sheet)
  const shown = columns.filter((column) => choice.isShown(reasonKey(scope.sheet, column)))
  const sheet = sheets.find((one) => one.info.name === scope.sheet)
  const samples = useSamples(batch.id, sheet)
  const choices = useMemo(() => choicesFor(fields, draft.mapping, scope), [fields, draft.mapping, scope])
  if (shown.length === 0 && columns.length > 0) return null
  return (
    <section aria-label={words.columnsOf({ sheet: scope.sheet })}>
      <header className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 pb-1.5">
        <h2 className="shrink-0 text-md font-semibold">{scope.sheet}</h2>
        <Hanging {...props} />
      </header>
      <AddressOffer {...props} columns={columns} choices={choices} />
      <ul className="rounded-lg border border-line">
        {shown.map((column) => (
          <ColumnRow
            key={column}
            batch={batch.id}
            errors={props.errors.find((one) => one.sheet === scope.sheet && one.column === column)}
            column={column}
            columns={columns}
            scope={scope}
            draft={draft}
            fields={fields}
            choices={choices}
            samples={samples?.get(column) ?? null}
            chosen={props.chosen === column}
            selected={props.locked ? null : choice.isSelected(reasonKey(scope.sheet, column))}
            onSelect={(on, range) => choice.turn(reasonKey(scope.sheet, column), on, range)}
            onChoose={props.onChoose}
            onLit={(path, instead = null) =>
              props.onLit(path === null ? null : { sheet: scope.sheet, column, path, instead })
            }
            change={props.change}
            proposalOf={(path) => props.proposals.get(keptKey(scope.sheet, column, path)) ?? null}
          />
        ))}
      </ul>
    </section>
  )
}

/** How the sheet's rows make accounts, or hang on them. */
function Hanging(props: MapperProps & { readonly scope: Scope; readonly setMapping: SetMapping }): ReactNode {
  const { scope, draft, fields, sheets } = props
  const titles = new Map(fields.map((field) => [field.path, field.title]))
  if (scope.link === null)
    return (
      <>
        <p className="flex min-w-0 flex-1 items-center gap-0.5 text-xs text-soft">
          <span className="truncate">
            {draft.mapping.grouped.length > 0 ? words.mainGrouped : words.main}
          </span>
          <WordHelp of="account" />
        </p>
        <span className="flex items-center gap-1.5 text-xs text-faint" title={words.keyHint}>
          <KeyRound size={12} aria-hidden />
          {words.key}
        </span>
        <Select
          label={words.keyHint}
          value={draft.mapping.key}
          onChange={(key) => props.setMapping((mapping) => ({ ...mapping, key }))}
          choices={columnsOf(sheets, scope.sheet).map((name) => ({ value: name, label: name }))}
          className="w-44"
        />
      </>
    )
  const own = typeof scope.link.key === 'string' ? scope.link.key : scope.link.key.join(' + ')
  const given = scope.link.parentKey
  const parent = given === undefined ? null : typeof given === 'string' ? given : given.join(' + ')
  const list = titleOf(scope.base.slice(0, -2), titles)
  return (
    <>
      <p className="flex min-w-0 flex-1 basis-48 items-center gap-1.5 text-xs text-soft">
        <Link2 size={12} aria-hidden className="shrink-0 text-accent" />
        <span className="min-w-0 wrap-break-word">
          {words.linked({ list })} ·{' '}
          {parent === null
            ? words.sameName({ own, sheet: scope.parent ?? '' })
            : words.joined({ own, parent, sheet: scope.parent ?? '' })}
        </span>
      </p>
      <IconButton
        icon={Unlink}
        size="small"
        label={words.unlink}
        onClick={() => props.setMapping((mapping) => unlinkSheet(mapping, scope.spot))}
      />
    </>
  )
}

export function UnusedSheets(
  props: MapperProps & { readonly scopes: readonly Scope[]; readonly setMapping: SetMapping },
): ReactNode {
  const used = new Set(props.scopes.map((scope) => scope.sheet))
  const unused = props.sheets.filter((sheet) => !used.has(sheet.info.name) && sheet.info.columns.length > 0)
  if (unused.length === 0) return null
  return (
    <section aria-label={words.unused}>
      <GroupLabel className="pb-1.5">
        {words.unused} · {words.unusedBody}
      </GroupLabel>
      <ul className="grid gap-2">
        {unused.map((sheet) => (
          <UnusedSheet key={sheet.position} {...props} sheet={sheet} />
        ))}
      </ul>
    </section>
  )
}

function UnusedSheet(
  props: MapperProps & { readonly sheet: SheetView; readonly setMapping: SetMapping },
): ReactNode {
  const { sheet, sheets, fields, draft } = props
  const name = sheet.info.name
  const own = columnsOf(sheets, name)
  const parent = columnsOf(sheets, mainSheetOf(draft.mapping, sheets))
  const shared =
    own.find((one) => one === draft.mapping.key) ?? own.find((one) => parent.includes(one)) ?? null
  const [list, setList] = useState<string | null>(null)
  const [key, setKey] = useState<string | null>(shared)
  const lists = fields.filter((field) => field.kind === 'list' && !field.path.includes('*'))
  return (
    <li className="@container rounded-lg border border-dashed border-edge px-3 py-2">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-2 @xl:grid-cols-[minmax(0,1fr)_180px_160px_auto]">
        <span className="truncate font-medium max-@xl:col-span-full">{name}</span>
        <Combobox
          label={words.useAs}
          value={list}
          onChange={setList}
          choices={lists.map((field) => ({ value: field.path, label: field.title, hint: field.path }))}
        />
        <Select
          label={words.useBy}
          value={key}
          onChange={setKey}
          choices={own.map((one) => ({ value: one, label: one }))}
        />
        <Button
          disabled={list === null || key === null}
          onClick={() => {
            if (list !== null && key !== null)
              props.setMapping((mapping) => linkSheet(mapping, name, list, key))
          }}
        >
          {words.useSheet}
        </Button>
      </div>
    </li>
  )
}
