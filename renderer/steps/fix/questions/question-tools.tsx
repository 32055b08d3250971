// Two entries of the menu "More actions" for customer questions. Their windows are lazy-loaded.
import { FileQuestion, FileInput } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { FixTool, FixToolProps } from '../../../accounts/fix-tool.ts'
import { questionTexts } from '../../../texts/fix/question.ts'

const AskWindow = lazy(() => import('./ask-window.tsx').then((made) => ({ default: made.AskWindow })))
const MergeWindow = lazy(() => import('./merge-window.tsx').then((made) => ({ default: made.MergeWindow })))

/** Nothing is shown in the moment before the window is there: the step stays as it is. */
function Ask(props: FixToolProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <AskWindow {...props} />
    </Suspense>
  )
}

function Merge(props: FixToolProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <MergeWindow {...props} />
    </Suspense>
  )
}

export const questionTools: readonly FixTool[] = [
  {
    id: 'ask',
    get label() {
      return questionTexts.ask
    },
    icon: FileQuestion,
    Window: Ask,
  },
  {
    id: 'merge-answers',
    get label() {
      return questionTexts.merge
    },
    icon: FileInput,
    Window: Merge,
  },
]
