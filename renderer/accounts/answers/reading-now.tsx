// Progress of reading a file that came back.
import type { ReactNode } from 'react'
import { Progress } from '../../components/charts/progress.tsx'
import { questionTexts } from '../../texts/fix/question.ts'
import type { Reading } from './use-review.ts'

export function ReadingNow({
  reading,
}: {
  readonly reading: Extract<Reading, { stage: 'reading' }>
}): ReactNode {
  const { done, of } = reading
  const words = of === null ? questionTexts.reading : questionTexts.looked({ done, of })
  return (
    <div role="status" className="grid flex-1 content-center justify-items-center gap-3">
      <Progress label={questionTexts.reading} done={done} total={of} className="w-60" />
      <p className="text-sm text-soft">{words}</p>
    </div>
  )
}
