// Button of Home that opens a project file. The dialog's code is loaded when it is asked for.
import { PackageOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { createPageCode, usePageCode } from '../../components/page-code.ts'
import { texts } from '../../texts/common.ts'

const projectDialog = createPageCode(async () => (await import('./project-dialog.tsx')).ProjectDialog)

export function OpenProject(): ReactNode {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button tone="quiet" icon={PackageOpen} onClick={() => setOpen(true)}>
        {texts.open.project}
      </Button>
      {open && <Dialog onClose={() => setOpen(false)} />}
    </>
  )
}

function Dialog(props: { readonly onClose: () => void }): ReactNode {
  const ProjectDialog = usePageCode(projectDialog)
  return ProjectDialog === null ? null : <ProjectDialog {...props} />
}
