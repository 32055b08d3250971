// The two sides of the comparison: for each a batch, and which of its validations or as it is now. The choice is kept in
// the address, so a comparison can be left and found again.
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { message, sentenceOf } from '../../../shared/texts/message.ts'
import { versionWords } from '../../accounts/batch-parts.ts'
import { api } from '../../app/engine.ts'
import { go } from '../../app/route.ts'
import { IconButton } from '../../components/button.tsx'
import { type Choice, Combobox, Select } from '../../components/fields/select.tsx'
import { texts } from '../../texts/common.ts'
import { compareTexts as words } from '../../texts/compare.ts'
import { format } from '../../texts/format.ts'
import { type ComparedSide, type ComparedSides, hrefOfComparison } from './compared-sides.ts'

/** As the file of the comparison names it. */
export function nameOfSide(side: ComparedSide, batches: readonly BatchView[]): string {
  const name = batches.find(({ id }) => id === side.batch)?.name ?? ''
  return sentenceOf(message('report.compared_side', { name, batch: side.batch, pass: side.pass ?? 0 }))
}

export function SidePickers(props: {
  readonly batches: readonly BatchView[]
  readonly sides: ComparedSides
}): ReactNode {
  const { batches, sides } = props
  const { first, second } = sides
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-end gap-3 border-b border-line px-4 py-3">
      <SidePicker
        of="first"
        batches={batches}
        side={first}
        onChange={(next) => go(hrefOfComparison({ first: next, second }))}
      />
      <IconButton
        icon={ArrowLeftRight}
        label={words.swap}
        onClick={() => go(hrefOfComparison({ first: second, second: first }))}
      />
      <SidePicker
        of="second"
        batches={batches}
        side={second}
        onChange={(next) => go(hrefOfComparison({ first, second: next }))}
      />
    </div>
  )
}

type PickerProps = {
  readonly of: 'first' | 'second'
  readonly batches: readonly BatchView[]
  readonly side: ComparedSide | null
  readonly onChange: (side: ComparedSide | null) => void
}

function SidePicker({ of, batches, side, onChange }: PickerProps): ReactNode {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-xs font-medium text-soft">{words[of]}</legend>
      <div className="grid grid-cols-[minmax(0,3fr)_minmax(9.5rem,2fr)] gap-2">
        <Combobox
          label={words.batch[of]}
          value={side === null ? null : String(side.batch)}
          choices={batches.map(choiceOf)}
          onChange={(value) => onChange(value === null ? null : { batch: Number(value), pass: null })}
        />
        <MomentPicker of={of} side={side} onChange={onChange} />
      </div>
    </fieldset>
  )
}

/** Batches of one file have one name: number, version and time tell them apart. */
function choiceOf(batch: BatchView): Choice<string> {
  const { id, name, createdAt, accounts } = batch
  const parts = [versionWords(batch), format.dateTime(createdAt), texts.accounts({ n: accounts })]
  return {
    value: String(id),
    label: sentenceOf(message('report.compared_side', { name, batch: id, pass: 0 })),
    hint: parts.filter((part) => part !== null).join(' · '),
  }
}

function MomentPicker({ of, side, onChange }: Omit<PickerProps, 'batches'>): ReactNode {
  const passes = useQuery({
    ...api.comparison.passes.queryOptions({ input: { batch: side?.batch ?? 1 } }),
    enabled: side !== null,
  })
  const most = Math.max(passes.data ?? 0, side?.pass ?? 0)
  const choices: Choice<string>[] = [
    { value: 'now', label: words.now },
    ...Array.from({ length: most }, (_, at) => ({
      value: String(at + 1),
      label: words.pass({ n: at + 1 }),
      hint: words.passHint({ n: at + 1 }),
    })),
  ]
  return (
    <Select
      label={words.moment[of]}
      value={String(side?.pass ?? 'now')}
      disabled={side === null}
      choices={choices}
      onChange={(value) =>
        side !== null && onChange({ batch: side.batch, pass: value === 'now' ? null : Number(value) })
      }
    />
  )
}
