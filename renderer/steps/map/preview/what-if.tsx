// Preview of a field's effect on a column before it is selected, debounced, for a sample of the accounts. It never
// blocks: another choice replaces it and aborts the pending request.
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import type { WhatIfView } from '../../../../shared/contract/import/mapping.ts'
import { api } from '../../../app/engine.ts'
import { cx } from '../../../components/classes.ts'
import { format } from '../../../texts/format.ts'
import { conversionWords } from '../conversions/conversion-steps.ts'
import type { Scope } from '../draft/draft.ts'
import { titleOf } from '../draft/field-choices.ts'
import type { MapperProps } from '../map-props.ts'
import type { Lit } from '../map-props.ts'
import { mapTexts } from '../../../texts/load/map.ts'
import { askAbout } from '../draft/proposals.ts'
import { proposalQuery } from '../draft/use-draft.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

const words = mapTexts.whatIf
const restMs = 250

/** Debounced value; null takes effect at once. */
function useRest<T>(value: T | null): T | null {
  const [rested, setRested] = useState<T | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), value === null ? 0 : restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested === value ? rested : null
}

export function WhatIf(
  props: MapperProps & { readonly lit: Lit | null; readonly scopes: readonly Scope[] },
): ReactNode {
  const lit = useRest(props.lit)
  // Always rendered, even when empty: an open list hides later content from screen readers, but not an existing live
  // region.
  return (
    <div aria-live="polite" className="pointer-events-none absolute inset-x-2 bottom-2 z-10">
      {lit !== null && <OfLit {...props} lit={lit} />}
    </div>
  )
}

function OfLit(props: MapperProps & { readonly lit: Lit; readonly scopes: readonly Scope[] }): ReactNode {
  const { fields, lit, scopes } = props
  const scope = scopes.find((one) => one.sheet === lit.sheet)
  if (scope === undefined) return null
  const titles = new Map(fields.map((field) => [field.path, field.title]))
  return (
    <section aria-label={words.label} className="rounded-lg bg-raised p-3 text-sm shadow-lift">
      <h2 className="pb-1.5 font-medium wrap-break-word">
        {words.title({ column: lit.column, field: titleOf(lit.path, titles) })}
      </h2>
      {scope.spot.kind === 'main' && lit.path.includes('*') && !isGrouped(props.draft.mapping, lit.path) ? (
        <p className="text-xs text-soft">{words.listItem}</p>
      ) : (
        <Effect key={`${lit.column} ${lit.path}`} {...props} lit={lit} scope={scope} />
      )}
    </section>
  )
}

/** Whether rows of the main sheet become items of the list that the field is in. */
function isGrouped(mapping: MapperProps['draft']['mapping'], path: string): boolean {
  return mapping.grouped.some(({ list }) => path.startsWith(`${generalPath(list)}.*.`))
}

function Effect(props: MapperProps & { readonly lit: Lit; readonly scope: Scope }): ReactNode {
  const { batch, draft, lit, scope } = props
  const field = props.fields.find((one) => one.path === generalPath(lit.path))
  const proposal = useQuery({
    ...proposalQuery(batch.id, draft.catalogue, {
      input: askAbout(draft.mapping, lit.sheet, lit.column, field ?? { path: lit.path, format: null }),
    }),
    enabled: field !== undefined,
  })
  // As it would be taken: with the conversion that would be set by itself.
  const found = proposal.data
  const conversion =
    found?.kind === 'proposed' && found.certainty === 'certain' ? found.conversion : undefined
  const supplier = draft.supplier.trim() === '' ? null : draft.supplier.trim()
  const within = (path: string): string => (scope.base === '' ? path : path.slice(scope.base.length + 1))
  const effect = useQuery({
    ...api.mapping.whatIf.queryOptions({
      input: {
        batch: batch.id,
        mapping: draft.mapping,
        catalogue: draft.catalogue,
        supplier,
        sheet: lit.sheet,
        column: lit.column,
        field: within(lit.path),
        instead: lit.instead === null ? null : within(lit.instead),
        ...(conversion === undefined ? {} : { conversion }),
      },
    }),
    enabled: !proposal.isPending,
    // An effect is valid only for this exact mapping; it is refetched rather than cached.
    gcTime: 10_000,
  })
  if (effect.isError) return <p className="text-xs text-soft">{words.failed}</p>
  return (
    <>
      {conversion !== undefined && (
        <p className="pb-1 text-xs text-soft">{words.converted({ name: conversionWords(conversion) })}</p>
      )}
      <Change view={effect.data ?? null} />
      <Values view={effect.data ?? null} />
    </>
  )
}

function Change({ view }: { readonly view: WhatIfView | null }): ReactNode {
  const before = view?.before
  const after = view?.after
  const reported = (n: number | undefined): string => (n === undefined ? '…' : format.number(n))
  const required = (of: typeof before): string =>
    of === undefined ? '…' : words.ofAll({ n: of.required.covered, all: of.required.total })
  const [wrong] = after?.mapping ?? []
  if (wrong !== undefined)
    return (
      <p className="flex gap-1 text-xs text-bad">
        <CircleAlert size={12} aria-hidden className="mt-0.5 shrink-0" />
        <span>
          {words.notBuilt} {sentenceOf(wrong.message)}
        </span>
      </p>
    )
  return (
    <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-xs">
      <Line
        name={words.required}
        before={required(before)}
        after={required(after)}
        change={(after?.required.covered ?? 0) - (before?.required.covered ?? 0)}
      />
      <Line
        name={words.problems({ accounts: after?.accounts ?? 0 })}
        before={reported(before?.problems)}
        after={reported(after?.problems)}
        change={(before?.problems ?? 0) - (after?.problems ?? 0)}
      />
    </dl>
  )
}

/** `change`: above zero is better. */
function Line(props: {
  readonly name: string
  readonly before: string
  readonly after: string
  readonly change: number
}): ReactNode {
  const { change } = props
  return (
    <>
      <dt className="text-soft">{props.name}</dt>
      <dd className="flex items-center gap-1.5 whitespace-nowrap">
        <span className="text-faint">{props.before}</span>
        <ArrowRight size={10} aria-label={words.becomes} className="text-faint" />
        <b className={cx('font-medium', change > 0 ? 'text-ok' : change < 0 ? 'text-bad' : 'text-text')}>
          {props.after}
        </b>
      </dd>
    </>
  )
}

function Values({ view }: { readonly view: WhatIfView | null }): ReactNode {
  if (view === null || view.after.mapping.length > 0) return null
  if (view.values.length === 0) return <p className="mt-2 text-xs text-faint">{words.noValues}</p>
  return (
    <ul aria-label={words.values} className="mt-2 grid gap-0.5 border-t border-line pt-2 text-xs">
      {view.values.map(({ key, attr, value, problem }) => (
        <li key={`${key} ${attr}`} className="grid grid-cols-[minmax(0,2fr)_minmax(0,5fr)] gap-2">
          <span className="truncate text-faint">{key}</span>
          {problem === undefined ? (
            <code className="truncate font-mono">{JSON.stringify(value)}</code>
          ) : (
            <span className="flex gap-1 text-bad">
              <CircleAlert size={12} aria-hidden className="mt-0.5 shrink-0" />
              <span className="min-w-0 wrap-break-word">{sentenceOf(problem)}</span>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
