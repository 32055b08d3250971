// Sanitises the summary's HTML for display in this window: only allowed elements and attributes remain, and its style
// sheet is adapted to a shadow tree. The result runs no script and loads nothing.

const elements = new Set(
  'MAIN HEADER SECTION H1 H2 P B SMALL CODE SPAN DIV DL DT DD TABLE THEAD TBODY TFOOT TR TH TD SVG RECT'.split(
    ' ',
  ),
)
const attributes = new Set(
  'class scope viewBox preserveAspectRatio role aria-label x y width height colspan'.split(' '),
)

function copy(node: Node, into: Document): Node | null {
  if (node.nodeType === Node.TEXT_NODE) return into.createTextNode(node.textContent ?? '')
  if (!(node instanceof Element) || !elements.has(node.tagName.toUpperCase())) return null
  const element = into.createElementNS(node.namespaceURI, node.localName)
  for (const { name, value } of node.attributes) if (attributes.has(name)) element.setAttribute(name, value)
  for (const child of node.childNodes) {
    const copied = copy(child, into)
    if (copied !== null) element.append(copied)
  }
  return element
}

/** The page's style for a shadow tree: its root is the host, its body the element with the class `page`. */
export function styleForShadow(style: string): string {
  return style
    .replaceAll(':root{', ':host{')
    .replace('\nbody{', '\n.page{')
    .replaceAll(/([{,])body\{/g, '$1.page{')
}

export type ShownPage = { readonly content: Node; readonly style: string }

const styleElement = /<style>([^<]*)<\/style>/

/** Null if the text is not such a page. The style is extracted first: the window's policy blocks style elements. */
export function readSummaryPage(html: string, into: Document): ShownPage | null {
  const style = styleElement.exec(html)?.[1] ?? ''
  const page = new DOMParser().parseFromString(html.replace(styleElement, ''), 'text/html')
  const main = page.querySelector('main')
  const content = main === null ? null : copy(main, into)
  return content === null ? null : { content, style: styleForShadow(style) }
}
