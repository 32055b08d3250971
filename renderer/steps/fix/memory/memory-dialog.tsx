// Dialog of remembered repairs: one tab with those that fit this batch, applied as one edit, and one with all of
// them, which can be reviewed and deleted.
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { api, engine } from '../../../app/engine.ts'
import { type FailureMessage, failureOf } from '../../../components/notices/failure.ts'
import { texts } from '../../../texts/common.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { Callout } from '../../../components/panel.tsx'
import { TabPane, Tabs } from '../../../components/tabs.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { memoryTexts } from '../../../texts/fix/memory.ts'
import { type Preview, useChangePreview } from '../../../accounts/change-preview/use-change-preview.ts'
import type { FieldTitles } from '../../../accounts/field-titles.ts'
import { useFieldTitles } from '../../../accounts/use-field-titles.ts'
import { OfferPane } from './offer-pane.tsx'
import { RememberedPane } from './remembered-pane.tsx'
import { type ChosenOffers, type Offers, useOffers } from './use-offers.ts'

type View = 'here' | 'everything'

export function MemoryDialog(props: { readonly batch: BatchView; readonly onClose: () => void }): ReactNode {
  const { batch, onClose } = props
  const [view, setView] = useState<View>('here')
  const offers = useOffers(batch.id)
  const titles = useFieldTitles(batch.catalogue)
  const { sure, but } = offers.chosen
  const { all } = offers
  const preview = useChangePreview(
    JSON.stringify([batch.id, offers.chosen, all.offers, all.cells]),
    (signal) => engine.memory.preview({ batch: batch.id, chosen: { sure, but: [...but] } }, { signal }),
  )
  const { apply, applying, refused } = useApply(batch.id, onClose)
  const { cells, fresh, failure } = preview
  const n = fresh && failure === null ? (cells?.cells ?? 0) : 0
  const ready = n > 0 && cells?.refusal === null && !applying && view === 'here'
  return (
    <Dialog
      open
      onClose={() => {
        if (!applying) onClose()
      }}
      width="wide"
      title={memoryTexts.title}
      description={memoryTexts.body}
      actions={
        <>
          <Button onClick={onClose} disabled={applying}>
            {texts.common.close}
          </Button>
          {view === 'here' && offers.all.offers > 0 && (
            <Button
              tone="primary"
              busy={applying}
              // Keeps the focus while the preview is refreshed.
              aria-disabled={!ready}
              onClick={() => {
                if (ready) void apply(offers.chosen)
              }}
            >
              {memoryTexts.apply({ n })}
            </Button>
          )}
        </>
      }
    >
      <div className="grid h-[min(33rem,calc(100vh-15rem))] min-h-0 grid-rows-[minmax(0,1fr)_auto]">
        <Views view={view} onView={setView} offers={offers} preview={preview} titles={titles} />
        {refused !== null && (
          <Callout tone="error" className="mt-2">
            {refused.message}
          </Callout>
        )}
      </div>
    </Dialog>
  )
}

function Views(props: {
  readonly view: View
  readonly onView: (view: View) => void
  readonly offers: Offers
  readonly preview: Preview
  readonly titles: FieldTitles
}): ReactNode {
  const { offers, titles } = props
  return (
    <Tabs
      label={memoryTexts.views}
      value={props.view}
      onChange={props.onView}
      tabs={[
        { value: 'here', label: memoryTexts.here, count: offers.all.offers },
        { value: 'everything', label: memoryTexts.everything },
      ]}
      className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)]"
      listClassName="px-0.5"
    >
      <TabPane value="here" className="min-h-0">
        <OfferPane offers={offers} preview={props.preview} titles={titles} />
      </TabPane>
      <TabPane value="everything" className="min-h-0">
        <RememberedPane titles={titles} />
      </TabPane>
    </Tabs>
  )
}

/** One edit, reported in the status line with its undo. */
function useApply(
  batch: number,
  onClose: () => void,
): {
  readonly apply: (chosen: ChosenOffers) => Promise<void>
  readonly applying: boolean
  readonly refused: FailureMessage | null
} {
  const client = useQueryClient()
  const [applying, setApplying] = useState(false)
  const [refused, setRefused] = useState<FailureMessage | null>(null)
  async function apply({ sure, but }: ChosenOffers): Promise<void> {
    setRefused(null)
    setApplying(true)
    try {
      const made = await engine.memory.apply({ batch, chosen: { sure, but: [...but] } })
      void client.invalidateQueries({ queryKey: api.memory.key() })
      toast.done(memoryTexts.applied({ n: made.cells }), {
        label: memoryTexts.undo,
        run: () => void undoIfNewest(batch, made.edit),
      })
      onClose()
    } catch (error) {
      setRefused(failureOf(error))
    } finally {
      setApplying(false)
    }
  }
  return { apply, applying, refused }
}

async function undoIfNewest(batch: number, edit: number): Promise<void> {
  try {
    const newest = (await engine.edits.history({ batch })).find((one) => !one.undone)
    if (newest?.id === edit) await engine.edits.undo({ batch })
    else toast.notice('info', memoryTexts.undoneElse)
  } catch (error) {
    toast.failed(error)
  }
}
