// Empty replacement for the grid library's Markdown renderer. The library uses it only for Markdown cells, and this
// app has none.
export function marked(): string {
  throw new Error('The grid has no cells of Markdown')
}
