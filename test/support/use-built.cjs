// Loaded first in every process and thread that tests start: replaces an entry module by its build (built-program.ts).
const { readFileSync } = require('node:fs')
const { registerHooks } = require('node:module')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

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
}
