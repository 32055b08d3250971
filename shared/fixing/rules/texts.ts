// Fixes that treat text only as text: find and replace, tidy, value table, split, shorten. Pure.
import { assertNever } from '../../contract/assert-never.ts'
import { titled } from '../../mapping/conversions/texts.ts'
import { withoutUnseen } from '../../sheet/unseen.ts'
import { type CompiledFix, made, refused } from './made.ts'
import type { FixOf } from './rules.ts'
import { message } from '../../texts/create-message.ts'

export function replaceFix({ find, with: instead, match, matchCase }: FixOf<'replace'>): CompiledFix {
  const flags = matchCase ? 'gu' : 'giu'
  if (match === 'cell') {
    const fold = (text: string): string => (matchCase ? text.trim() : text.trim().toLowerCase())
    const wanted = fold(find)
    return made(({ text }) => (fold(text) === wanted ? instead : null))
  }
  if (match === 'part') {
    const literal = new RegExp(find.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), flags)
    return made(({ text }) => text.replace(literal, () => instead))
  }
  try {
    const pattern = new RegExp(find, flags)
    return made(({ text }) => text.replace(pattern, instead))
  } catch (error) {
    // The runtime prefixes its error message with the expression and its own flags.
    const said = error instanceof Error ? error.message : String(error)
    const why = said.replace(/^Invalid regular expression: \/.*\/[a-z]*: /s, '')
    return refused(message('fixing.not_a_pattern', { pattern: find, why }))
  }
}

export function tidyFix(rule: FixOf<'tidy'>): CompiledFix {
  return made(({ text }) => {
    let clean = rule.invisible ? withoutUnseen(text) : text
    if (rule.collapse) clean = clean.replace(/\s+/gu, ' ')
    if (rule.trim) clean = clean.trim()
    switch (rule.letters) {
      case null:
        return clean
      case 'upper':
        return clean.toUpperCase()
      case 'lower':
        return clean.toLowerCase()
      case 'title':
        return titled(clean)
      default:
        return assertNever(rule.letters)
    }
  })
}

export function tableFix({ values }: FixOf<'table'>): CompiledFix {
  const table = new Map<string, string>()
  for (const [word, text] of Object.entries(values)) {
    const name = word.trim().toLowerCase()
    const earlier = table.get(name)
    if (earlier !== undefined && earlier !== text)
      return refused(message('fixing.word_twice', { word, first: earlier, second: text }))
    table.set(name, text)
  }
  return made(({ text }) => table.get(text.trim().toLowerCase()) ?? null)
}

export function splitFix({ separator, part }: FixOf<'split'>): CompiledFix {
  if (part === 0) return refused(message('fixing.parts_from_one'))
  return made(({ text }) => {
    const parts = text.split(separator)
    return parts.at(part > 0 ? part - 1 : part)?.trim() ?? null
  })
}

/** Cuts only longer texts, and never inside a character of several units. */
export function shortenFix({ length, atWord }: FixOf<'shorten'>): CompiledFix {
  return made(({ text }) => {
    if (text.length <= length) return null
    let end = length
    // Never splits a surrogate pair.
    const code = text.charCodeAt(end)
    if (code >= 0xdc00 && code <= 0xdfff) end -= 1
    const cut = text.slice(0, end)
    const blank = cut.search(/\s+\S*$/)
    const endsWord = /^\s/.test(text.slice(end))
    return (atWord && !endsWord && blank > 0 ? cut.slice(0, blank) : cut).trimEnd()
  })
}
