// Finds texts that no code uses. Sources are parsed by the bundler's own parser. A window's text is used where code
// reads it from its texts object, also through an alias (`const words = homeTexts.remove`) or a computed key; a message
// is used where code says its key, also as a template (`questions.header_${name}`). Where the last part of the way is
// computed, or the object is handed on, the text's name must at least occur in the code. A part that two catalogues
// share is used where one of them is.
import { posix } from 'node:path'
import { parseSync } from 'vite'

/** The texts object `name` that `file` exports, with its catalogue. */
export type TextsObject = { readonly file: string; readonly name: string; readonly catalogue: unknown }
/** By path. */
export type Sources = Readonly<Record<string, string>>

type Node = { readonly type: string } & Readonly<Record<string, unknown>>
/** `#` and the place of a texts object, then the names on the way to a text; `*` for a computed one. */
type Way = readonly string[]

type Found = {
  /** What code reads, by the place of the texts object. */
  readonly ways: Map<string, Map<string, Way>>
  /** Names that code mentions: properties, keys and texts. */
  readonly names: Set<string>
  /** Message keys with parts that are computed. */
  readonly templates: RegExp[]
}

/** `file: path` of each text that is not used, then each message key. */
export function unusedTexts(
  objects: readonly TextsObject[],
  messages: Readonly<Record<string, Readonly<Record<string, string>>>>,
  sources: Sources,
): string[] {
  const found: Found = { ways: new Map(), names: new Set(), templates: [] }
  for (const [file, source] of Object.entries(sources)) readSource(file, source, objects, found)
  const texts = objects.flatMap((object) =>
    leaves(object.catalogue).map((leaf) => ({
      ...leaf,
      line: `${object.file}: ${leaf.way.join('.')}`,
      isUsed: isTextUsed([placeOf(object), ...leaf.way], found),
    })),
  )
  const used = texts.filter(({ isUsed }) => isUsed)
  const unused = texts.filter(
    ({ isUsed, part, name }) => !isUsed && !used.some((one) => one.part === part && one.name === name),
  )
  const keys = Object.entries(messages).flatMap(([room, own]) =>
    Object.keys(own).map((name) => `${room}.${name}`),
  )
  return [...unused.map(({ line }) => line), ...keys.filter((key) => !isKeyUsed(key, found))]
}

function placeOf({ file, name }: Pick<TextsObject, 'file' | 'name'>): string {
  return `#${file} ${name}`
}

/** A text of a catalogue: its way, and its name in the object that holds it. */
type Leaf = { readonly way: Way; readonly part: object; readonly name: string }

function leaves(part: unknown, before: Way = []): readonly Leaf[] {
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, inner]) => {
    const way = [...before, name]
    return typeof inner === 'string' ? [{ way, part, name }] : leaves(inner, way)
  })
}

function isTextUsed(text: Way, { ways, names }: Found): boolean {
  const [place = ''] = text
  return [...(ways.get(place)?.values() ?? [])].some((way) =>
    text.every((name, at) => {
      const given = way[at]
      return given === undefined || given === '*' ? isMentioned(name, names) : given === name
    }),
  )
}

/** Numbers count up in lists, and versions in the list of changes. */
const isNumber = /^\d+(?:\.\d+)*$/

/** A call of the contract is mentioned by its area and its own name. */
function isMentioned(name: string, names: ReadonlySet<string>): boolean {
  return names.has(name) || isNumber.test(name) || isCall(name, names)
}

function isCall(name: string, names: ReadonlySet<string>): boolean {
  const parts = name.split('.')
  return parts.length === 2 && parts.every((part) => names.has(part))
}

function isKeyUsed(key: string, { names, templates }: Found): boolean {
  return (
    names.has(key) ||
    templates.some((template) => {
      const parts = template.exec(key)?.slice(1)
      return parts !== undefined && parts.every((part) => names.has(part))
    })
  )
}

function readSource(file: string, source: string, objects: readonly TextsObject[], found: Found): void {
  const { program, errors } = parseSync(file, source, { sourceType: 'module' })
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message ?? ''}`)
  const root = program as unknown as Node
  let catalogues = 0
  walk(root, (node) => {
    collectNames(node, found)
    if (node.type === 'CallExpression' && nameOf(node['callee']) === 'createTexts') catalogues += 1
    return true
  })
  const note = (ways: readonly Way[]): void => noteWays(found, ways)
  const aliases = aliasesOf(file, root, objects)
  if (aliases.size > 0) markUses(root, { aliases, shadowed: new Set(), note })
  // A file that makes more of its catalogue than the object hands the others on.
  if (catalogues > 1) note(objects.filter((one) => one.file === file).map((one) => [placeOf(one)]))
}

function noteWays({ ways }: Found, read: readonly Way[]): void {
  for (const way of read) {
    const [place = ''] = way
    const known = ways.get(place) ?? new Map<string, Way>()
    ways.set(place, known.set(way.join('.'), way))
  }
}

function collectNames(node: Node, { names, templates }: Found): void {
  const { value } = node
  if (node.type === 'Literal' && (typeof value === 'string' || typeof value === 'number'))
    names.add(String(value))
  if (node.type === 'MemberExpression' || node.type === 'Property') {
    const name = nameOf(node['property'] ?? node['key'])
    if (name !== null && node['computed'] !== true) names.add(name)
  }
  if (node.type === 'TemplateLiteral' || node.type === 'TSTemplateLiteralType') {
    const texts = nodesIn(node['quasis']).map(({ value: quasi }) => (quasi as { raw: string }).raw)
    if (texts.length > 1 && /^[a-z]+\.\w*$/.test(texts[0] ?? ''))
      templates.push(new RegExp(`^${texts.map((text) => text.replaceAll('.', '\\.')).join('(.+)')}$`))
  }
}

/** What each name of the file stands for: imported texts objects, and constants that hold a part of one. */
function aliasesOf(file: string, root: Node, objects: readonly TextsObject[]): Map<string, Way[]> {
  const aliases = new Map<string, Way[]>()
  const known = new Set(objects.map(placeOf))
  const add = (name: string | null, ways: readonly Way[]): void => {
    if (name === null) return
    const before = aliases.get(name) ?? []
    const more = ways.filter((way) => !before.some((one) => one.join() === way.join()))
    if (more.length > 0) aliases.set(name, [...before, ...more])
  }
  walk(root, (node) => {
    if (node.type === 'ImportDeclaration') {
      const from = posix.join(posix.dirname(file), (node['source'] as { value: string }).value)
      for (const specifier of nodesIn(node['specifiers'])) {
        const place = placeOf({ file: from, name: nameOf(specifier['imported']) ?? '' })
        if (known.has(place)) add(nameOf(specifier['local']), [[place]])
      }
    }
    if (node.type === 'VariableDeclarator') {
      const own = placeOf({ file, name: nameOf(node['id']) ?? '' })
      if (known.has(own)) add(nameOf(node['id']), [[own]])
      else bind(node['id'], waysOf(node['init'], { aliases, shadowed: new Set() }), add)
    }
    return true
  })
  return aliases
}

/** `words`, or `{ title, done: ended }`. */
function bind(
  pattern: unknown,
  ways: readonly Way[],
  add: (name: string | null, ways: readonly Way[]) => void,
): void {
  if (!isNode(pattern) || ways.length === 0) return
  if (pattern.type !== 'ObjectPattern') return add(nameOf(pattern), ways)
  for (const property of nodesIn(pattern['properties'])) {
    const name = nameOf(property['key'])
    if (name !== null)
      bind(
        property['value'],
        ways.map((way) => [...way, name]),
        add,
      )
  }
}

type Scope = { readonly aliases: ReadonlyMap<string, readonly Way[]>; readonly shadowed: ReadonlySet<string> }

/** What an expression reads of texts objects; empty for any other. */
function waysOf(expression: unknown, scope: Scope): readonly Way[] {
  if (!isNode(expression)) return []
  switch (expression.type) {
    case 'Identifier': {
      const name = nameOf(expression) ?? ''
      return scope.shadowed.has(name) ? [] : (scope.aliases.get(name) ?? [])
    }
    case 'MemberExpression': {
      const name =
        expression['computed'] === true ? literalOf(expression['property']) : nameOf(expression['property'])
      return waysOf(expression['object'], scope).map((way) => [...way, name ?? '*'])
    }
    case 'ConditionalExpression':
      return [...waysOf(expression['consequent'], scope), ...waysOf(expression['alternate'], scope)]
    case 'LogicalExpression':
      return [...waysOf(expression['left'], scope), ...waysOf(expression['right'], scope)]
    default:
      return wrappers.has(expression.type) ? waysOf(expression['expression'], scope) : []
  }
}

const wrappers = new Set([
  'ChainExpression',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
])

const functions = new Set(['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression'])

/** Notes what code reads of texts objects, each as far as the expression goes. */
function markUses(node: Node, scope: Scope & { readonly note: (ways: readonly Way[]) => void }): void {
  const { shadowed, note } = scope
  walk(node, (inner, parent) => {
    if (inner === node) return true
    if (inner.type.startsWith('TS') && !wrappers.has(inner.type)) return false
    if (inner.type === 'ImportDeclaration') return false
    if (functions.has(inner.type)) {
      const own = nodesIn(inner['params']).flatMap(boundNames)
      markUses(inner, { ...scope, shadowed: new Set([...shadowed, ...own]) })
      return false
    }
    if (inner.type === 'ExportNamedDeclaration' && isNode(inner['declaration']))
      for (const { init } of nodesIn(inner['declaration']['declarations'])) note(waysOf(init, scope))
    if (inner.type !== 'Identifier' && inner.type !== 'MemberExpression') return true
    if (isNameOnly(inner, parent)) return false
    const read = waysOf(inner, scope)
    if (read.length === 0) return true
    if (!isAlias(inner, parent)) note(read)
    for (const computed of computedIn(inner)) markUses({ type: 'Computed', computed }, scope)
    return false
  })
}

/** A name that is no expression: of a property, of a key, of what is declared. */
function isNameOnly(node: Node, parent: Node): boolean {
  const isKey = parent['computed'] !== true && parent['shorthand'] !== true
  return (
    node.type === 'Identifier' &&
    ((parent.type === 'MemberExpression' && parent['property'] === node && parent['computed'] !== true) ||
      (parent.type === 'Property' && parent['key'] === node && isKey) ||
      (parent.type === 'VariableDeclarator' && parent['id'] === node))
  )
}

function isAlias(node: Node, parent: Node): boolean {
  const isBound = isNode(parent['id']) && ['Identifier', 'ObjectPattern'].includes(parent['id'].type)
  return parent.type === 'VariableDeclarator' && parent['init'] === node && isBound
}

function computedIn(node: Node): readonly Node[] {
  if (node.type !== 'MemberExpression') return []
  const inner = isNode(node['object']) ? computedIn(node['object']) : []
  return node['computed'] === true && isNode(node['property']) ? [...inner, node['property']] : inner
}

function boundNames(pattern: Node): readonly string[] {
  const names: string[] = []
  walk(pattern, (node, parent) => {
    if (node.type.startsWith('TS')) return false
    // The default value of a parameter is no name.
    if (parent.type === 'AssignmentPattern' && parent['right'] === node) return false
    if (node.type === 'Identifier' && !isNameOnly(node, parent)) names.push(nameOf(node) ?? '')
    return true
  })
  return names
}

function walk(node: Node, visit: (node: Node, parent: Node) => boolean, parent: Node = node): void {
  if (!visit(node, parent)) return
  for (const value of Object.values(node)) for (const inner of nodesIn(value)) walk(inner, visit, node)
}

function nodesIn(value: unknown): readonly Node[] {
  return (Array.isArray(value) ? value : [value]).filter(isNode)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function nameOf(node: unknown): string | null {
  if (!isNode(node)) return null
  return typeof node['name'] === 'string' ? node['name'] : literalOf(node)
}

function literalOf(node: unknown): string | null {
  const value = isNode(node) && node.type === 'Literal' ? node['value'] : null
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}
