// Targets of the mapping: its catalogue, connection and supplier.
import { WordHelp } from '../../components/overlays/word-help.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SupplierNote } from '../../../shared/sending/connection.ts'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { api } from '../../app/engine.ts'
import { SupplierVerdict } from '../../accounts/connection/supplier-verdict.tsx'
import { EnvironmentMark } from '../../accounts/connection/environment-mark.tsx'
import { hrefOf } from '../../app/route.ts'
import { LinkButton } from '../../components/button.tsx'
import { Field } from '../../components/fields/field.tsx'
import { Callout } from '../../components/panel.tsx'
import { Select } from '../../components/fields/select.tsx'
import { mapTexts as words } from '../../texts/load/map.ts'
import type { MapperProps } from './map-props.ts'
import { SupplierField } from './supplier-field.tsx'

const none = 'none'

type TargetProps = Pick<MapperProps, 'draft' | 'change'> & { readonly locked: boolean }

export function Targets(
  props: TargetProps & {
    readonly needsSupplier: boolean
    readonly onCatalogue: (id: string) => void
  },
): ReactNode {
  const { draft, locked } = props
  const catalogues = useQuery(api.catalogues.list.queryOptions())
  const connections = useQuery(api.connections.list.queryOptions())
  const connection = connections.data?.find((one) => one.id === draft.connection)
  return (
    <section
      aria-label={words.targets}
      className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_minmax(0,1fr)] gap-3"
    >
      <Field label={words.catalogue} help={<WordHelp of="catalogue" />}>
        {({ id }) => (
          <Select
            id={id}
            label={words.catalogue}
            value={draft.catalogue}
            disabled={locked}
            onChange={props.onCatalogue}
            choices={(catalogues.data ?? []).map((one) => ({ value: one.id, label: sentenceOf(one.title) }))}
          />
        )}
      </Field>
      <ConnectionField {...props} connections={connections.data ?? []} />
      <SupplierTarget {...props} connection={connection} />
      {connection !== undefined && <CatalogueNotice connection={connection} />}
    </section>
  )
}

function SupplierTarget(
  props: TargetProps & { readonly needsSupplier: boolean; readonly connection: ConnectionView | undefined },
): ReactNode {
  const { draft, change, connection } = props
  const suppliers = useKnownSuppliers(connection)
  // Opening the step asks nothing of the service; typing or picking does.
  const [isTyped, setTyped] = useState(false)
  const typed = draft.supplier.trim()
  const isNew = typed !== '' && suppliers.length > 0 && !suppliers.some(({ code }) => code === typed)
  const isAsked = isTyped && typed !== '' && !props.needsSupplier
  return (
    <>
      <Field
        label={words.supplier}
        help={<WordHelp of="supplier" />}
        hint={isAsked ? undefined : isNew ? words.supplierNew : words.supplierHint}
        error={props.needsSupplier ? supplierMissing(suppliers) : undefined}
      >
        {(control) => (
          <SupplierField
            id={control.id}
            described={control['aria-describedby']}
            invalid={props.needsSupplier}
            disabled={props.locked}
            initial={draft.supplier}
            suppliers={suppliers}
            onChange={(supplier) => {
              setTyped(true)
              change((before) => ({ ...before, supplier }))
            }}
          />
        )}
      </Field>
      {isAsked && (
        // In the place of the hint, so nothing below moves while the user types; a sentence needs more width.
        <div className="col-span-full -mt-2 flex justify-end">
          <SupplierVerdict code={typed} connection={connection} />
        </div>
      )}
    </>
  )
}

/** Codes that the connection's settings name, then those of earlier batches that go there, newest first. */
function useKnownSuppliers(connection: ConnectionView | undefined): readonly SupplierNote[] {
  const batches = useQuery(api.batches.list.queryOptions())
  const noted = connection?.settings.suppliers ?? []
  const known = new Set(noted.map(({ code }) => code))
  const used = new Set(
    (batches.data ?? []).flatMap(({ connection: of, supplier }) =>
      supplier === null || (connection !== undefined && of?.id !== connection.id) ? [] : [supplier],
    ),
  )
  return [
    ...noted,
    ...[...used].filter((code) => !known.has(code)).map((code) => ({ code, note: words.supplierUsed })),
  ]
}

function supplierMissing([first]: readonly SupplierNote[]): string {
  return first === undefined ? words.supplierMissing : words.supplierMissingOf({ code: first.code })
}

function ConnectionField(
  props: TargetProps & { readonly connections: readonly ConnectionView[] },
): ReactNode {
  const { draft, change, locked, connections } = props
  return (
    <Field label={words.connection}>
      {({ id }) => (
        <Select
          id={id}
          label={words.connection}
          value={draft.connection === null ? none : String(draft.connection)}
          disabled={locked}
          onChange={(next) =>
            change((before) => ({
              ...before,
              connection: next === none ? null : Number(next),
              // What a person chose for the service; the mapping stays, and is checked against it.
              catalogue:
                connections.find((one) => String(one.id) === next)?.settings.catalogue ?? before.catalogue,
            }))
          }
          choices={[
            { value: none, label: words.noConnection },
            ...connections.map((one) => ({
              value: String(one.id),
              label: one.name,
              hint: one.settings.baseUrl,
              mark: <EnvironmentMark environment={one.environment} />,
            })),
          ]}
        />
      )}
    </Field>
  )
}

/** For a real service nobody has said which fields it has. */
function CatalogueNotice({ connection }: { readonly connection: ConnectionView }): ReactNode {
  if (connection.environment === 'practice' || connection.settings.catalogue !== null) return null
  return (
    <Callout
      tone="warning"
      title={words.noCatalogue({ connection: connection.name })}
      className="col-span-full"
      actions={
        <LinkButton size="small" href={hrefOf({ page: 'connect', connection: connection.id })}>
          {words.chooseCatalogue}
        </LinkButton>
      }
    >
      {words.noCatalogueWords}
    </Callout>
  )
}
