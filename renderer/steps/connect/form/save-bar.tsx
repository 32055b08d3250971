// Bar below the connection's form: its saving and cancelling, and how many fields are to be corrected, with a way to the
// first of them. The fields may be far above, or in a section that is collapsed.
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { hrefOf } from '../../../app/route.ts'
import { Button, LinkButton } from '../../../components/button.tsx'
import { connectTexts as words } from '../../../texts/connect/connect.ts'
import { texts } from '../../../texts/common.ts'
import type { FormInput } from './connection-form.ts'

export function SaveBar(props: {
  readonly isNew: boolean
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly errors: FieldErrors<FormInput>
  readonly onCancel: () => void
}): ReactNode {
  const { isNew, isDirty, isSaving } = props
  const faults = faultsIn(props.errors)
  const bar = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={bar}
      className="sticky bottom-0 -mx-6 flex max-w-none! flex-wrap items-center gap-3 border-t border-line bg-pane px-6 py-3"
    >
      <Button submit tone="primary" size="large" busy={isSaving} disabled={!isDirty}>
        {isNew ? words.saveNew : words.save}
      </Button>
      {isNew && (
        <LinkButton size="large" tone="quiet" href={hrefOf({ page: 'connect', connection: null })}>
          {texts.common.cancel}
        </LinkButton>
      )}
      {isDirty && !isNew && (
        <Button size="large" tone="quiet" disabled={isSaving} onClick={props.onCancel}>
          {texts.common.cancel}
        </Button>
      )}
      <p role="status" className="text-sm text-bad">
        {faults > 0 && (
          <button
            type="button"
            onClick={() => showFirst(bar.current?.closest('form') ?? null)}
            className="flex items-center gap-1.5 rounded font-medium underline decoration-dotted underline-offset-2"
          >
            <CircleAlert size={14} aria-hidden className="shrink-0" />
            {words.toCorrect({ n: faults })}
          </button>
        )}
      </p>
    </div>
  )
}

/** The fields with an error, at any depth. */
function faultsIn(errors: object): number {
  if ('message' in errors && typeof errors.message === 'string') return 1
  return Object.entries(errors)
    .filter(([name]) => name !== 'ref')
    .reduce((sum, [, part]) => sum + (typeof part === 'object' && part !== null ? faultsIn(part) : 0), 0)
}

function showFirst(form: HTMLElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  const fold = first?.closest('details')
  if (fold !== null && fold !== undefined) fold.open = true
  first?.focus()
}
