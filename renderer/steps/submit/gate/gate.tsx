// Gate before the first release: destination, number of accounts, what the supplier does to customers, and what
// cannot be cancelled. Production, test and practice differ by frame, label, icon and colour.
import { type Word, WordHelp } from '../../../components/overlays/word-help.tsx'
import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Environment } from '../../../../shared/sending/connection.ts'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { EnvironmentMark } from '../../../accounts/connection/environment-mark.tsx'
import { hrefOf } from '../../../app/route.ts'
import { Checkbox } from '../../../components/fields/checkbox.tsx'
import { cx } from '../../../components/classes.ts'
import { GateSupplier } from './gate-supplier.tsx'
import { remember } from './consent.ts'
import { submitTexts } from '../../../texts/submit/submit.ts'
import { consentOf, type SupplierWords } from './supplier-notes.ts'
import { releasedSoFar } from '../../../../shared/status/wave-steps.ts'

const words = submitTexts.gate

function Fact(props: {
  readonly label: string
  readonly word?: Word
  readonly children: ReactNode
}): ReactNode {
  return (
    <div className="grid grid-cols-[132px_1fr] gap-3 py-1">
      <dt className="text-soft">
        {props.label}
        {props.word !== undefined && <WordHelp of={props.word} className="-my-1 ml-0.5" />}
      </dt>
      <dd className="min-w-0">{props.children}</dd>
    </div>
  )
}

const frames: Readonly<Record<Environment, string>> = {
  practice: 'border-b border-line px-1 pt-1.5 pb-1',
  test: 'm-4 mb-1 rounded-lg border-2 border-dashed border-wait',
  production: 'm-4 mb-1 rounded-lg border-2 border-production',
}
const headers: Readonly<Record<Environment, string>> = {
  practice: '',
  test: 'rounded-t-md bg-wait-bg',
  production: 'rounded-t-md bg-production-bg text-production',
}

export function Gate(props: {
  readonly batch: BatchView
  /** Null while loading: consent is impossible before. */
  readonly notes: readonly SupplierWords[] | null
  readonly agreed: boolean
}): ReactNode {
  const { batch, notes } = props
  const { connection, supplier } = batch
  if (connection === null) return null
  const { environment } = connection
  return (
    <section aria-labelledby="gate-heading" className={frames[environment]}>
      <header className={cx('flex min-h-10 items-center gap-2.5 px-4 py-2', headers[environment])}>
        <h2 id="gate-heading" className="shrink-0 text-md font-semibold">
          {words.heading}
        </h2>
        <EnvironmentMark environment={environment} />
        <p className="min-w-0 text-sm font-medium">{words.environmentWords[environment]}</p>
      </header>
      <dl className="px-4 pb-1 text-base">
        <Fact label={words.connection}>
          <a
            href={hrefOf({ page: 'connect', connection: connection.id })}
            className="inline-flex max-w-full items-center gap-1 font-medium text-text hover:text-accent"
          >
            <span className="truncate">{connection.name}</span>
            <ArrowUpRight size={12} aria-hidden className="shrink-0 text-faint" />
          </a>
          <span className="ml-2 break-all text-soft">{connection.baseUrl}</span>
        </Fact>
        <Fact label={words.supplier} word="supplier">
          <GateSupplier
            connection={connection.id}
            isPractice={connection.environment === 'practice'}
            supplier={supplier}
            notes={notes}
          />
        </Fact>
        <Fact label={words.toSend} word="account">
          <span className="font-medium">{toSendWords(batch.endings.ready, releasedSoFar(batch))}</span>
        </Fact>
        <Fact label={words.undo}>
          <span className="text-soft">{words.undoWords}</span>
        </Fact>
      </dl>
      <div data-guide="agree" className="mx-4 mt-1 border-t border-line py-3">
        <Checkbox
          label={<span className="font-medium">{words.agree}</span>}
          hint={environment === 'production' ? words.agreeProductionHint : words.agreeHint}
          checked={props.agreed}
          disabled={notes === null}
          onChange={(agreed) => remember(batch.id, agreed && notes !== null ? consentOf(batch, notes) : null)}
        />
      </div>
    </section>
  )
}

function toSendWords(validated: number, released: number): string {
  const { toSendMore } = words
  if (validated === 0) return released === 0 ? toSendMore.nothing : toSendMore.nothingMore({ released })
  return released === 0 ? toSendMore.noneReleased({ validated }) : toSendMore.more({ validated, released })
}
