// Loaded first in every process and thread that tests start: replaces an entry module by its build (built-program.ts).
// The reader's process does not load it, because its environment is a short list: it is started with the built file.
const childProcess = require('node:child_process')
const { readFileSync } = require('node:fs')
const { registerHooks, syncBuiltinESMExports } = require('node:module')
const { join } = require('node:path')
const { fileURLToPath, pathToFileURL } = require('node:url')

const folder = process.env.CARRYOVER_BUILT
if (folder !== undefined) {
  const root = join(__dirname, '..', '..')
  const built = new Map(
    JSON.parse(readFileSync(join(folder, 'entries.json'), 'utf8')).map((file) => [
      pathToFileURL(join(root, file)).href,
      pathToFileURL(join(folder, file.replace(/\.ts$/, '.js'))).href,
    ]),
  )
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      const url = built.get(resolved.url)
      return url === undefined ? resolved : { ...resolved, url, format: 'module' }
    },
  })

  const reader = join(root, 'electron', 'engine', 'import', 'process', 'reader-main.ts')
  const builtReader = built.get(pathToFileURL(reader).href)
  if (builtReader !== undefined) {
    const { spawn } = childProcess
    childProcess.spawn = (command, words, options) =>
      spawn(
        command,
        Array.isArray(words)
          ? words.map((word) => (word === reader ? fileURLToPath(builtReader) : word))
          : words,
        options,
      )
    syncBuiltinESMExports()
  }
}
