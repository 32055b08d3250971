// Tells those who draw on a canvas that the theme has changed. The theme in use is an attribute of the document.
/** Calls the listener after each change; returns how to stop. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}
