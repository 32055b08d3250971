// Menu entry of the Fix step for remembered repairs.
import { History } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import type { FixTool, FixToolProps } from '../../../accounts/fix-tool.ts'
import { MemoryDialog } from './memory-lazy.ts'
import { memoryTexts } from '../../../texts/fix/memory.ts'

function MemoryWindow({ batch, onClose }: FixToolProps): ReactNode {
  return (
    <Suspense>
      <MemoryDialog batch={batch} onClose={onClose} />
    </Suspense>
  )
}

export const memoryTools: readonly FixTool[] = [
  {
    id: 'memory',
    get label() {
      return memoryTexts.menu
    },
    icon: History,
    Window: MemoryWindow,
  },
]
