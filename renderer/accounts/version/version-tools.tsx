// The entry of the Fix step's menu "More actions" that is about versions; its window is fetched when it is opened.
import { GitCompare } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { FixTool, FixToolProps } from '../fix-tool.ts'
import { versionTexts } from '../../texts/version.ts'

const VersionTool = lazy(() => import('./version-tool.tsx').then((made) => ({ default: made.VersionTool })))

/** Nothing is shown in the moment before the window is there: the step stays as it is. */
function Versions(props: FixToolProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <VersionTool {...props} />
    </Suspense>
  )
}

export const versionTools: readonly FixTool[] = [
  { id: 'versions', label: versionTexts.tool, icon: GitCompare, Window: Versions },
]
