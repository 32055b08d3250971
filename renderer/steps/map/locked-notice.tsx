// Notice of the Map step once accounts of the batch were sent: why the mapping cannot change, and the two ways on. A file
// that is opened here becomes a batch of its own.
import { Eye, FolderOpen, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { RefusedFile, Uploading, useOpenFile } from '../../accounts/file/open-file.tsx'
import { hrefOfStep } from '../../app/route.ts'
import { Button, LinkButton, StillAllowed } from '../../components/button.tsx'
import { Callout } from '../../components/panel.tsx'
import { mapTexts as words } from '../../texts/load/map.ts'

export function LockedNotice({ batch }: { readonly batch: number }): ReactNode {
  const open = useOpenFile()
  return (
    <Callout tone="info" icon={Lock} className="mx-4 mt-3">
      <p>{words.locked}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <LinkButton icon={Eye} href={hrefOfStep(batch, 'watch')}>
          {words.lockedToWatch}
        </LinkButton>
        <StillAllowed>
          <Button icon={FolderOpen} busy={open.upload !== null} onClick={open.pick}>
            {words.lockedOpen}
          </Button>
        </StillAllowed>
      </div>
      {open.input}
      {open.refused !== null && <RefusedFile open={open} refused={open.refused} />}
      {open.upload !== null && <Uploading open={open} upload={open.upload} />}
    </Callout>
  )
}
