// Reading a batch's file again in another way. It becomes a new batch; the old one goes where nothing of it was sent. The
// file's place is known while this page lives; else it is chosen again.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import { onTheWay } from '../../app/batch-parts.ts'
import { api, engine, failureOf } from '../../app/engine.ts'
import { openBatch, sourceOfBatch, useOpenFile } from '../../app/open-file.tsx'
import { type ReadAs, ReadAsDialog } from '../../app/read-as-dialog.tsx'
import { go, hrefOfStep } from '../../app/route.ts'
import { Button } from '../../parts/button.tsx'
import { Callout } from '../../parts/panel.tsx'
import { loadTexts } from './load-texts.ts'

const words = loadTexts.differently

export function ReadDifferently(props: {
  readonly batch: BatchView
  readonly onClose: () => void
  readonly headerRow: number | null
  readonly text: boolean
}): ReactNode {
  const { batch } = props
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string | null>(null)
  const path = chosen ?? sourceOfBatch(batch.id)?.path ?? null
  const choose = useOpenFile(useCallback(async (picked: string) => setChosen(picked), []))
  const sent = onTheWay(batch) + batch.states.settled > 0
  const again = useMutation({
    mutationFn: async (as: ReadAs) => {
      if (path === null) return null
      const next = await openBatch(path, { ...as, name: batch.name })
      if (!sent) await engine.batches.remove({ batch: batch.id })
      return next
    },
    onSuccess: async (next) => {
      if (next === null) return
      props.onClose()
      go(hrefOfStep(next, 'load'))
      await client.invalidateQueries({ queryKey: api.batches.list.key() })
    },
  })
  return (
    <ReadAsDialog
      title={words.title}
      description={sent ? words.sent : words.body}
      failure={again.isError ? failureOf(again.error).message : null}
      text={props.text}
      headerRow={props.headerRow}
      busy={again.isPending}
      blocked={path === null}
      onRead={(as) => again.mutate(as)}
      onClose={props.onClose}
    >
      {choose.input}
      {path === null && (
        <Callout
          tone="info"
          actions={
            <Button size="small" onClick={choose.pick} busy={choose.upload !== null}>
              {words.choose}
            </Button>
          }
        >
          {words.lost}
        </Callout>
      )}
    </ReadAsDialog>
  )
}
