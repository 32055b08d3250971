// Button and drop target that give a batch a newer version of its file. When files are dropped on a batch that can take
// them, a dialog asks whether they are a newer version, further files of it, or a batch of their own.
import { FilePlus2, FileSpreadsheet, GitCompare, type LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { FileDrop, type OpenFile, RefusedFile } from '../file/open-file.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { useOpenVersion } from './use-version.ts'
import { versionTexts as words } from '../../texts/load/version.ts'

/** A newer file can follow a batch whose accounts are built, and that has no newer version yet. */
export function takesNewer(batch: BatchView): boolean {
  return batch.stage === 'open' && batch.version.later.length === 0
}

/** The entry of the Load step. */
export function NewerVersion({ batch }: { readonly batch: BatchView }): ReactNode {
  const open = useOpenVersion(batch.id)
  if (!takesNewer(batch)) return null
  return (
    <>
      {open.input}
      <Button icon={GitCompare} busy={open.upload !== null} onClick={open.pick}>
        {words.newer}
      </Button>
      {open.refused !== null && <RefusedFile open={open} refused={open.refused} />}
    </>
  )
}

/** Drop target of a step. If there is a choice, a dialog asks what the dropped files are. */
export function VersionDrop(props: {
  readonly batch: BatchView
  /** Action for a dropped file when no question is needed. */
  readonly open: OpenFile
  /** Reads files together with the batch's; null if it takes no more. */
  readonly add: OpenFile | null
  readonly className?: string
  readonly children: ReactNode
}): ReactNode {
  const { batch, open, add } = props
  const newer = useOpenVersion(batch.id)
  const [dropped, setDropped] = useState<readonly File[]>([])
  const isAsked = takesNewer(batch) || add !== null
  const asks: OpenFile = isAsked ? { ...open, take: setDropped } : open
  // All uploads show themselves in the same place; only one can be under way.
  const busy = [newer, add].find((one) => one !== null && one.upload !== null) ?? null
  const shown: OpenFile = busy === null ? asks : { ...asks, upload: busy.upload, cancel: busy.cancel }
  return (
    <FileDrop open={shown} className={props.className ?? ''}>
      {props.children}
      {newer.input}
      {newer.refused !== null && <RefusedFile open={newer} refused={newer.refused} />}
      <DropDialog
        files={dropped}
        choices={[
          ...(add === null
            ? []
            : [
                {
                  icon: FilePlus2,
                  label: words.asPart({ batch: batch.name }),
                  hint: words.asPartHint,
                  take: add.take,
                },
              ]),
          ...(takesNewer(batch)
            ? [{ icon: GitCompare, label: words.asNewer, hint: words.asNewerHint, take: newer.take }]
            : []),
          { icon: FileSpreadsheet, label: words.asNew, hint: words.asNewHint, take: open.take },
        ]}
        onClose={() => setDropped([])}
      />
    </FileDrop>
  )
}

type DropChoice = {
  readonly icon: LucideIcon
  readonly label: string
  readonly hint: string
  readonly take: (files: readonly File[]) => void
}

function DropDialog(props: {
  readonly files: readonly File[]
  readonly choices: readonly DropChoice[]
  readonly onClose: () => void
}): ReactNode {
  const { files, choices, onClose } = props
  return (
    <Dialog
      open={files.length > 0}
      onClose={onClose}
      width="small"
      title={words.dropTitle({ n: files.length })}
      description={files.map(({ name }) => name).join(', ')}
    >
      <div className="grid gap-2 pb-2">
        {choices.map(({ icon: Icon, label, hint, take }) => (
          <button
            key={label}
            type="button"
            onClick={() => {
              take(files)
              onClose()
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
  )
}
