// Right side of the Map step: the catalogue's fields with their sources, and the live payload. Both are visible in a
// wide window; otherwise they are tabs.
import type { AsideProps, Chosen } from '../map-props.ts'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import type { FieldView } from '../../../../shared/contract/views.ts'
import { cx } from '../../../components/classes.ts'
import { fieldTree } from '../../../components/payload/field-tree.ts'
import { Progress } from '../../../components/charts/progress.tsx'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { TabPane, Tabs } from '../../../components/tabs.tsx'
import { Tree } from '../../../components/payload/tree.tsx'
import { fateOf, fedPaths, type Scope } from '../draft/draft.ts'
import { supplierField } from '../../../../shared/sending/service.ts'
import { choicesFor } from '../draft/field-choices.ts'
import { mapTexts as words } from '../../../texts/load/map.ts'
import { PayloadPreview } from './payload-preview.tsx'
import { WhatIf } from './what-if.tsx'

const wide = window.matchMedia('(min-width: 1500px)')
function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      wide.addEventListener('change', listener)
      return () => wide.removeEventListener('change', listener)
    },
    () => wide.matches,
  )
}

export function MapAside(props: AsideProps): ReactNode {
  const [tab, setTab] = useState<'fields' | 'payload'>('fields')
  const both = useWide()
  if (both)
    return (
      <>
        <aside
          aria-label={words.fields}
          className="relative flex w-84 shrink-0 flex-col border-l border-line"
        >
          <Fields {...props} />
          <WhatIf {...props} />
        </aside>
        <aside aria-label={words.payload} className="flex w-92 shrink-0 flex-col border-l border-line">
          <PayloadPreview {...props} />
        </aside>
      </>
    )
  return (
    <aside
      aria-label={`${words.fields}, ${words.payload}`}
      className="relative flex w-88 shrink-0 border-l border-line max-[1151px]:w-76"
    >
      <Tabs
        label={`${words.fields}, ${words.payload}`}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'fields', label: words.fields },
          { value: 'payload', label: words.payload },
        ]}
        className="flex min-h-0 flex-1 flex-col"
      >
        <TabPane value="fields" className="flex min-h-0 flex-1 flex-col">
          <Fields {...props} />
        </TabPane>
        <TabPane value="payload" className="flex min-h-0 flex-1 flex-col">
          <PayloadPreview {...props} />
        </TabPane>
      </Tabs>
      <WhatIf {...props} />
    </aside>
  )
}

/** The path that a field of the tree means for the chosen column, and its preview. */
function useFieldChoice(props: AsideProps, scope: Scope | undefined) {
  const { draft, fields, chosen } = props
  const choices = scope === undefined ? [] : choicesFor(fields, draft.mapping, scope)
  /** The path that the chosen column may have for this field: the first free index of a list on the main sheet. */
  function pathFor(field: FieldView): string | undefined {
    const fitting = choices.filter((choice) => choice.value.replaceAll(/\.\d+(?=\.|$)/g, '.*') === field.path)
    const taken = new Set(draft.mapping.columns.flatMap((one) => ('field' in one ? [one.field] : [])))
    return (fitting.find((choice) => !taken.has(choice.value)) ?? fitting[0])?.value
  }
  /** The field that a click replaces. */
  function firstOf({ column }: Chosen): string | null {
    const fate = scope === undefined ? null : fateOf(draft.mapping, scope, column)
    return fate?.kind === 'mapped' ? fate.path : null
  }
  function light(target: EventTarget): void {
    if (chosen === null || !(target instanceof Element)) return
    const node = target.closest<HTMLElement>('[data-node]')?.dataset['node']
    const field = fields.find((one) => one.path === node)
    const path = field === undefined ? undefined : pathFor(field)
    props.onLit(path === undefined ? null : { ...chosen, path, instead: firstOf(chosen) })
  }
  return { pathFor, light }
}

function Fields(props: AsideProps): ReactNode {
  const { draft, sheets, fields, chosen, scopes } = props
  const required = props.required ?? []
  const [text, setText] = useState('')
  const supplier = draft.supplier.trim()
  const fed = new Map([
    ...(supplier === '' ? [] : [[supplierField, supplier] as const]),
    ...fedPaths(draft.mapping, sheets),
  ])
  const missing = new Set(required.filter((one) => !one.covered).map((one) => one.path))
  const scope = scopes.find((one) => one.sheet === chosen?.sheet)
  const { pathFor, light } = useFieldChoice(props, scope)
  return (
    <>
      <FieldsHead {...props} text={text} onText={setText} />
      <div
        className={cx('min-h-0 flex-1 overflow-y-auto p-2', chosen !== null && 'pb-60')}
        onMouseOver={(event) => light(event.target)}
        onMouseLeave={() => props.onLit(null)}
        onFocus={(event) => light(event.target)}
        onBlur={() => props.onLit(null)}
      >
        <Tree<FieldView>
          label={words.fields}
          nodes={fieldTree(fields, text)}
          openAll={text.trim() !== ''}
          {...(chosen === null
            ? {}
            : {
                onSelect: (node) => {
                  const path = pathFor(node.data)
                  if (path !== undefined) props.onTake(path)
                },
              })}
        >
          {({ data: field }) => (
            <FieldLine
              field={field}
              fedBy={fed.get(field.path)}
              missing={missing.has(field.path)}
              fits={chosen === null || pathFor(field) !== undefined || isGroup(field)}
            />
          )}
        </Tree>
      </div>
    </>
  )
}

/** The required fields that are covered, the search, and what a click on a field would do. */
function FieldsHead(
  props: AsideProps & { readonly text: string; readonly onText: (text: string) => void },
): ReactNode {
  const { draft, chosen } = props
  const required = props.required ?? []
  const covered = required.filter((one) => one.covered).length
  const scope = props.scopes.find((one) => one.sheet === chosen?.sheet)
  const isMapped =
    scope !== undefined && chosen !== null && fateOf(draft.mapping, scope, chosen.column).kind === 'mapped'
  const prompt =
    chosen === null
      ? props.locked
        ? words.lockedHint
        : words.clickHint
      : isMapped
        ? words.clickToChange({ column: chosen.column })
        : words.clickToMap({ column: chosen.column })
  return (
    <div className="grid gap-2 border-b border-line p-3">
      <div>
        <p className="flex items-center justify-between pb-1 text-xs text-soft">
          {props.required === null ? '…' : words.requiredCovered({ done: covered, all: required.length })}
        </p>
        <Progress
          label={words.requiredCovered({ done: covered, all: required.length })}
          done={covered}
          total={Math.max(1, required.length)}
        />
      </div>
      <SearchField label={words.searchFields} value={props.text} onChange={props.onText} />
      <p className={cx('truncate text-xs', chosen === null ? 'text-faint' : 'font-medium text-accent')}>
        {prompt}
      </p>
    </div>
  )
}

const isGroup = ({ kind }: FieldView): boolean => kind === 'object' || kind === 'list'

function FieldLine(props: {
  readonly field: FieldView
  /** The column's name; empty for a fixed value; undefined: nothing feeds it. */
  readonly fedBy: string | undefined
  readonly missing: boolean
  readonly fits: boolean
}): ReactNode {
  const { field, fedBy, missing } = props
  const group = isGroup(field)
  return (
    <span className="flex items-center gap-2 text-sm" title={field.path}>
      <span className={cx('min-w-0 truncate', group && 'font-medium', !props.fits && 'text-faint')}>
        {field.title}
      </span>
      {missing && <span className="shrink-0 text-2xs font-medium text-warn">{words.required}</span>}
      {fedBy !== undefined && (
        <span className="ml-auto max-w-[55%] shrink-0 truncate rounded bg-ok-bg px-1.5 text-2xs leading-4 text-ok">
          {fedBy === '' ? words.fedByFixed : fedBy}
        </span>
      )}
    </span>
  )
}
