// List item with a menu beside the chosen problem: only accounts whose problem the service has reported since a day. It is
// there only for problems that the service reports; our own checks have no such time.
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProblemGroup } from '../../../../shared/contract/views.ts'
import { setParams } from '../../../app/route.ts'
import { cx } from '../../../components/classes.ts'
import { ChoiceMenu } from '../../../components/fields/choice-menu.tsx'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { type FixView, isCause, sinces } from '../fix-view.ts'

const values = ['any', ...sinces] as const

export function SinceMenu(props: {
  readonly view: FixView
  readonly groups: readonly ProblemGroup[]
}): ReactNode {
  const { problem, since } = props.view
  if (problem === null) return null
  const source = props.groups.find((group) => isCause(problem, group))?.source
  if (since === null && (source === undefined || source === 'local' || source === 'file')) return null
  const value = since ?? 'any'
  const label = fixTexts.sinceButton({ since: fixTexts.since[value] })
  return (
    <li className="flex shrink-0">
      <ChoiceMenu
        label={fixTexts.sinceMenu}
        buttonLabel={label}
        button={
          <span className={cx('flex items-center gap-1 px-1 font-medium', since !== null && 'text-accent')}>
            {label}
            <ChevronDown size={12} aria-hidden className="text-faint" />
          </span>
        }
        value={value}
        choices={values.map((one) => ({ value: one, label: fixTexts.since[one] }))}
        onChoose={(next) => setParams({ since: next === 'any' ? null : next })}
      />
    </li>
  )
}
