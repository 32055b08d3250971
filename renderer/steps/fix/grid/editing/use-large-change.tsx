// Hook that confirms a change of very many cells. It shows the size, then changes the cells by a rule in the engine
// as one edit. "Look at it first" opens the bulk fix dialog with its preview.
import { type ReactNode, useState } from 'react'
import type { Fix, FixScope } from '../../../../../shared/fixing/fix.ts'
import { texts } from '../../../../texts/common.ts'
import { Button } from '../../../../components/button.tsx'
import { Dialog } from '../../../../components/overlays/dialog.tsx'
import { toast } from '../../../../components/notices/toast.tsx'
import { bulkTexts } from '../../../../texts/fix/bulk.ts'
import { gridTexts } from '../../../../texts/fix/grid.ts'
import { textsOfFix } from '../../bulk/fix-words.ts'
import { notWritten } from '../../../../accounts/typed/refused-texts.ts'
import type { Edits } from '../../edits/use-edits.ts'
import type { Said } from '../../../../../shared/texts/message.ts'

export type LargeChange = {
  readonly title: string
  readonly verb: string
  readonly rows: number
  /** False: more rows may be found yet. */
  readonly counted: boolean
  readonly words: Said
  readonly fix: Fix
  readonly scope: FixScope
  /** Opens the dialog with a preview; null where it has no such fix. */
  readonly look: (() => void) | null
}

export function useLargeChange(
  edits: Edits,
  /** Gives the focus back to the grid. */
  after: () => void,
): { readonly ask: (change: LargeChange) => void; readonly dialog: ReactNode } {
  const [asked, setAsked] = useState<LargeChange | null>(null)
  const [busy, setBusy] = useState(false)

  function close(): void {
    if (busy) return
    setAsked(null)
    setTimeout(after)
  }
  async function make({ fix, scope, words }: LargeChange): Promise<void> {
    setBusy(true)
    try {
      const done = await edits.fix({ fix, scope, words })
      const left = done.locked === 0 ? '' : ` ${gridTexts.lockedOut({ n: done.locked })}`
      toast.done(`${gridTexts.changed({ n: done.cells })}${left}`, {
        label: bulkTexts.undo,
        run: () => void edits.undoIfNewest(done.edit),
      })
    } catch (error) {
      toast.notDone(notWritten(textsOfFix(fix)), error)
    }
    setBusy(false)
    setAsked(null)
    setTimeout(after)
  }

  const dialog = asked !== null && (
    <LargeChangeDialog
      change={asked}
      busy={busy}
      onClose={close}
      onLook={(look) => {
        setAsked(null)
        // After this dialog has let go of the focus.
        setTimeout(look)
      }}
      onConfirm={() => void make(asked)}
    />
  )
  return { ask: setAsked, dialog }
}

function LargeChangeDialog(props: {
  readonly change: LargeChange
  readonly busy: boolean
  readonly onClose: () => void
  readonly onLook: (look: () => void) => void
  readonly onConfirm: () => void
}): ReactNode {
  const { change, busy } = props
  const { look } = change
  return (
    <Dialog
      open
      onClose={props.onClose}
      focusIsCallers
      width="small"
      title={change.title}
      description={(change.counted ? gridTexts.largeBody : gridTexts.largeBodyCounting)({
        rows: change.rows,
        columns: change.scope.columns.length,
      })}
      actions={
        <>
          <Button onClick={props.onClose} disabled={busy}>
            {texts.common.cancel}
          </Button>
          {look !== null && (
            <Button disabled={busy} onClick={() => props.onLook(look)}>
              {gridTexts.lookFirst}
            </Button>
          )}
          <Button tone="primary" busy={busy} onClick={props.onConfirm}>
            {change.verb}
          </Button>
        </>
      }
    />
  )
}
