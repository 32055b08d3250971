// Field for a certificate or key file of a connection. The file is picked in the system's dialog, or uploaded under
// the web host. A path cannot be typed: the engine reads only files that a person picked.
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useMutation } from '@tanstack/react-query'
import { accepted, hasNativeDialogs, pathForEngine, pickPath } from '../../../app/host/files.ts'
import { Button, IconButton } from '../../../components/button.tsx'
import { cx } from '../../../components/classes.ts'
import { Field, inputClass } from '../../../components/fields/field.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { networkTexts as words } from '../../../texts/connect/network.ts'

export function CertificateFileField(props: {
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  /** The whole path; empty: none. */
  readonly path: string
  readonly onChange: (path: string) => void
}): ReactNode {
  const { label, hint, error, path, onChange } = props
  const chooser = useRef<HTMLInputElement>(null)
  const choose = useMutation({
    mutationFn: (from: () => Promise<string | null>) => from(),
    onSuccess: (chosen) => {
      if (chosen !== null) onChange(chosen)
    },
    onError: toast.failed,
  })
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
          <input
            ref={chooser}
            type="file"
            accept={accepted.certificate}
            aria-label={words.fileOf({ label })}
            tabIndex={-1}
            className="hidden"
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file !== undefined) choose.mutate(() => pathForEngine(file))
            }}
          />
          <Button
            aria-label={words.chooseFor({ label })}
            busy={choose.isPending}
            onClick={() =>
              hasNativeDialogs ? choose.mutate(() => pickPath('certificate')) : chooser.current?.click()
            }
          >
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
