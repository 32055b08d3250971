// Dialog that lists the keyboard shortcuts available on the current page.
import type { ReactNode } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { shortcutsNow } from '../keys.ts'
import { texts } from '../../texts/common.ts'

export function ShortcutsDialog(props: { readonly open: boolean; readonly onClose: () => void }): ReactNode {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={texts.frame.shortcuts} width="small">
      <dl className="grid pb-3">
        {props.open &&
          shortcutsNow().map(({ keys, label }) => (
            <div key={keys} className="flex h-8 items-center gap-4 border-b border-line last:border-0">
              <dt className="text-soft">{label}</dt>
              <dd className="ml-auto">
                <Kbd keys={keys} />
              </dd>
            </div>
          ))}
      </dl>
    </Dialog>
  )
}
