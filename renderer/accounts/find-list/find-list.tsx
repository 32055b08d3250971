// Opens the dialog "Find a list": from the address on any page of a batch, and as a tool of the Fix step. Its code is
// loaded when it opens.
import { ListChecks } from 'lucide-react'
import type { ReactNode } from 'react'
import { setParams } from '../../app/route.ts'
import { StillAllowed } from '../../components/button.tsx'
import { createPageCode, usePageCode } from '../../components/page-code.ts'
import { texts } from '../../texts/common.ts'
import type { FixTool, FixToolProps } from '../fix-tool.ts'
import { findListParams } from './find-list-params.ts'

const dialog = createPageCode(async () => (await import('./find-list-dialog.tsx')).FindListDialog)

type Props = { readonly batch: number; readonly onClose: () => void }

function FindList(props: Props): ReactNode {
  const FindListDialog = usePageCode(dialog)
  if (FindListDialog === null) return null
  return (
    <StillAllowed>
      <FindListDialog {...props} />
    </StillAllowed>
  )
}

export function FindListPlace(props: {
  readonly batch: number
  readonly params: Readonly<Record<string, string>>
}): ReactNode {
  if (props.params['find'] !== findListParams.find) return null
  return <FindList batch={props.batch} onClose={() => setParams({ find: null })} />
}

function FindListTool({ batch, onClose }: FixToolProps): ReactNode {
  return <FindList batch={batch.id} onClose={onClose} />
}

export const findListTools: readonly FixTool[] = [
  {
    id: 'find-list',
    get label() {
      return texts.palette.findList
    },
    icon: ListChecks,
    Window: FindListTool,
  },
]
