// Picking of one file: in the system's own dialog, or in the browser's, whose hidden input is rendered once. The engine
// gets a path in both cases; under the web host the file is uploaded first.
import { type ReactNode, type RefObject, useRef } from 'react'
import { accepted, type FileKind, hasNativeDialogs, pathForEngine, pickPath } from '../../app/host/files.ts'

/** A file that the engine can read, and the name that the user knows it by. */
export type PickedFile = { readonly path: string; readonly name: string }

/** `take` gets the file that was picked; null where the dialog was dismissed. It runs the upload, which may fail. */
export function useFilePicker(options: {
  readonly kind: FileKind
  readonly label: string
  readonly take: (picked: () => Promise<PickedFile | null>) => void
}): { readonly pick: () => void; readonly input: ReactNode } {
  const { kind, label, take } = options
  const chooser = useRef<HTMLInputElement>(null)
  const asPicked = (path: string | null): PickedFile | null =>
    path === null ? null : { path, name: path.split(/[\\/]/).at(-1) ?? path }
  return {
    pick: () =>
      hasNativeDialogs ? take(async () => asPicked(await pickPath(kind))) : chooser.current?.click(),
    input: (
      <FileInput
        chooser={chooser}
        kind={kind}
        label={label}
        onFiles={([file]) => {
          if (file !== undefined) take(async () => ({ path: await pathForEngine(file), name: file.name }))
        }}
      />
    ),
  }
}

/** The browser's picker, which a button opens. The same file can be picked twice. */
export function FileInput(props: {
  readonly chooser: RefObject<HTMLInputElement | null>
  readonly kind: FileKind
  readonly label: string
  readonly several?: boolean
  readonly onFiles: (files: File[]) => void
}): ReactNode {
  return (
    <input
      ref={props.chooser}
      type="file"
      multiple={props.several ?? false}
      accept={accepted[props.kind]}
      aria-label={props.label}
      tabIndex={-1}
      className="hidden"
      onChange={(event) => {
        const files = [...(event.target.files ?? [])]
        event.target.value = ''
        props.onFiles(files)
      }}
    />
  )
}
