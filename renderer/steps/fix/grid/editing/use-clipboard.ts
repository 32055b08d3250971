// Hook for copy, cut and paste of cells as tab-separated plain text. It uses the clipboard events' own data: the
// asynchronous clipboard API needs a permission that the window does not grant. Pasted markup is never parsed. Cell
// editors and text fields keep their native clipboard.
import { type RefObject, useEffect, useRef } from 'react'
import { parseCells, printCells } from './clipboard-text.ts'
import type { Copied } from './use-copy.ts'

type Clipboard = {
  /** The selected cells' texts. */
  readonly copy: (cut: boolean) => Copied
  readonly paste: (values: readonly (readonly string[])[]) => void
  readonly clear: () => void
  /** True where the text belongs to an editor that is about to open. */
  readonly takesPaste: (text: string) => boolean
}

export function useClipboard(box: RefObject<HTMLElement | null>, clipboard: Clipboard): void {
  const current = useRef(clipboard)
  useEffect(() => {
    current.current = clipboard
  })
  useEffect(() => {
    const inGrid = (): boolean => {
      const active = document.activeElement
      return (
        active !== null &&
        box.current?.contains(active) === true &&
        !/^(INPUT|TEXTAREA)$/.test(active.tagName)
      )
    }
    function take(event: ClipboardEvent, cut: boolean): boolean {
      if (!inGrid() || event.clipboardData === null) return false
      const copied = current.current.copy(cut)
      if (copied === 'nothing') return false
      // Also while the cells are still being read: the previous clipboard content stays, not half of the new one.
      event.preventDefault()
      if (copied === 'later') return false
      event.clipboardData.setData('text/plain', printCells(copied.cells))
      return true
    }
    const onCopy = (event: ClipboardEvent): void => void take(event, false)
    const onCut = (event: ClipboardEvent): void => {
      if (take(event, true)) current.current.clear()
    }
    const onPaste = (event: ClipboardEvent): void => {
      const text = inGrid() ? (event.clipboardData?.getData('text/plain') ?? '') : ''
      if (text === '') return
      event.preventDefault()
      if (current.current.takesPaste(text)) return
      current.current.paste(parseCells(text))
    }
    document.addEventListener('copy', onCopy)
    document.addEventListener('cut', onCut)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('copy', onCopy)
      document.removeEventListener('cut', onCut)
      document.removeEventListener('paste', onPaste)
    }
  }, [box])
}
