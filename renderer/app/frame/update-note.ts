// Hook that says once, in the status line, that the program was updated. The version that a person has seen last is a
// display setting; at the first start nothing is said.
import { useEffect } from 'react'
import { toast } from '../../components/notices/toast.tsx'
import { texts } from '../../texts/common.ts'
import { chooseDisplay, useDisplayChoices, useProgramVersion } from '../display/display.ts'

export function useUpdateNote(showChanges: () => void): void {
  const { seenVersion } = useDisplayChoices()
  // Null until the saved settings are here.
  const version = useProgramVersion()
  useEffect(() => {
    if (version === null || seenVersion === version) return
    chooseDisplay({ seenVersion: version })
    if (seenVersion !== null)
      toast.done(texts.frame.updated({ version }), { label: texts.frame.changes, run: showChanges })
  }, [version, seenVersion])
}
