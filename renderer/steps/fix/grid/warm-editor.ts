/// <reference types="vite/client" />
// The grid library loads its cell editor only when the first cell is opened, and what is typed meanwhile is lost. So the
// editor's code is fetched with the step. The library exports no name for it, hence the path.

const editors = import.meta.glob(
  '../../../../node_modules/@glideapps/glide-data-grid/dist/esm/internal/data-grid-overlay-editor/data-grid-overlay-editor.js',
)

/** Resolves when a cell can be opened without waiting. Rejections are the grid's own to tell, when it loads again. */
export async function warmEditor(): Promise<void> {
  await Promise.allSettled(Object.values(editors).map((load) => load()))
}
