// Button and drop target that give a batch a newer version of its file. When a file is dropped on an open batch, a
// dialog asks whether it is a newer version.
import { FilePlus2, GitCompare } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { FileDrop, type OpenFile, useOpenFile } from '../file/open-file.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useOpenVersion } from './use-version.ts'
import { versionTexts as words } from '../../texts/version.ts'

/** A newer file can follow a batch whose accounts are built, and that has no newer version yet. */
export function takesNewer(batch: BatchView): boolean {
  return batch.stage === 'open' && batch.version.later.length === 0
}

/** The entry of the Load step. */
export function NewerVersion({ batch }: { readonly batch: BatchView }): ReactNode {
  const open = useOpenFile(useOpenVersion(batch.id))
  if (!takesNewer(batch)) return null
  return (
    <>
      {open.input}
      <Button icon={GitCompare} busy={open.upload !== null} onClick={open.pick}>
        {words.newer}
      </Button>
    </>
  )
}

/** Drop target of a step. On an open batch, a dialog asks what the dropped file is. */
export function VersionDrop(props: {
  readonly batch: BatchView
  /** Action for a dropped file when no question is needed. */
  readonly open: OpenFile
  readonly className?: string
  readonly children: ReactNode
}): ReactNode {
  const { batch, open } = props
  const newer = useOpenFile(useOpenVersion(batch.id))
  const [dropped, setDropped] = useState<File | null>(null)
  const asks: OpenFile = takesNewer(batch) ? { ...open, take: setDropped } : open
  // Both uploads show themselves in the same place; only one can be under way.
  const shown: OpenFile =
    newer.upload === null ? asks : { ...asks, upload: newer.upload, cancel: newer.cancel }
  return (
    <FileDrop open={shown} className={props.className ?? ''}>
      {props.children}
      <Dialog
        open={dropped !== null}
        onClose={() => setDropped(null)}
        width="small"
        title={words.dropTitle}
        description={words.dropBody({ file: dropped?.name ?? '', batch: batch.name })}
      >
        <div className="grid gap-2 pb-2">
          {(
            [
              { icon: GitCompare, label: words.asNewer, hint: words.asNewerHint, take: newer.take },
              { icon: FilePlus2, label: words.asNew, hint: words.asNewHint, take: open.take },
            ] as const
          ).map(({ icon: Icon, label, hint, take }) => (
            <button
              key={label}
              type="button"
              onClick={() => {
                if (dropped !== null) take(dropped)
                setDropped(null)
              }}
              className="flex items-start gap-3 rounded-md border border-line bg-pane px-3 py-2.5 text-left hover:border-edge hover:bg-hover"
            >
              <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
              <span>
                <span className="block font-medium">{label}</span>
                <span className="block text-xs text-soft">{hint}</span>
              </span>
            </button>
          ))}
        </div>
      </Dialog>
    </FileDrop>
  )
}
