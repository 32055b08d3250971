// Words of problem causes: the catalogue's for a known code, else the code spelled as plain words.
import type { ProblemGroup } from '../../shared/contract/views.ts'
import { generalPath } from '../../shared/catalogue/catalogue.ts'
import { sentenceOf } from '../../shared/texts/message.ts'
import { causeTexts } from '../texts/fix/cause.ts'
import { type FieldTitles, noTitles, spelled, titlesOf } from './field-titles.ts'

type OfField = (values: { readonly title: string | number }) => string

/** @param title of the field; null: the problem is of the whole account, or of any field */
export function causeOf(code: string | null, title: string | null): string {
  if (code === null) return title === null ? causeTexts.noCode : causeTexts.noCodeOfField({ title })
  const whole = of<string>(causeTexts.whole, code)
  if (whole !== undefined) return whole
  if (title === null) return spelled(code)
  const words = of<OfField>(causeTexts.ofField, code)
  return words?.({ title }) ?? causeTexts.otherOfField({ title, code: spelled(code).toLowerCase() })
}

/** The name of a cause in lists of causes. */
export function causeWords({ code, field, title }: ProblemGroup): string {
  return causeOf(code, title === code || field === null ? null : sentenceOf(title))
}

/** A kind of check for any field; with a path, for the field at its end. */
export function checkWords(code: string, path: string | null, titles: FieldTitles = noTitles): string {
  const title = path === null ? undefined : titlesOf(generalPath(path), titles).at(-1)
  if (title !== undefined) return causeOf(code, title)
  return of<string>(causeTexts.ofAnyField, code) ?? causeOf(code, null)
}

function of<T>(table: Readonly<Record<string, T>>, code: string): T | undefined {
  return Object.hasOwn(table, code) ? table[code] : undefined
}
