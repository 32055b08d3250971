// Place of the practice's guide in the frame: shown on the pages of the batch that is practised with, and loaded then.
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { createPageCode, usePageCode } from '../../components/page-code.ts'
import { useDisplayChoices } from '../display/display.ts'
import { loadAllTexts } from '../display/language.ts'
import type { Route } from '../route.ts'

const practiceGuide = createPageCode(
  async () =>
    (await Promise.all([import('../../accounts/practice/guide.tsx'), loadAllTexts()]))[0].PracticeGuide,
)

type Props = { readonly route: Route; readonly batch: BatchView | null }

export function Guide({ route, batch }: Props): ReactNode {
  const { practice } = useDisplayChoices()
  if (batch === null || batch.id !== practice) return null
  return <Loaded route={route} batch={batch} />
}

function Loaded(props: { readonly route: Route; readonly batch: BatchView }): ReactNode {
  const PracticeGuide = usePageCode(practiceGuide)
  return PracticeGuide === null ? null : <PracticeGuide {...props} />
}
