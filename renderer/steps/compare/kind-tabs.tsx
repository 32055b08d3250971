// Filter of the lines by what changed about the account. Kinds without an account are left out, except the one that is
// shown.
import type { ReactNode } from 'react'
import type { ComparisonView } from '../../../shared/contract/comparison.ts'
import { type ComparisonKind, comparisonKinds } from '../../../shared/sending/comparison.ts'
import { message, sentenceOf } from '../../../shared/texts/message.ts'
import { Tabs } from '../../components/tabs.tsx'
import { compareTexts as words } from '../../texts/compare.ts'

export const wordsOfKind = (kind: ComparisonKind): string =>
  sentenceOf(message('report.compared_kind', { kind }))

export function KindTabs(props: {
  readonly view: ComparisonView
  readonly shown: ComparisonKind | null
  readonly onShown: (kind: ComparisonKind | null) => void
}): ReactNode {
  const { counts } = props.view
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const kinds = comparisonKinds.filter((kind) => counts[kind] > 0 || kind === props.shown)
  return (
    <Tabs<ComparisonKind | 'all'>
      label={words.kinds}
      look="filled"
      value={props.shown ?? 'all'}
      onChange={(value) => props.onShown(value === 'all' ? null : value)}
      listClassName="flex-wrap"
      tabs={[
        { value: 'all', label: words.all, count: all },
        ...kinds.map((kind) => ({ value: kind, label: wordsOfKind(kind), count: counts[kind] })),
      ]}
    />
  )
}
