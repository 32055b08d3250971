// One list of a comparison: its description, its tools and its lines.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { VersionLine, VersionView } from '../../../shared/contract/fixing/versions.ts'
import type { SheetView } from '../../../shared/contract/views.ts'
import type { LineList } from '../../../shared/fixing/version-lines.ts'
import { api, engine } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/panel.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { SaveTable } from '../file/save-table.tsx'
import { lookOf } from './line-cells.tsx'
import { PagedLines } from './paged-lines.tsx'
import { versionTexts as words } from '../../texts/load/version.ts'

export function LineLines(props: {
  readonly batch: number
  readonly view: VersionView
  readonly list: LineList
  readonly sheets: readonly SheetView[]
}): ReactNode {
  const { batch, view, list } = props
  const [active, setActive] = useState(0)
  const look = lookOf(list, props.sheets, view.earlier?.id ?? null)
  const decide = useSameAccount(batch)
  const decides = list === 'keys' && view.version.merge === 'none'
  return (
    <PagedLines
      label={words.lists[list].label}
      wanted={{ batch, list, open: false, column: null }}
      active={active}
      onActive={setActive}
      onKey={(key, line) => {
        if (!decides || (key !== '1' && key !== '2')) return false
        decide(line, key === '1')
        return true
      }}
      heads={decides ? [...look.heads, words.heads.choice] : look.heads}
      template={decides ? `${look.template} 184px` : look.template}
      empty={<EmptyState icon={Check} title={words.none} />}
    >
      {(line) =>
        decides
          ? [...look.cells(line), <SameAccount key="same" line={line} onDecide={decide} />]
          : look.cells(line)
      }
    </PagedLines>
  )
}

function useSameAccount(batch: number): (line: VersionLine, same: boolean) => void {
  const client = useQueryClient()
  const decide = useMutation({
    mutationFn: (input: { readonly line: number; readonly same: boolean | null }) =>
      engine.versions.sameAccount({ batch, ...input }),
    onError: toast.failed,
    onSettled: () => client.invalidateQueries({ queryKey: api.versions.key() }),
  })
  return (line, same) => {
    const before = line.choice === (same ? 'same' : 'apart')
    decide.mutate({ line: line.seq, same: before ? null : same })
  }
}

function SameAccount(props: {
  readonly line: VersionLine
  readonly onDecide: (line: VersionLine, same: boolean) => void
}): ReactNode {
  const { line, onDecide } = props
  return (
    <span className="inline-flex gap-1">
      {([true, false] as const).map((same) => (
        <Button
          key={String(same)}
          size="small"
          tabIndex={-1}
          aria-pressed={line.choice === (same ? 'same' : 'apart')}
          className="aria-pressed:border-accent aria-pressed:bg-accent-bg aria-pressed:text-accent"
          onClick={() => onDecide(line, same)}
        >
          {same ? words.same : words.apart}
        </Button>
      ))}
    </span>
  )
}

/** Saves the cells that changed after creation as a file for the person who corrects them. */
export function SaveChanged({ batch, lines }: { readonly batch: number; readonly lines: number }): ReactNode {
  return (
    <SaveTable
      batch={batch}
      write={(as, how) => engine.versions.writeChanged({ batch, ...as }, how)}
      words={{ csv: words.saveCsv, xlsx: words.saveXlsx }}
      saved={({ lines: n, file }) => words.saved({ n, file })}
      disabled={lines === 0}
    />
  )
}
