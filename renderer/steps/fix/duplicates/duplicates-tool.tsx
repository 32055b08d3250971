// Entry "Duplicates" of the menu "More actions", and the button that opens the view from its cause.
import { CopyCheck } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { type FixTool, type FixToolProps, useOpenTool } from '../../../accounts/fix-tool.ts'
import { duplicatesTexts } from '../../../texts/fix/decisions/duplicates.ts'

const Window = lazy(() =>
  import('./duplicates-window.tsx').then((made) => ({ default: made.DuplicatesWindow })),
)

const id = 'duplicates'

function Duplicates({ batch, onClose }: Pick<FixToolProps, 'batch' | 'onClose'>): ReactNode {
  return (
    <Suspense fallback={null}>
      <Window batch={batch} onClose={onClose} />
    </Suspense>
  )
}

export const duplicateTools: readonly FixTool[] = [
  {
    id,
    get label() {
      return duplicatesTexts.title
    },
    icon: CopyCheck,
    Window: Duplicates,
  },
]

export function OpenDuplicates(): ReactNode {
  const openTool = useOpenTool()
  return (
    <button
      type="button"
      onClick={() => openTool(id, null)}
      className="-ml-1 h-6 rounded px-1 text-xs font-medium text-accent hover:underline"
    >
      {duplicatesTexts.open}
    </button>
  )
}
