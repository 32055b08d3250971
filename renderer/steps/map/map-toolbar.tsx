// The toolbar of the Map step: against which catalogue, over which connection and for which supplier; templates; Apply
// with what still stands in its way.
import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CircleAlert, CircleCheck, WandSparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '../../app/engine.ts'
import { Button, IconButton } from '../../parts/button.tsx'
import { inputClass } from '../../parts/field.tsx'
import { Select } from '../../parts/select.tsx'
import { toast } from '../../parts/toast.tsx'
import { mapTexts as words } from './map-texts.ts'
import type { MapperProps } from './map-step.tsx'
import { TemplatesMenu } from './templates-menu.tsx'
import { suggestDraft } from './use-draft.ts'

export function MapToolbar(
  props: MapperProps & {
    readonly locked: boolean
    readonly decided: { readonly done: number; readonly all: number }
    readonly toSettle: number
    /** Null until the engine has checked the draft. */
    readonly missing: number | null
    readonly needsSupplier: boolean
    readonly busy: boolean
    readonly onApply: () => void
  },
): ReactNode {
  const { draft, change, batch, decided } = props
  const catalogues = useQuery(api.catalogues.list.queryOptions())
  const connections = useQuery(api.connections.list.queryOptions())
  const none = 'none'
  async function suggest(catalogue: string): Promise<void> {
    try {
      const found = await suggestDraft(batch.id, catalogue, draft.supplier)
      change((before) => ({ ...before, ...found, catalogue }))
    } catch (error) {
      toast.failed(error)
    }
  }
  const undecided = decided.all - decided.done
  return (
    <div className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line px-3 py-1.5">
      <Select
        label={words.catalogue}
        value={draft.catalogue}
        disabled={props.locked}
        onChange={(catalogue) => void suggest(catalogue)}
        choices={(catalogues.data ?? []).map((one) => ({ value: one.id, label: one.title }))}
        className="w-40"
      />
      <Select
        label={words.connection}
        value={draft.connection === null ? none : String(draft.connection)}
        disabled={props.locked}
        onChange={(id) => change((before) => ({ ...before, connection: id === none ? null : Number(id) }))}
        choices={[
          { value: none, label: words.noConnection },
          ...(connections.data ?? []).map((one) => ({
            value: String(one.id),
            label: one.name,
            hint: one.settings.baseUrl,
          })),
        ]}
        className="w-40"
      />
      <input
        aria-label={words.supplier}
        placeholder={words.supplier}
        title={words.supplierHint}
        disabled={props.locked}
        aria-invalid={props.needsSupplier || undefined}
        // Not controlled: the draft comes back a moment later, and letters typed meanwhile would be lost.
        defaultValue={draft.supplier}
        onChange={(event) => change((before) => ({ ...before, supplier: event.target.value }))}
        className={`${inputClass} max-w-32`}
      />
      <TemplatesMenu draft={draft} change={change} locked={props.locked} />
      <IconButton
        icon={WandSparkles}
        label={words.suggestAgain}
        disabled={props.locked}
        onClick={() => void suggest(draft.catalogue)}
      />
      <Standing undecided={undecided} toSettle={props.toSettle} missing={props.missing} />
      <Button
        tone="primary"
        busy={props.busy}
        disabled={props.locked || undecided > 0 || props.toSettle > 0 || props.missing === null}
        onClick={props.onApply}
      >
        {words.applyPlain}
        <ArrowRight size={14} aria-hidden />
      </Button>
    </div>
  )
}

function Standing(props: {
  readonly undecided: number
  readonly toSettle: number
  readonly missing: number | null
}): ReactNode {
  if (props.missing === null) return <p className="ml-auto" />
  const stop =
    props.undecided > 0
      ? words.undecidedLeft(props.undecided)
      : props.toSettle > 0
        ? words.problemsLeft(props.toSettle)
        : null
  const sentence = stop ?? (props.missing > 0 ? words.requiredMissing(props.missing) : words.allGood)
  const good = stop === null && props.missing === 0
  const Icon = good ? CircleCheck : CircleAlert
  return (
    <p
      role="status"
      className={`ml-auto flex min-w-0 items-center gap-1.5 text-xs leading-4 ${good ? 'text-ok' : 'text-warn'}`}
    >
      <Icon size={14} aria-hidden className="shrink-0" />
      <span className="line-clamp-2">{sentence}</span>
    </p>
  )
}
