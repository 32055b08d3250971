// Field for a certificate or key file of a connection or of the team's database. The file is picked in the system's dialog, or uploaded under
// the web host. A path cannot be typed: the engine reads only files that a person picked.
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMutation } from '@tanstack/react-query'
import { type PickedFile, useFilePicker } from './file-picker.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { cx } from '../../components/classes.ts'
import { Field, inputClass } from '../../components/fields/field.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { networkTexts as words } from '../../texts/connect/network.ts'

export function CertificateFileField(props: {
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  /** The whole path; empty: none. */
  readonly path: string
  readonly onChange: (path: string) => void
}): ReactNode {
  const { label, hint, error, path, onChange } = props
  const choose = useMutation({
    mutationFn: (picked: () => Promise<PickedFile | null>) => picked(),
    onSuccess: (chosen) => {
      if (chosen !== null) onChange(chosen.path)
    },
    onError: toast.failed,
  })
  const picker = useFilePicker({ kind: 'certificate', label: words.fileOf({ label }), take: choose.mutate })
  return (
    <Field label={label} hint={hint} error={error} optional>
      {(control) => (
        <div className="flex gap-2">
          <input
            {...control}
            readOnly
            value={fileName(path)}
            title={path}
            placeholder={words.noFile}
            className={cx(inputClass, 'font-mono text-xs placeholder:font-sans')}
          />
          {picker.input}
          <Button aria-label={words.chooseFor({ label })} busy={choose.isPending} onClick={picker.pick}>
            {words.choose}
          </Button>
          {path !== '' && (
            <IconButton icon={X} label={words.removeFile({ label })} onClick={() => onChange('')} />
          )}
        </div>
      )}
    </Field>
  )
}

function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path
}
