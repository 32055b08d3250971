// Registry of the tools that the Fix step offers besides editing.
import { duplicateTools } from './duplicates/duplicates-tool.tsx'
import { findListTools } from '../../accounts/find-list/find-list.tsx'
import type { FixTool } from '../../accounts/fix-tool.ts'
import { memoryTools } from './memory/memory-tool.tsx'
import { questionTools } from './questions/question-tools.tsx'
import { versionTools } from '../../accounts/version/version-tools.tsx'

export const fixTools: readonly FixTool[] = [
  ...findListTools,
  ...duplicateTools,
  ...memoryTools,
  ...questionTools,
  ...versionTools,
]
