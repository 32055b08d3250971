// Lazy-loaded dialog of remembered repairs.
import { lazy } from 'react'

export const MemoryDialog = lazy(async () => ({
  default: (await import('./memory-dialog.tsx')).MemoryDialog,
}))
