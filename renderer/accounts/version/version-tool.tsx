// Window of the Fix step's version tool: opens the review of a newer version, or adds a newer file to this batch.
import { FileSpreadsheet } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { RefusedFile } from '../file/open-file.tsx'
import { go, hrefOfStep } from '../../app/route.ts'
import { texts } from '../../texts/common.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import type { FixToolProps } from '../fix-tool.ts'
import { useOpenVersion } from './use-version.ts'
import { versionTexts as words } from '../../texts/load/version.ts'

export function VersionTool({ batch, onClose }: FixToolProps): ReactNode {
  const { version } = batch
  const reviewed = version.later.at(-1) ?? (version.earlier === null ? null : batch.id)
  const open = useOpenVersion(batch.id)
  useEffect(() => {
    if (reviewed === null) return
    onClose()
    go(hrefOfStep(reviewed, 'load', { view: 'version' }))
  }, [reviewed, onClose])
  if (reviewed !== null) return null
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title={words.newerTitle}
      description={words.asNewerHint}
      actions={
        <>
          {open.input}
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button tone="primary" icon={FileSpreadsheet} busy={open.upload !== null} onClick={open.pick}>
            {words.chooseFile}
          </Button>
        </>
      }
    >
      <p className="text-soft">{words.compareBody}</p>
      {open.refused !== null && <RefusedFile open={open} refused={open.refused} />}
    </Dialog>
  )
}
