// The texts of the window for tests that drive it in English and in German alike: a text is named in English, and what
// is looked for is that text or its German one.
type Leaves = Map<string, string>

const english = import.meta.glob<object>('../../renderer/texts/en/**/*.ts', { eager: true })
const german = import.meta.glob<object>('../../renderer/texts/de/**/*.ts', { eager: true })

function addLeaves(of: unknown, path: string, leaves: Leaves): void {
  if (typeof of === 'string') leaves.set(path, of)
  else if (typeof of === 'object' && of !== null)
    for (const [name, part] of Object.entries(of)) addLeaves(part, `${path}/${name}`, leaves)
}

function leavesOf(files: Record<string, object>, language: string): Leaves {
  const leaves: Leaves = new Map()
  for (const [path, exported] of Object.entries(files))
    addLeaves(exported, path.replace(`/${language}/`, '/'), leaves)
  return leaves
}

/** With `*` for each value. */
function withoutValues(template: string): string {
  let depth = 0
  let text = ''
  for (const character of template) {
    if (character === '{') {
      if (depth === 0) text += '*'
      depth += 1
    } else if (character === '}') depth -= 1
    else if (depth === 0) text += character
  }
  return text
}

const germanOf = leavesOf(german, 'de')
const forms = new Map<string, Set<string>>()
for (const [path, template] of leavesOf(english, 'en')) {
  const words = withoutValues(template)
  const known = forms.get(words) ?? new Set([words])
  forms.set(words, known.add(withoutValues(germanOf.get(path) ?? words)))
}

const pattern = (words: string): string =>
  words
    .split('*')
    .map((part) => part.replaceAll(/[.?+^$()[\]{}|\\]/g, String.raw`\$&`))
    .join('.+')

/** Throws when the window has no such text. */
function patternOf(words: string): string {
  const all = forms.get(words)
  if (all === undefined) throw new Error(`The window has no text “${words}”.`)
  return `(?:${[...all].map(pattern).join('|')})`
}

/** Exactly this text of the window, in either language; `*` stands for each of its values, such as `Submit *`. */
export const said = (words: string): RegExp => new RegExp(`^${patternOf(words)}$`, 's')

/** The same within other text. */
export const saidIn = (words: string): RegExp => new RegExp(patternOf(words), 's')
