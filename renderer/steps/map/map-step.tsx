// Map step: columns with their mapping on the left, catalogue fields and a live payload on the right, open questions
// on top, and Apply, which builds the accounts.
import type { AsideProps, MapperProps } from './map-props.ts'
import type { Chosen } from './map-props.ts'
import type { Lit } from './map-props.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Hourglass, TriangleAlert } from 'lucide-react'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Mapping } from '../../../shared/mapping/file.ts'
import type { SheetView } from '../../../shared/contract/views.ts'
import { type StepProps } from '../../accounts/batch-parts.ts'
import { onTheWay } from '../../../shared/status/counts.ts'
import { isElsewhere } from '../../accounts/running.ts'
import { fieldsQuery } from '../../accounts/use-field-titles.ts'
import { api } from '../../app/engine.ts'
import { go, hrefOfStep } from '../../app/route.ts'
import { Callout, EmptyState, ErrorState, SkeletonRows } from '../../components/panel.tsx'
import { toast } from '../../components/notices/toast.tsx'
import {
  columnsOf,
  decide,
  decidedOf,
  fateOf,
  type Scope,
  scopesOf,
  withUndecidedIgnored,
} from './draft/draft.ts'
import { redone, undone } from './draft/undo-draft.ts'
import { type Shortcut, useShortcuts } from '../../app/keys.ts'
import type { ReadinessView } from '../../../shared/contract/import/mapping.ts'
import { useReadiness } from './preview/use-readiness.ts'
import { FixedValues } from './fixed-values.tsx'
import { LockedNotice } from './locked-notice.tsx'
import { MapAside } from './preview/map-aside.tsx'
import { mapTexts as words } from '../../texts/load/map.ts'
import { MapToolbar } from './map-toolbar.tsx'
import { Questions } from './questions.tsx'
import { ColumnBar, NoneFound } from './columns/column-bar.tsx'
import { type ColumnChoice, useColumnChoice } from './columns/use-column-choice.ts'
import { SheetSection, UnusedSheets } from './columns/sheet-section.tsx'
import { Targets } from './targets.tsx'
import { WantedField } from './wanted-field.tsx'
import { suggestDraft, useDraft, useProposals } from './draft/use-draft.ts'
import { type Said, sentenceOf } from '../../../shared/texts/message.ts'

export function MapStep({ batch, params }: StepProps): ReactNode {
  const sheets = useQuery(api.sheets.list.queryOptions({ input: { batch: batch.id } }))
  const { draft, change, adjust } = useDraft(batch, sheets.data)
  const catalogue = draft.data?.catalogue
  const fields = useQuery({
    ...fieldsQuery(catalogue),
    placeholderData: keepPreviousData,
  })
  if (batch.stage === 'reading')
    return (
      <EmptyState icon={Hourglass} title={words.waiting}>
        {words.waitingBody}
      </EmptyState>
    )
  const error = draft.error ?? sheets.error ?? fields.error
  if (error !== null)
    return (
      <ErrorState
        error={error}
        onRetry={() => void Promise.all([draft.refetch(), sheets.refetch(), fields.refetch()])}
      />
    )
  if (draft.data === undefined || sheets.data === undefined || fields.data === undefined)
    return <SkeletonRows className="p-6" rows={8} />
  return (
    <Mapper
      batch={batch}
      draft={draft.data}
      change={change}
      adjust={adjust}
      sheets={sheets.data}
      fields={fields.data}
      wanted={params['field'] ?? null}
    />
  )
}

type WantedProps = MapperProps & {
  /** The field that the user came to map. */
  readonly wanted: string | null
}

function Mapper(props: WantedProps): ReactNode {
  const { batch, draft, change, adjust, sheets, fields } = props
  const { required, toFinish, apply, applyDraft, suggest } = useMapping(props)
  const missing = required?.filter((one) => !one.covered).length ?? null
  // Memoised by mapping: otherwise the field list would lose its highlighted option.
  const scopes = useMemo(() => scopesOf(draft.mapping, sheets), [draft.mapping, sheets])
  const decided = decidedOf(draft.mapping, sheets)
  const undecided = decided.all - decided.done
  const locked = isMappingSent(batch) || isElsewhere(batch)
  const proposals = useProposals({ batch: batch.id, draft, change: adjust, sheets, fields, locked })
  const setMapping: SetMapping = (next) => change((before) => ({ ...before, mapping: next(before.mapping) }))

  const { chosen, chosenIn, take, lit, light, goToUndecided } = useChoosing(props, scopes, setMapping)
  const readiness = useReadiness(props)
  const choice = useColumnChoice(props, scopes, { errors: readiness?.columns ?? noErrors, chosen })
  useShortcuts(locked ? [] : undoShortcuts(adjust))
  return (
    <div className="flex h-full min-h-0 flex-col">
      <MapToolbar
        {...props}
        locked={locked}
        currentState={{ undecided, toFinish: toFinish.length, missing }}
        busy={apply.isPending || batch.stage === 'building'}
        onSuggest={() => suggest.mutate(draft.catalogue)}
        onApply={applyDraft}
        readiness={readiness}
        onUndecided={() => {
          choice.setText('')
          if (choice.filter !== 'undecided') choice.setFilter('all')
          goToUndecided()
        }}
        onIgnoreRest={() => setMapping((mapping) => withUndecidedIgnored(mapping, sheets))}
      />
      <div className="flex min-h-0 flex-1">
        <Columns
          {...props}
          {...{ locked, scopes, toFinish, setMapping, proposals, chosenIn, light, readiness, choice }}
          required={required}
          onCatalogue={(id) => suggest.mutate(id)}
        />
        <MapAside
          {...props}
          locked={locked}
          chosen={chosen}
          onTake={take}
          lit={lit}
          onLit={light}
          required={required}
          scopes={scopes}
        />
      </div>
    </div>
  )
}

const isMappingSent = (batch: MapperProps['batch']): boolean => onTheWay(batch) + batch.states.done > 0

const noErrors: ReadinessView['columns'] = []

/** What the mapping is for, the columns sheet by sheet, and the fixed values. */
function Columns(
  props: WantedProps & {
    readonly locked: boolean
    readonly scopes: readonly Scope[]
    readonly toFinish: readonly MappingProblem[]
    readonly setMapping: SetMapping
    readonly proposals: ReturnType<typeof useProposals>
    readonly chosenIn: ReturnType<typeof useChoosing>['chosenIn']
    readonly light: (next: Lit | null) => void
    readonly readiness: ReadinessView | null
    readonly choice: ColumnChoice
    readonly onCatalogue: (id: string) => void
    readonly required: AsideProps['required']
  },
): ReactNode {
  const { draft, change, locked, scopes, toFinish, setMapping, proposals, chosenIn, light, choice } = props
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <ColumnBar {...props} />
      {/* Locked, it has no control that the keyboard could scroll to. */}
      <div tabIndex={locked ? 0 : undefined} className="min-h-0 flex-1 overflow-y-auto">
        <Notices {...props} locked={locked} problems={toFinish} />
        <fieldset disabled={locked} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6 px-4 pt-3 pb-8">
          <Targets
            {...{ draft, change, locked }}
            needsSupplier={toFinish.some(isSupplierMissing)}
            onCatalogue={props.onCatalogue}
          />
          {scopes.map((scope) => (
            <SheetSection
              key={`${scope.sheet} ${scope.base}`}
              {...props}
              scope={scope}
              setMapping={setMapping}
              proposals={proposals}
              errors={props.readiness?.columns ?? noErrors}
              {...chosenIn(scope)}
              onLit={light}
            />
          ))}
          {choice.shown.length === 0 && choice.all.length > 0 && <NoneFound choice={choice} />}
          <UnusedSheets {...props} scopes={scopes} setMapping={setMapping} />
          <FixedValues {...props} setMapping={setMapping} />
        </fieldset>
      </div>
    </div>
  )
}

/** Ctrl+Z in a text field stays the field's own. */
function undoShortcuts(adjust: MapperProps['adjust']): readonly Shortcut[] {
  return [
    { keys: 'mod+z', label: words.undoDecision, run: () => adjust(undone) },
    { keys: 'mod+shift+z', label: words.redoDecision, run: () => adjust(redone) },
    { keys: 'mod+y', label: words.redoDecision, run: () => adjust(redone) },
  ]
}

type SetMapping = (next: (before: Mapping) => Mapping) => void

/** The column that the field tree acts on, and the field being previewed for it. */
function useChoosing({ draft, sheets }: MapperProps, scopes: readonly Scope[], setMapping: SetMapping) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [lit, setLit] = useState<Lit | null>(null)
  const light = useCallback(
    (next: Lit | null) => setLit((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next)),
    [],
  )
  const chosenIn = ({ sheet }: Scope) => ({
    chosen: chosen?.sheet === sheet ? chosen.column : null,
    onChoose: (column: string | null): void => {
      setChosen(column === null ? null : { sheet, column })
      setLit(null)
    },
  })
  /** From the field tree: the chosen column gets the field, and the next undecided one is chosen. */
  function take(path: string): void {
    const scope = scopes.find((one) => one.sheet === chosen?.sheet)
    if (scope === undefined || chosen === null) return
    setMapping((mapping) => decide(mapping, scope, chosen.column, { path, conversion: null }))
    setLit(null)
    setChosen(nextUndecided(draft.mapping, scope, sheets, chosen.column))
  }
  /** Opens the first column without a decision, and brings it into view. */
  function goToUndecided(): void {
    for (const scope of scopes) {
      const column = columnsOf(sheets, scope.sheet).find(
        (one) => fateOf(draft.mapping, scope, one).kind === 'undecided',
      )
      if (column === undefined) continue
      setChosen({ sheet: scope.sheet, column })
      return
    }
  }
  return { chosen, chosenIn, take, lit, light, goToUndecided }
}

/** The engine's check of the draft, applying it, and starting again from the suggestions for a catalogue. */
function useMapping({ batch, draft, change }: MapperProps) {
  const client = useQueryClient()
  const supplier = draft.supplier.trim() === '' ? null : draft.supplier.trim()
  const input = useDeferredValue(
    useMemo(
      () => ({ batch: batch.id, mapping: draft.mapping, catalogue: draft.catalogue, supplier }),
      [batch.id, draft.mapping, draft.catalogue, supplier],
    ),
  )
  const check = useQuery({ ...api.mapping.check.queryOptions({ input }), placeholderData: keepPreviousData })
  const apply = useMutation(
    api.mapping.apply.mutationOptions({
      onSuccess: async () => {
        // The next step would still show the batch as not mapped.
        await client.refetchQueries({ queryKey: api.batches.get.key({ input: { batch: batch.id } }) })
        toast.done(words.applied)
        go(hrefOfStep(batch.id, 'fix'))
      },
      onError: toast.failed,
    }),
  )
  const suggest = useMutation({
    mutationFn: (id: string) =>
      suggestDraft(client, { batch: batch.id, catalogue: id, supplier: draft.supplier.trim() }),
    onSuccess: (found, id) => change((before) => ({ ...before, ...found, catalogue: id })),
    onError: toast.failed,
  })
  const applyDraft = (): void => {
    const { mapping, catalogue, connection } = draft
    apply.mutate({ batch: batch.id, mapping, catalogue, supplier, connection })
  }
  return {
    required: check.data?.required ?? null,
    toFinish: (check.data?.problems ?? []).filter((one) => one.code !== 'column_not_mapped'),
    apply,
    applyDraft,
    suggest,
  }
}

type MappingProblem = { readonly where: string; readonly code: string; readonly message: Said }

/** As many as their number above the columns counts, except where a file has hundreds of columns. */
const mostListed = 50

/** The supplier field shows that it is missing. */
const isSupplierMissing = ({ code }: MappingProblem): boolean => code === 'supplier_missing'

/** Above the columns: why nothing can be changed, what is still wrong, and what the user came for or is asked. */
function Notices(
  props: WantedProps & { readonly locked: boolean; readonly problems: readonly MappingProblem[] },
): ReactNode {
  const { draft, change, locked } = props
  // The supplier field itself shows that it is missing: alone it is not listed.
  const reported = props.problems.every(isSupplierMissing) ? [] : props.problems
  return (
    <>
      {isMappingSent(props.batch) && <LockedNotice batch={props.batch.id} />}
      {reported.length > 0 && (
        <Callout tone="warning" icon={TriangleAlert} title={words.problems} className="mx-4 mt-3">
          <ul className="list-inside list-disc text-text">
            {reported.slice(0, mostListed).map((one) => (
              <li key={`${one.where} ${one.code}`}>{sentenceOf(one.message)}</li>
            ))}
          </ul>
        </Callout>
      )}
      {props.wanted !== null && !locked && <WantedField {...props} path={props.wanted} />}
      <Questions
        questions={locked ? [] : draft.questions}
        onFinish={(question) =>
          change((before) => ({
            ...before,
            questions: before.questions.filter((one) => one !== question),
          }))
        }
      />
    </>
  )
}

function nextUndecided(
  mapping: Mapping,
  scope: Scope,
  sheets: readonly SheetView[],
  after: string,
): Chosen | null {
  const columns = columnsOf(sheets, scope.sheet)
  const rest = columns.slice(columns.indexOf(after) + 1)
  const column = rest.find((one) => fateOf(mapping, scope, one).kind === 'undecided')
  return column === undefined ? null : { sheet: scope.sheet, column }
}
