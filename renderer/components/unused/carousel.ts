// Empty replacement for the grid library's carousel. The library uses it only for image cells, and this app has none.
export function Carousel(): null {
  throw new Error('The grid has no cells that are pictures')
}
