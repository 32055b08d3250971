// Version entry of the Fix step's menu "More actions". Its window is lazy-loaded.
import { GitCompare } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { FixTool, FixToolProps } from '../fix-tool.ts'
import { versionTexts } from '../../texts/load/version.ts'

const VersionTool = lazy(() => import('./version-tool.tsx').then((made) => ({ default: made.VersionTool })))

/** Nothing is shown while the window loads. */
function Versions(props: FixToolProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <VersionTool {...props} />
    </Suspense>
  )
}

export const versionTools: readonly FixTool[] = [
  {
    id: 'versions',
    get label() {
      return versionTexts.tool
    },
    icon: GitCompare,
    Window: Versions,
  },
]
