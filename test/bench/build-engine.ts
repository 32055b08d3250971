// Builds a helper process of a benchmark as the desktop program is built, with the worker threads beside it. So what is
// measured has neither the time nor the memory that running from TypeScript sources takes.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createBuilder } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** `script`: below `test/bench`, without its ending. Returns the path of the program. */
export async function buildHelper(script: string): Promise<string> {
  // Within the project, so that the program finds SQLite's library.
  const outDir = join(root, 'dist', 'bench', script)
  const builder = await createBuilder({
    configFile: join(root, 'electron', 'desktop', 'vite.config.ts'),
    build: { outDir },
    environments: {
      main: {
        build: { rolldownOptions: { input: { [script]: join(root, 'test', 'bench', `${script}.ts`) } } },
      },
    },
  })
  const { main } = builder.environments
  if (main === undefined) throw new Error('The desktop program is built in another way')
  await builder.build(main)
  return join(outDir, `${script}.js`)
}
