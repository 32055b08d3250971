// Two buttons that save a table as CSV or as XLSX: into a folder that the desktop asks for, or as a download.
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { currentFormat } from '../../../shared/texts/current.ts'
import type { FileLanguage } from '../../../shared/texts/language.ts'
import { hasNativeDialogs, pickReportFolder, saveReportFile } from '../../app/host/files.ts'
import { Button, StillAllowed } from '../../components/button.tsx'
import { toast } from '../../components/notices/toast.tsx'

type Format = 'csv' | 'xlsx'
type Written = { readonly path: string; readonly file: string; readonly lines: number }

export function SaveTable(props: {
  /** Whose folder receives it where no folder is asked for. */
  readonly batch: number
  readonly write: (as: {
    readonly format: Format
    readonly folder: string | null
    readonly inLanguage: FileLanguage
  }) => Promise<Written>
  readonly words: Readonly<Record<Format, string>>
  readonly saved: (written: Written) => string
  readonly disabled: boolean
  readonly size?: 'small'
  readonly className?: string
}): ReactNode {
  const { batch, write, words, saved, disabled, size } = props
  const save = useMutation({
    mutationFn: async (format: Format) => {
      const place = await pickReportFolder()
      if (place === null) return null
      const { language, locale } = currentFormat()
      const written = await write({ format, folder: place.folder, inLanguage: { language, locale } })
      await saveReportFile(batch, written.file, written.path)
      return written
    },
    onError: toast.failed,
    onSuccess: (written) => {
      if (written !== null && hasNativeDialogs) toast.done(saved(written))
    },
  })
  return (
    <span className={props.className ?? 'flex gap-2'}>
      <StillAllowed>
        {(['csv', 'xlsx'] as const).map((format) => (
          <Button
            key={format}
            icon={Download}
            disabled={disabled}
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
