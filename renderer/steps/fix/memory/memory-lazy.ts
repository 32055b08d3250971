// The window of the memory is fetched when it is opened first.
import { lazy } from 'react'

export const MemoryDialog = lazy(async () => ({
  default: (await import('./memory-dialog.tsx')).MemoryDialog,
}))
