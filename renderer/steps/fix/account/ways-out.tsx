// The ways out of problems that no cell can answer for, right where they are told: map a column, set a fixed value, remove
// the object or item that asks for it.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../../shared/contract.ts'
import type { AccountView } from '../../../../shared/views.ts'
import { onTheWay } from '../../../app/batch-parts.ts'
import { api } from '../../../app/engine.ts'
import { go, hrefOfStep } from '../../../app/route.ts'
import { Button } from '../../../parts/button.tsx'
import { Tooltip } from '../../../parts/tooltip.tsx'
import { type AccountProblem, fieldTitles, sectionTitle } from './account-fields.ts'
import { fixTexts } from '../fix-texts.ts'
import type { Edits } from '../use-edits.ts'
import { FixedDialog } from './ways-out-fixed.tsx'
import { waysOutOf } from './ways-out-kinds.ts'
import { RemoveDialog } from './ways-out-remove.tsx'
import { waysOutTexts as words } from './ways-out-texts.ts'

export function WaysOut(props: {
  readonly batch: BatchView
  readonly account: AccountView
  readonly problem: AccountProblem
  readonly edits: Edits
}): ReactNode {
  const { batch, account, problem, edits } = props
  const [open, setOpen] = useState<'fixed' | 'remove' | null>(null)
  const catalogue = useQuery({
    ...api.catalogues.fields.queryOptions({ input: { id: batch.catalogue ?? '' } }),
    enabled: batch.catalogue !== null,
  })
  const fields = catalogue.data
  if (fields === undefined) return null
  const { field, remove } = waysOutOf(problem, account, fields, batch.mapping)
  const titles = fieldTitles(fields, { item: fixTexts.item, main: fixTexts.sectionMain })
  const what = remove === null ? '' : sectionTitle(remove, titles)
  const sent = onTheWay(batch) + batch.states.settled > 0
  if (field === null && (remove === null || account.locked !== null)) return null
  return (
    <div className="mt-1 flex flex-wrap gap-1.5">
      {field !== null && !field.isFixed && (
        <Tooltip text={sent ? words.sentAlready : words.mapHint(field.view.title)}>
          <Button
            size="small"
            aria-disabled={sent}
            onClick={() => {
              if (!sent) go(hrefOfStep(batch.id, 'map', { field: field.path }))
            }}
          >
            {words.map}
          </Button>
        </Tooltip>
      )}
      {field !== null && (
        <Button size="small" onClick={() => setOpen('fixed')}>
          {field.isFixed ? words.changeFixed : words.fixed}
        </Button>
      )}
      {remove !== null && account.locked === null && (
        <Button size="small" onClick={() => setOpen('remove')}>
          {words.remove(what)}
        </Button>
      )}
      {open === 'fixed' && field !== null && (
        <FixedDialog
          batch={batch}
          field={field.view}
          path={field.path}
          sent={sent}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'remove' && remove !== null && (
        <RemoveDialog
          batch={batch}
          account={account}
          attr={remove}
          what={what}
          edits={edits}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
