// List above the columns with questions that the suggestion could not answer. A question disappears once answered.
import { CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Callout } from '../../components/panel.tsx'
import { mapTexts } from '../../texts/load/map.ts'
import { type Said, sentenceOf } from '../../../shared/texts/message.ts'

const words = mapTexts.questions

export function Questions(props: {
  readonly questions: readonly Said[]
  readonly onFinish: (question: Said) => void
}): ReactNode {
  if (props.questions.length === 0) return null
  return (
    <Callout tone="info" icon={CircleHelp} title={words.title} className="mx-4 mt-3">
      <ul className="mt-1 grid gap-1">
        {props.questions.map((question) => (
          <li key={sentenceOf(question)} className="flex items-start gap-3">
            <span className="min-w-0 flex-1">{sentenceOf(question)}</span>
            <Button
              size="small"
              tone="quiet"
              className="-my-0.5"
              aria-label={words.finish({ question: sentenceOf(question) })}
              onClick={() => props.onFinish(question)}
            >
              {words.done}
            </Button>
          </li>
        ))}
      </ul>
    </Callout>
  )
}
