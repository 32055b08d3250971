// Two buttons that save a table as CSV or as XLSX: into a folder that the desktop asks for, or as a download. While it is
// written, a third one stops it.
import { useMutation } from '@tanstack/react-query'
import { Download, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { currentFormat } from '../../../shared/texts/current.ts'
import type { FileLanguage } from '../../../shared/texts/language.ts'
import { hasNativeDialogs, pickReportFolder, saveReportFile } from '../../app/host/files.ts'
import { Button, IconButton, StillAllowed } from '../../components/button.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { texts } from '../../texts/common.ts'

type Format = 'csv' | 'xlsx'
type Written = { readonly path: string; readonly file: string; readonly lines: number }

type SaveTableProps = {
  /** Whose folder receives it where no folder is asked for. */
  readonly batch: number
  readonly write: (
    as: {
      readonly format: Format
      readonly folder: string | null
      readonly inLanguage: FileLanguage
    },
    how: { readonly signal: AbortSignal },
  ) => Promise<Written>
  readonly words: Readonly<Record<Format, string>>
  readonly saved: (written: Written) => string
  readonly disabled: boolean
  readonly size?: 'small'
  readonly className?: string
}

export function SaveTable(props: SaveTableProps): ReactNode {
  const { words, disabled, size } = props
  const { save, stop } = useSaveTable(props)
  return (
    <span className={props.className ?? 'flex gap-2'}>
      <StillAllowed>
        {/* In front, in a row that ends at the right, so that the two stay where they are. */}
        {save.isPending && (
          <IconButton
            icon={X}
            size="small"
            label={texts.work.stopSaving}
            className="self-center"
            onClick={stop}
          />
        )}
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            icon={Download}
            disabled={disabled || save.isPending}
            busy={save.isPending && save.variables === format}
            onClick={() => save.mutate(format)}
            {...(size === undefined ? {} : { size })}
          >
            {words[format]}
          </Button>
        ))}
      </StillAllowed>
    </span>
  )
}

function useSaveTable({ batch, write, saved }: Pick<SaveTableProps, 'batch' | 'write' | 'saved'>) {
  const controller = useRef(new AbortController())
  const save = useMutation({
    mutationFn: async (format: Format) => {
      controller.current = new AbortController()
      const { signal } = controller.current
      const place = await pickReportFolder()
      if (place === null) return null
      const { language, locale } = currentFormat()
      const written = await write(
        { format, folder: place.folder, inLanguage: { language, locale } },
        { signal },
      )
      await saveReportFile(batch, written.file, written.path)
      return written
    },
    onError: (error) =>
      controller.current.signal.aborted ? toast.done(texts.work.savingStopped) : toast.failed(error),
    onSuccess: (written) => {
      if (written !== null && hasNativeDialogs) toast.done(saved(written))
    },
  })
  return { save, stop: () => controller.current.abort() }
}
