// Finds imports that the project's rules forbid (README, "A tour of the folders"). Parses every file of shared/,
// electron/ and renderer/ with the bundler's own parser; nothing is matched by text.
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { basename, join, posix, relative, sep } from 'node:path'
import { parseSync, Visitor } from 'vite'

export type Imports = {
  readonly names: readonly string[]
  /** Imports whose target is not a string literal: they cannot be checked, so none are allowed. */
  readonly computed: number
  /** The file calls `fetch`. */
  readonly fetches: boolean
}

/** Small, pure modules that both sides may use. */
const sharedLibraries = [
  'zod',
  'fastest-levenshtein',
  '@orpc/contract',
  'numfmt',
  'intl-messageformat',
  '@schummar/icu-type-parser',
]
// biome-ignore format: a list of words reads as a paragraph
const windowLibraries = [
  'zod', 'react', 'react-dom', 'react-hook-form', '@hookform/resolvers', '@tanstack/react-query',
  '@orpc/contract', '@orpc/client', '@orpc/tanstack-query', '@base-ui/react', '@glideapps/glide-data-grid',
  '@tanstack/react-virtual', 'lucide-react', 'uplot',
]
const network = ['undici', 'http', 'https', 'http2', 'net', 'tls', 'dgram']
const databases = ['better-sqlite3', 'sqlite']
const teamDatabases = ['pg', 'pg-pool', 'pg-protocol', 'postgres']
const builtins = new Set(builtinModules)

/** Throws with the file's name when it cannot be parsed. */
export function importsOf(file: string, source: string): Imports {
  const { program, errors } = parseSync(file, source, { sourceType: 'module' })
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message ?? ''}`)
  const names: string[] = []
  let computed = 0
  let fetches = false
  const take = (target: unknown): void => {
    const text = literal(target)
    if (text === null) computed += 1
    else names.push(text)
  }
  const takeSource = (node: { readonly source: unknown }): void => {
    if (node.source !== null) take(node.source)
  }
  new Visitor({
    ImportDeclaration: takeSource,
    ExportAllDeclaration: takeSource,
    ExportNamedDeclaration: takeSource,
    ImportExpression: takeSource,
    TSImportType: takeSource,
    TSExternalModuleReference: (node) => take(node.expression),
    CallExpression: (node) => {
      const called = calledName(node.callee)
      if (called === 'require' || called === 'require.resolve') take(node.arguments[0])
      if (called === 'fetch' || called === 'globalThis.fetch') fetches = true
    },
    NewExpression: (node) => {
      // `new URL('./worker.ts', import.meta.url)` starts a module in its own process or thread.
      const target =
        calledName(node.callee) === 'URL' && node.arguments.length === 2 ? literal(node.arguments[0]) : null
      if (target !== null && /\.[cm]?[jt]sx?$/.test(target))
        names.push(target.startsWith('.') ? target : `./${target}`)
    },
  }).visit(program)
  return { names, computed, fetches }
}

function literal(node: unknown): string | null {
  const isText =
    typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string'
  return isText ? (node.value as string) : null
}

function calledName(node: { readonly type: string }): string {
  const name = (part: unknown): string =>
    typeof part === 'object' && part !== null && 'name' in part && typeof part.name === 'string'
      ? part.name
      : ''
  if ('object' in node && 'property' in node) return `${name(node.object)}.${name(node.property)}`
  return name(node)
}

/** One sentence for each forbidden import under `root`. */
export function findWrongArrows(root: string): string[] {
  return ['shared', 'electron', 'renderer']
    .flatMap((area) => sourcesOf(root, area))
    .flatMap((file) => {
      if (/^index\.[jt]sx?$/.test(basename(file)))
        return [`${file}: a barrel; import from the file that owns the thing`]
      const { names, computed, fetches } = importsOf(file, readFileSync(join(root, file), 'utf8'))
      const found = names.flatMap((name) => {
        const why = wrongArrow(file, name)
        return why === null ? [] : [`${file} imports ${name}: ${why}`]
      })
      // The launcher only imports the entry that it is given.
      if (computed > 0 && file !== 'electron/cli/launch.js')
        found.push(`${file}: an import with a computed name`)
      if (
        fetches &&
        file.startsWith('electron/engine/') &&
        !file.startsWith('electron/engine/sending/service-client/')
      ) {
        found.push(`${file} calls fetch: only engine/sending/service-client touches the network`)
      }
      return found
    })
}

function sourcesOf(root: string, area: string): string[] {
  let found: string[]
  try {
    found = readdirSync(join(root, area), { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
  return (
    found
      // Build configurations belong to neither window nor engine: they run in the build tool.
      .filter((path) => /\.[cm]?[jt]sx?$/.test(path) && !/node_modules|vite\.config\.ts$/.test(path))
      .map((path) =>
        relative(root, join(root, area, path))
          .split(sep)
          .join('/'),
      )
      .sort()
  )
}

function wrongArrow(file: string, name: string): string | null {
  if (name.startsWith('.')) return wrongFolder(file, posix.normalize(posix.join(posix.dirname(file), name)))
  const module = name.replace(/^node:/, '')
  const library = name.startsWith('@')
    ? name.split('/').slice(0, 2).join('/')
    : (module.split('/')[0] ?? module)
  const ofNode = name.startsWith('node:') || builtins.has(module)
  if (file.startsWith('shared/')) {
    if (ofNode) return 'shared/ knows no Node'
    return sharedLibraries.includes(library) ? null : 'shared/ imports zod and small pure libraries only'
  }
  if (file.startsWith('renderer/')) {
    if (ofNode) return 'renderer/ knows no Node'
    const allowed = windowLibraries.includes(library) || library.startsWith('@fontsource-variable/')
    return allowed ? null : 'not a library of the window'
  }
  return wrongLibrary(file, library)
}

function wrongLibrary(file: string, library: string): string | null {
  const inside = (...folders: readonly string[]): boolean =>
    folders.some((folder) => file.startsWith(`electron/${folder}/`))
  if (library === 'electron' && !inside('desktop')) return 'only electron/desktop imports electron'
  if (databases.includes(library) && !inside('engine/store', 'sandbox'))
    return 'only engine/store touches SQLite'
  if (teamDatabases.includes(library) && !inside('engine/team')) return 'only engine/team touches PostgreSQL'
  if (library === 'worker_threads' && inside('engine') && !inside('engine/jobs'))
    return 'only engine/jobs/threads.ts and thread-task.ts start and serve worker threads'
  if (network.includes(library) && inside('engine') && !inside('engine/sending/service-client')) {
    return 'only engine/sending/service-client touches the network'
  }
  return null
}

const hosts = ['electron/cli/', 'electron/web/', 'electron/desktop/']

/** The engine's client, the URL, and modules of the window as a whole: every step may use them. */
const client = /^renderer\/app\/(?:alerts|engine|keys|opening|route|title|(?:display|host)\/[a-z-]+)\.ts$/

/**
 * Inside the window: steps → accounts → components → texts; steps never import each other, and `app` combines them.
 */
function wrongRoom(file: string, target: string): string | null {
  const [, room = '', step = ''] = file.split('/')
  const [area, other = '', otherStep = ''] = target.split('/')
  if (area !== 'renderer' || room === 'app' || room === other) {
    return room === 'steps' && other === 'steps' && step !== otherStep ? 'a step imports another step' : null
  }
  const below: Readonly<Record<string, readonly string[]>> = {
    steps: ['accounts', 'components', 'texts'],
    accounts: ['components', 'texts'],
    components: ['texts'],
    texts: [],
  }
  if (below[room]?.includes(other) === true) return null
  if ((room === 'steps' || room === 'accounts') && client.test(target)) return null
  return `${room} must not import ${other}`
}

/** Every import cycle, once, as a list of its files. */
export function findCircles(root: string): string[] {
  const targets = new Map(
    ['shared', 'electron', 'renderer']
      .flatMap((area) => sourcesOf(root, area))
      .map((file) => [
        file,
        importsOf(file, readFileSync(join(root, file), 'utf8'))
          .names.filter((name) => name.startsWith('.') && !isWorker(name))
          .map((name) => posix.normalize(posix.join(posix.dirname(file), name))),
      ]),
  )
  const done = new Set<string>()
  const found: string[] = []
  const walk = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file)
    if (at !== -1) {
      found.push([...path.slice(at), file].join(' → '))
      return
    }
    if (done.has(file)) return
    for (const target of targets.get(file) ?? []) walk(target, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) walk(file, [])
  return found
}

/** A folder of sources holds one to fifteen files; files of its subfolders do not count. */
const mostFiles = 15

/** Folders with more source files than a folder may hold, each with its number of files. */
export function findLargeFolders(root: string): string[] {
  const counts = new Map<string, number>()
  for (const file of ['shared', 'electron', 'renderer'].flatMap((area) => sourcesOf(root, area))) {
    const folder = posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].filter(([, files]) => files > mostFiles).map(([folder, files]) => `${folder}: ${files}`)
}

/** A worker's file is referenced by name, not imported: it runs on its own thread. */
const isWorker = (name: string): boolean => /-worker\.ts$|-main\.ts$/.test(name)

/**
 * The rooms of shared/, lowest first: a file imports its own room and lower ones. A file named here is a room of its
 * own. `assert-never.ts` is a single function that every room may use.
 */
const sharedOrder = [
  'texts',
  'sheet',
  'payload/attr-path.ts',
  'payload/problems.ts',
  'catalogue',
  'sending',
  'mapping',
  'payload',
  'mapping/what-if.ts',
  'fixing',
  'contract',
  'status',
]

function wrongSharedRoom(file: string, target: string): string | null {
  if (target === 'shared/contract/assert-never.ts') return null
  const [from, to] = [sharedRank(file), sharedRank(target)]
  // Loose files would stand outside the order.
  if (from === -1) return 'shared/ has no such room'
  if (to <= from) return null
  return `${sharedOrder[from] ?? ''} must not import ${sharedOrder[to] ?? ''}`
}

/** The most specific room that holds the file. */
function sharedRank(file: string): number {
  const path = file.slice('shared/'.length)
  const exact = sharedOrder.indexOf(path)
  return exact === -1 ? sharedOrder.indexOf(path.split('/')[0] ?? '') : exact
}

function wrongFolder(file: string, target: string): string | null {
  const to = (...folders: readonly string[]): boolean => folders.some((folder) => target.startsWith(folder))
  if (file.startsWith('shared/'))
    return to('shared/') ? wrongSharedRoom(file, target) : 'shared/ imports shared/ only'
  if (file.startsWith('renderer/'))
    return to('renderer/', 'shared/') ? wrongRoom(file, target) : 'renderer/ imports shared/ only'
  if (!to('electron/', 'shared/', 'package.json')) return 'electron/ imports electron/ and shared/ only'
  if (file.startsWith('electron/engine/') && to('electron/sandbox/', ...hosts)) {
    return 'the engine knows neither the sandbox nor a host'
  }
  if (file.startsWith('electron/sandbox/') && to('electron/engine/', ...hosts)) {
    return 'the sandbox knows neither the engine nor a host'
  }
  return null
}
