/// <reference types="vite/client" />
// Preloads the grid library's cell editor with the step. Otherwise it loads when the first cell is opened, and keys
// typed meanwhile are lost. The library does not export the editor, hence the import by path.

const editors = import.meta.glob(
  '../../../../node_modules/@glideapps/glide-data-grid/dist/esm/internal/data-grid-overlay-editor/data-grid-overlay-editor.js',
)

/**
 * Resolves when a cell can be opened without waiting. Errors are ignored: the grid reports them when it loads the
 * editor again.
 */
export async function warmEditor(): Promise<void> {
  await Promise.allSettled(Object.values(editors).map((load) => load()))
}
