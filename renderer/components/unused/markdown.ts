// Stands in for the Markdown reader of the grid library, which it asks for cells of Markdown: no cell of ours is one.
export function marked(): string {
  throw new Error('The grid has no cells of Markdown')
}
