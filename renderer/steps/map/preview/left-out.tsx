// Explains why parts of a payload are left out or required: the engine's sentences, with the deciding cells.
import type { ReactNode } from 'react'
import type { ExplanationView } from '../../../../shared/contract/import/mapping.ts'
import type { Omission } from '../../../../shared/payload/problems.ts'
import { GroupLabel } from '../../../components/panel.tsx'
import { originText } from '../../../components/payload/payload-view.tsx'
import { mapTexts } from '../../../texts/load/map.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'

const words = mapTexts.leftOut
/** The sentence itself names this many. */
const namedCells = 3

/** Everything that is left out of one payload, below it. */
export function LeftOut(props: {
  readonly omitted: readonly Omission[]
  readonly explanations: readonly ExplanationView[]
}): ReactNode {
  const reported = props.explanations.filter((one) => props.omitted.some(({ path }) => path === one.path))
  if (reported.length === 0) return null
  return (
    <section aria-label={words.title({ n: reported.length })} className="mt-4 border-t border-line pt-3">
      <GroupLabel className="pb-1.5">{words.title({ n: reported.length })}</GroupLabel>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {reported.map((one, at) => (
          <li key={at}>
            <Explained explanation={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

export function Explained({ explanation }: { readonly explanation: ExplanationView }): ReactNode {
  const { sentence, cells } = explanation
  return (
    <div className="min-w-0 flex-1 text-xs">
      <p className="wrap-anywhere">{withCode(sentenceOf(sentence))}</p>
      {cells.length > namedCells && (
        <ul className="mt-1 flex flex-wrap gap-1">
          {cells.map((cell) => (
            <li
              key={originText(cell)}
              className="max-w-full truncate rounded border border-line px-1.5 text-2xs leading-4"
            >
              {originText(cell)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Paths are in backquotes. */
function withCode(sentence: string): ReactNode {
  return sentence.split('`').map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <code key={at} className="font-mono text-2xs text-text">
        {part}
      </code>
    ),
  )
}
