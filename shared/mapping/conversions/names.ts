// Takes the title, the given name or the family name out of a whole name: "Mr John Smith", "Smith, John". Two persons
// in one cell, a company and a single word are refused, because nobody can tell their parts. Pure.
import { message, type Message } from '../../texts/create-message.ts'

export type NamePart = 'title' | 'given' | 'family'
export type NameParts = { readonly title: string; readonly given: string; readonly family: string }
export type NameRead =
  | { readonly ok: true; readonly parts: NameParts }
  | { readonly ok: false; readonly message: Message }

const title =
  /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|lady|lord|rev|reverend|herr|frau|mme|mlle)\.?$/i
/** Words that begin a family name of several words. */
const particles = new Set(
  'van von de der den del della di da dos du la le el al bin ibn ter ten zu zum zur st st.'.split(' '),
)
const suffix = /^(?:jr|sr|junior|senior|ii|iii|iv|obe|mbe|cbe|phd|esq)\.?$/i
const company =
  /\b(?:ltd|limited|plc|llp|llc|inc|gmbh|ag|company|trust|council|church|school|association|estate|executors?)\b/i

export function readName(text: string): NameRead {
  const clean = text.replace(/\s+/g, ' ').trim()
  if (/&|\+|\/|;|\band\b|\bund\b/i.test(clean))
    return { ok: false, message: message('conversions.two_names') }
  if (company.test(clean)) return { ok: false, message: message('conversions.company_name') }
  const [before = '', after, more] = clean.split(/\s*,\s*/)
  if (more !== undefined && !suffix.test(more)) return { ok: false, message: message('conversions.odd_name') }
  if (after === undefined || suffix.test(after)) return inOrder(before.split(' '))
  const lead = before.split(' ')
  const rest = after.split(' ')
  const titles = [...takeTitles(lead), ...takeTitles(rest), ...takeTitles(rest, true)]
  return found(titles, rest, lead)
}

function inOrder(words: readonly string[]): NameRead {
  const rest = [...words]
  const titles = takeTitles(rest)
  while (rest.length > 2 && suffix.test(rest.at(-1) ?? '')) rest.pop()
  if (rest.length === 1 && titles.length === 0)
    return { ok: false, message: message('conversions.single_name') }
  let from = rest.length - 1
  while (from > 1 && particles.has((rest[from - 1] ?? '').toLowerCase())) from -= 1
  if (from === 1 && particles.has((rest[0] ?? '').toLowerCase())) from = 0
  return found(titles, rest.slice(0, from), rest.slice(from))
}

/** Removes the titles at the beginning, or the end, of the words. */
function takeTitles(words: string[], atEnd = false): string[] {
  const taken: string[] = []
  while (words.length > 0 && title.test(words.at(atEnd ? -1 : 0) ?? '')) {
    const word = atEnd ? words.pop() : words.shift()
    taken.push(word ?? '')
  }
  return taken
}

function found(titles: readonly string[], given: readonly string[], family: readonly string[]): NameRead {
  if (family.length === 0 || family[0] === '') return { ok: false, message: message('conversions.odd_name') }
  const parts = { title: titles.join(' '), given: given.join(' '), family: family.join(' ') }
  return { ok: true, parts }
}

/** Whether a column of these values looks like whole names: most have two to four words, and nothing else in them. */
export function looksLikeNames(values: readonly string[]): boolean {
  const filled = [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))]
  if (filled.length < 2) return false
  const names = filled.filter((value) => {
    if (/[\d@/\\_:]/.test(value) || !/^\p{L}/u.test(value)) return false
    const read = readName(value)
    return read.ok && read.parts.given !== '' && value.split(/\s+/).length <= 5
  })
  return names.length >= filled.length * 0.7
}
