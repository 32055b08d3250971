// Finds the kinds of timeline events in the engine's sources: the fourth argument of every `addEvent`, and the
// `event` of every move. A place that names its kinds differently must be listed here; an unlisted one is an error,
// so that no kind is missed.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/**
 * Calls whose kind is not a literal: a pattern for the place that names it. The first group may match several
 * kinds.
 */
const named: Readonly<Record<string, readonly RegExp[]>> = {
  'sending/create/create.ts': [],
  'sending/status/store-status.ts': [],
  'api/connection-calls.ts': [/kind: ('paused' \| 'resumed')/g],
  'api/fixing/overruling-calls.ts': [/tell\(\w+, \w+, ('[a-z_]+')/g],
  'system/power/power-events.ts': [/note\(((?:isThere \? )?'[^,]+),/g],
  'sending/connections/run-connection.ts': [/const kind = ([^\n]+)/g],
  'fixing/version-merge/merge-parts.ts': [/kind: ('merged' \| 'merge_reverted')/g],
}

/** The arguments of a call after its opening bracket, as source text. */
function argumentsAt(source: string, from: number): string[] {
  const found: string[] = ['']
  let depth = 0
  for (let at = from; at < source.length; at += 1) {
    const sign = source[at] ?? ''
    if ('([{'.includes(sign)) depth += 1
    if (')]}'.includes(sign)) depth -= 1
    if (depth < 0) return found
    if (sign === ',' && depth === 0) found.push('')
    else found[found.length - 1] += sign
  }
  return found
}

const literals = (text: string): string[] => [...text.matchAll(/'([a-z_]+)'/g)].map(([, word = '']) => word)

/** `create_${answer.class}`: one kind per case that occurs. */
function templated(source: string): string[] {
  const before = source.slice(0, source.indexOf('kind: `create_${answer.class}`'))
  const head = before.slice(0, before.lastIndexOf('return {'))
  const [, cases = ''] = /((?:case '\w+':\s+)+)$/.exec(head) ?? []
  return literals(cases).map((name) => `create_${name}`)
}

function kindsIn(file: string, source: string): string[] {
  const kinds = [...source.matchAll(/event: \{\s*kind: '([a-z_]+)'/g)].map(([, kind = '']) => kind)
  if (source.includes('kind: `')) kinds.push(...templated(source))
  for (const call of source.matchAll(/\.addEvent\(/g)) {
    const kind = argumentsAt(source, call.index + call[0].length)[3] ?? ''
    const written = literals(kind)
    if (written.length === 0 && named[file] === undefined)
      throw new Error(`${file} writes events of the kind "${kind.trim()}": say here what that may be.`)
    kinds.push(...written)
  }
  for (const pattern of named[file] ?? []) {
    const found = [...source.matchAll(pattern)].flatMap(([, words = '']) => literals(words))
    if (found.length === 0) throw new Error(`${file} does not name its kinds of events as it did.`)
    kinds.push(...found)
  }
  return kinds
}

/** Without repeats, in alphabetical order. */
export function writtenKinds(): readonly string[] {
  const engine = join(root, 'electron', 'engine')
  const files = globSync('**/*.ts', { cwd: engine }).map((file) => file.replaceAll('\\', '/'))
  const kinds = files.flatMap((file) => kindsIn(file, readFileSync(join(engine, file), 'utf8')))
  return [...new Set(kinds)].toSorted()
}
