// Checks that no name, text, test title or comment uses a word that a standard term has replaced. Words inside
// identifiers count too: `createOffice` and `came_to` are split into their parts.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../electron/cli/launch.js'

/** Replaced terms with the term to use instead. A phrase is found across line ends too. */
export const replaced = new Map([
  ['office', 'connection manager'],
  ['desk', 'request context'],
  ['bench', 'compiled mapping'],
  ['workshop', 'job runner'],
  ['conductor', 'scheduler'],
  ['alarm', 'wake signal, alert'],
  ['gather', 'collect, group commit'],
  ['gathers', 'collects'],
  ['gathered', 'collected'],
  ['gathering', 'collecting'],
  ['breath', 'yield to the event loop'],
  ['breathe', 'yield to the event loop'],
  ['judge', 'validate'],
  ['judges', 'validates'],
  ['judged', 'validated'],
  ['judging', 'validating'],
  ['judgement', 'validation'],
  ['judgment', 'validation'],
  ['rejudge', 'rebuild'],
  ['twin', 'duplicate'],
  ['told', 'reported, shown, informed'],
  ['take back', 'cancel, revert'],
  ['takes back', 'cancels, reverts'],
  ['taken back', 'cancelled, reverted'],
  ['taking back', 'cancelling, reverting'],
  ['took back', 'cancelled, reverted'],
  ['look again', 'recheck'],
  ['looks again', 'rechecks'],
  ['looked again', 'rechecked'],
  ['looking again', 'rechecking'],
  ['second look', 'recheck'],
  ['anew', 'again'],
  ['house', 'test harness'],
  ['traveller', 'user'],
  ['shelter', 'fault harness'],
  ['spree', 'kill run'],
  ['pacer', 'rate limiter'],
  ['soundness', 'integrity'],
  ['machine life', 'power events'],
  ['laid over', 'overlaid'],
  ['lay over', 'overlay'],
  ['concern', 'alert'],
  ['concerned', 'affected'],
  ['standing', 'state'],
  ['news', 'events, changes'],
])

/**
 * Names of other programs, of their settings and of their XML namespaces, the folder and the command of the
 * benchmarks, fields of an address, a tariff's standing charge, and the idiom "to stand still".
 */
const names =
  /category: Office|\boffice:|'office', 'table'|microsoft\\?\.com\\?\/office|Microsoft Office|[Oo]ld Office (?:file|document)|\bbench(?:, files|`|\/|')|[Ss]tanding ?[Ss]till|Standing charge|LibreOffice|OpenOffice|officeDocument|\btest\/bench\b|npm run (?:-s )?bench\b|"bench":|house[ _-]?(?:number|name|no)\b|\bhouses?\\?\|/gi

const words = new Map([...replaced].filter(([word]) => !word.includes(' ')))
const phrases = [...replaced]
  .filter(([word]) => word.includes(' '))
  .map(([word, instead]) => ({
    word,
    instead,
    pattern: new RegExp(`\\b${word.replace(' ', '(?:[\\s_*/#-]{1,12}|(?=[A-Z]))')}\\b`, 'gi'),
  }))

/** One line for each replaced word in `text`: its place, and the term to use instead. */
export function findReplacedWords(file, text) {
  const plain = text.replace(names, (name) => ' '.repeat(name.length))
  const lineOf = (at) => plain.slice(0, at).split('\n').length
  const found = []
  for (const match of plain.matchAll(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g)) {
    const word = match[0].toLowerCase()
    const known = words.has(word)
      ? word
      : word.endsWith('es') && words.has(word.slice(0, -2))
        ? word.slice(0, -2)
        : word.endsWith('s') && words.has(word.slice(0, -1))
          ? word.slice(0, -1)
          : null
    if (known !== null) found.push(`${file}:${lineOf(match.index)} “${match[0]}”: write ${words.get(known)}`)
  }
  for (const { word, instead, pattern } of phrases)
    for (const match of plain.matchAll(pattern))
      found.push(`${file}:${lineOf(match.index)} “${word}”: write ${instead}`)
  return found
}

/** Every file of the project with text for people, except samples of other people's data. */
export function textFiles() {
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((file) => /\.(?:[cm]?[jt]sx?|css|md|yml|json|html)$/.test(file))
    .filter(
      (file) =>
        !/^package-lock\.json$|\/samples\/|\/corpus\/made\/|^test\/files\/made\/|\/examples\/|^\.scripts\/glossary\.js$/.test(
          file,
        ),
    )
}

/** One line for each replaced word in the project. */
export function checkGlossary() {
  return textFiles().flatMap((file) => findReplacedWords(file, readFileSync(join(root, file), 'utf8')))
}
