// Renders the window of the open tool on top of the Fix step's content.
import { type ReactNode, useCallback, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { type FixPlace, OpenToolContext } from '../../accounts/fix-tool.ts'
import { fixTools } from './fix-tools.ts'

const wholeBatch: FixPlace = { sheets: [], sheet: 0, filter: {}, selected: [] }

export function FixToolHost(props: { readonly batch: BatchView; readonly children: ReactNode }): ReactNode {
  const { batch } = props
  const [open, setOpen] = useState<{ readonly id: string; readonly place: FixPlace } | null>(null)
  const openTool = useCallback((id: string, place: FixPlace | null) => {
    setOpen({ id, place: place ?? wholeBatch })
  }, [])
  const isBuilt = batch.stage === 'open' || batch.stage === 'building'
  const tool = isBuilt ? fixTools.find(({ id }) => id === open?.id) : undefined
  return (
    <OpenToolContext value={openTool}>
      {props.children}
      {tool !== undefined && open !== null && (
        <tool.Window {...open.place} batch={batch} onClose={() => setOpen(null)} />
      )}
    </OpenToolContext>
  )
}
