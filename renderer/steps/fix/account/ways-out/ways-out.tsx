// Remedies for problems without a cell, shown next to the problem: map a column, set a fixed value, remove the object
// or item that requires it, or let the service decide if only our own check fails.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../../../shared/contract/contract.ts'
import type { AccountView, FieldView } from '../../../../../shared/contract/views.ts'
import { onTheWay } from '../../../../../shared/status/counts.ts'
import { fieldsQuery } from '../../../../accounts/use-field-titles.ts'
import { go, hrefOfStep } from '../../../../app/route.ts'
import { Button } from '../../../../components/button.tsx'
import { Tooltip } from '../../../../components/overlays/tooltip.tsx'
import { type AccountProblem, fieldTitles, sectionTitle } from '../account-fields.ts'
import { fixTexts } from '../../../../texts/fix/fix.ts'
import type { Edits } from '../../edits/use-edits.ts'
import { type Overrulable, OverrulingDialog } from '../../overruling/overruling-dialog.tsx'
import { ServiceDecides } from '../../overruling/service-decides.tsx'
import { FixedDialog } from './ways-out-fixed.tsx'
import { waysOutOf } from './ways-out-kinds.ts'
import { RemoveDialog } from './ways-out-remove.tsx'
import { waysOutTexts as words } from '../../../../texts/fix/ways-out.ts'

/** The remedy that was chosen; it stays the same while the problems change. */
export type WayOut =
  | { readonly kind: 'fixed'; readonly path: string; readonly field: FieldView }
  | { readonly kind: 'remove'; readonly attr: string; readonly what: string }
  | { readonly kind: 'decide'; readonly about: Overrulable }

const isSent = (batch: BatchView): boolean => onTheWay(batch) + batch.states.done > 0

export function WaysOut(props: {
  readonly batch: BatchView
  readonly account: AccountView
  readonly problem: AccountProblem
  readonly onWayOut: (way: WayOut) => void
  /** The grid already shows another account; no action is possible on this one. */
  readonly old: boolean
}): ReactNode {
  const { batch, account, problem, onWayOut, old } = props
  const catalogue = useQuery(fieldsQuery(batch.catalogue))
  const fields = catalogue.data
  const decides = <ServiceDecides {...props} onDecide={(about) => onWayOut({ kind: 'decide', about })} />
  if (fields === undefined) return decides
  const { field, remove } = waysOutOf(problem, account, fields, batch.mapping)
  const titles = fieldTitles(fields, {
    item: (title, n) => fixTexts.item({ title, n }),
    main: fixTexts.sectionMain,
  })
  const what = remove === null ? '' : sectionTitle(remove, titles)
  const sent = isSent(batch)
  if (field === null && (remove === null || account.locked !== null)) return decides
  return (
    <>
      <div className="mt-1 flex flex-wrap gap-1.5">
        {field !== null && !field.isFixed && (
          <MapButton batch={batch} path={field.path} title={field.view.title} sent={sent} disabled={old} />
        )}
        {field !== null && (
          <Button
            size="small"
            disabled={old}
            onClick={() => onWayOut({ kind: 'fixed', path: field.path, field: field.view })}
          >
            {field.isFixed ? words.changeFixed : words.fixed}
          </Button>
        )}
        {remove !== null && account.locked === null && (
          <Button
            size="small"
            disabled={old}
            title={words.remove({ what })}
            className="max-w-full"
            onClick={() => onWayOut({ kind: 'remove', attr: remove, what })}
          >
            <span className="min-w-0 truncate">{words.remove({ what })}</span>
          </Button>
        )}
      </div>
      {decides}
    </>
  )
}

function MapButton(props: {
  readonly batch: BatchView
  readonly path: string
  readonly title: string
  /** Accounts of the batch were sent: the mapping stays as it is. */
  readonly sent: boolean
  readonly disabled: boolean
}): ReactNode {
  const { batch, path, sent } = props
  return (
    <Tooltip text={sent ? words.sentAlready : words.mapHint({ field: props.title })}>
      <Button
        size="small"
        aria-disabled={sent}
        disabled={props.disabled}
        onClick={() => {
          if (!sent) go(hrefOfStep(batch.id, 'map', { field: path }))
        }}
      >
        {words.map}
      </Button>
    </Tooltip>
  )
}

export function WayOutDialog(props: {
  readonly batch: BatchView
  readonly account: AccountView
  readonly way: WayOut
  readonly edits: Edits
  readonly onClose: () => void
}): ReactNode {
  const { batch, way, onClose } = props
  switch (way.kind) {
    case 'fixed':
      return (
        <FixedDialog batch={batch} field={way.field} path={way.path} sent={isSent(batch)} onClose={onClose} />
      )
    case 'remove':
      return <RemoveDialog {...props} attr={way.attr} what={way.what} />
    case 'decide':
      return <OverrulingDialog batch={batch} about={way.about} onClose={onClose} />
  }
}
