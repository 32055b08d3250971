// The entry "Duplicates" of the menu "More actions", and the press that opens the view from its cause.
import { CopyCheck } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { BatchView } from '../../../../shared/contract.ts'
import type { FixTool, FixToolProps } from '../fix-tool.ts'
import { duplicatesTexts } from './duplicates-texts.ts'

const Window = lazy(() =>
  import('./duplicates-window.tsx').then((made) => ({ default: made.DuplicatesWindow })),
)

function Duplicates({ batch, onClose }: Pick<FixToolProps, 'batch' | 'onClose'>): ReactNode {
  return (
    <Suspense fallback={null}>
      <Window batch={batch} onClose={onClose} />
    </Suspense>
  )
}

export const duplicateTools: readonly FixTool[] = [
  { id: 'duplicates', label: duplicatesTexts.title, icon: CopyCheck, Window: Duplicates },
]

export function OpenDuplicates({ batch }: { readonly batch: BatchView }): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="-ml-1 h-6 rounded px-1 text-xs font-medium text-accent hover:underline"
      >
        {duplicatesTexts.open}
      </button>
      {open && <Duplicates batch={batch} onClose={() => setOpen(false)} />}
    </>
  )
}
