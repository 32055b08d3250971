// All words of the window with their meanings, in alphabetical order of the language. Loaded when it is opened.
import type { ReactNode } from 'react'
import { currentFormat } from '../../../shared/texts/current.ts'
import { wordTexts } from '../../texts/words.ts'

export function WordList(): ReactNode {
  const { locale } = currentFormat()
  const words = Object.values(wordTexts.of).toSorted((one, other) =>
    one.word.localeCompare(other.word, locale),
  )
  return (
    <dl className="grid gap-2.5 pb-3">
      {words.map(({ word, meaning }) => (
        <div key={word}>
          <dt className="font-semibold">{word}</dt>
          <dd className="text-soft">{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
