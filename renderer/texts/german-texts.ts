// The German texts as the built window has them: loaded before it speaks German, those of Home apart from the others.
// The build replaces each import of a German catalogue in this folder by `germanOf` (renderer/vite.config.ts).
/// <reference types="vite/types/importMeta.d.ts" />
import { textsOfHome } from './texts-of-home.ts'

/** The single catalogue that a file exports, by its path, such as `./de/fix/fix.ts`. */
const files = import.meta.glob<Readonly<Record<string, object>>>('./de/**/*.ts')
const ofHome: ReadonlySet<string> = new Set(textsOfHome.map((name) => `./de/${name}.ts`))

const catalogues = new Map<string, object>()

/** The catalogue of a file: empty until it is loaded, and the same object then. */
export function germanOf(path: string): object {
  const known = catalogues.get(path) ?? {}
  catalogues.set(path, known)
  return known
}

/** Rejects if a file cannot be loaded; the next call tries again. */
export async function loadGerman(which: 'home' | 'all'): Promise<void> {
  const wanted = Object.entries(files).filter(([path]) => which === 'all' || ofHome.has(path))
  await Promise.all(
    wanted.map(async ([path, load]) => {
      const [catalogue] = Object.values(await load())
      Object.assign(germanOf(path), catalogue)
    }),
  )
}
