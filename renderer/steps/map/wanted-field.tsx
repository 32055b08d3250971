// Panel for an unmapped field that a problem named and the user came to map. The user assigns it to a column here.
import { Target, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { generalPath } from '../../../shared/catalogue/catalogue.ts'
import { setParams } from '../../app/route.ts'
import { texts } from '../../texts/common.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Callout } from '../../components/panel.tsx'
import { Combobox } from '../../components/fields/select.tsx'
import { columnsOf, fateOf, feedAlso, feedsOf, refeed, scopesOf } from './draft/draft.ts'
import { useFittingColumns } from './draft/use-fitting-columns.ts'
import type { MapperProps } from './map-props.ts'
import { mapTexts } from '../../texts/load/map.ts'

const words = mapTexts.wanted

export function WantedField(props: MapperProps & { readonly path: string }): ReactNode {
  const { draft, fields, sheets, change, path } = props
  const field = fields.find((one) => one.path === generalPath(path))
  const [main] = scopesOf(draft.mapping, sheets)
  if (field === undefined || main === undefined) return null
  const fates = columnsOf(sheets, main.sheet).map((column) => ({
    column,
    fate: fateOf(draft.mapping, main, column),
  }))
  const fills = (column: string): boolean =>
    feedsOf(draft.mapping, main, column).some((one) => one.path === path)
  const feeding = fates.find(({ column }) => fills(column))?.column ?? null
  /** A column that fills another field already fills this one as well. */
  const take = (column: string | null): void =>
    change((before) => {
      const freed = feeding === null ? before.mapping : refeed(before.mapping, main, feeding, path, null)
      const mapping = column === null ? freed : feedAlso(freed, main, column, { path, conversion: null })
      return { ...before, mapping }
    })
  return (
    <Callout
      tone={feeding === null ? 'warning' : 'good'}
      icon={Target}
      title={words.title({ field: field.title })}
      className="mx-4 mt-3"
      actions={
        <IconButton
          icon={X}
          size="small"
          label={texts.common.close}
          onClick={() => setParams({ field: null })}
        />
      }
    >
      <p className="text-soft">
        <code className="font-mono text-xs">{path}</code> ·{' '}
        {feeding === null ? words.body : words.fed({ column: feeding })}
      </p>
      <div className="mt-1.5 flex flex-wrap items-center gap-2">
        {feeding === null && <FittingColumn {...props} title={field.title} />}
        <div className="w-80 max-w-full">
          <Combobox
            label={words.column}
            value={feeding}
            onChange={take}
            choices={fates
              .filter(({ fate }) => fate.kind !== 'key')
              .map(({ column, fate }) => ({
                value: column,
                label: column,
                ...(fate.kind === 'mapped' && column !== feeding
                  ? { hint: words.feeds({ path: fate.path }) }
                  : {}),
              }))}
          />
        </div>
      </div>
    </Callout>
  )
}

/** Takes the column that the engine would suggest for the field; renders nothing without one. */
function FittingColumn(props: MapperProps & { readonly path: string; readonly title: string }): ReactNode {
  const { path, title } = props
  const fitting = useFittingColumns(props, true)
  const column = fitting.of(path)
  if (column === null) return null
  return (
    <Button aria-label={words.useFor({ column, field: title })} onClick={() => fitting.use(column, path)}>
      {words.use({ column })}
    </Button>
  )
}
