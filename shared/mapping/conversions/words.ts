// Converts words with a fixed meaning: the column's own words for yes and no, and a table from the column's words
// to the field's choices. Words are compared without case and outer blanks; an unlisted word is refused, never
// guessed.
import type { CatalogueField } from '../../catalogue/catalogue.ts'
import { fieldStep } from './by-field.ts'
import { faulty, folded, type MadeStep, made, refuse, value } from './converted.ts'
import { listed, quoter } from './propose/samples.ts'
import { message } from '../../texts/create-message.ts'

/** A message names so many words at most. */
const shownWords = 8

export function booleanStep(yes: readonly string[], no: readonly string[]): MadeStep {
  const words = new Map<string, boolean>()
  for (const [list, meaning] of [[yes, true] as const, [no, false] as const]) {
    for (const word of list) {
      if (words.has(folded(word)) && words.get(folded(word)) !== meaning)
        return faulty(message('conversions.word_means_both', { word }))
      words.set(folded(word), meaning)
    }
  }
  const known = listed([...yes, ...no], quoter(false), shownWords)
  const unknown = message('conversions.none_of_words', { words: known })
  return made((text) => {
    const meaning = words.get(folded(text))
    return meaning === undefined ? refuse('invalid', unknown) : value(meaning)
  })
}

export function choiceStep(values: Readonly<Record<string, string>>, field: CatalogueField): MadeStep {
  const table = new Map<string, string>()
  for (const [word, choice] of Object.entries(values)) {
    const earlier = table.get(folded(word))
    if (earlier !== undefined && earlier !== choice)
      return faulty(message('conversions.word_twice', { word, first: earlier, second: choice }))
    table.set(folded(word), choice)
  }
  const strict = fieldStep(field)
  return made((text) => {
    const choice = table.get(folded(text))
    return choice === undefined
      ? refuse('invalid_choice', message('conversions.not_in_table'))
      : strict(choice, null)
  })
}
