// The gate: where the accounts go, how many, what the supplier does to customers and what cannot be taken back, before
// anything is released. Production can be told from practice by its frame, its word and its colour.
import { ArrowUpRight, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract.ts'
import { hrefOf } from '../../app/route.ts'
import { Checkbox } from '../../parts/checkbox.tsx'
import { cx } from '../../parts/classes.ts'
import { GateSupplier } from './gate-supplier.tsx'
import { remember } from './consent.ts'
import { submitTexts } from './submit-texts.ts'
import { consentOf, type SupplierWords } from './supplier-notes.ts'
import { releasedSoFar } from './waves.ts'

const words = submitTexts.gate

function Fact(props: { readonly label: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="grid grid-cols-[112px_1fr] gap-3 py-1">
      <dt className="text-soft">{props.label}</dt>
      <dd className="min-w-0">{props.children}</dd>
    </div>
  )
}

function ServiceMark({ production }: { readonly production: boolean }): ReactNode {
  return (
    <span
      className={cx(
        'inline-flex h-5 items-center gap-1 rounded-full border px-2 text-[11px] leading-none font-semibold tracking-wide',
        production
          ? 'border-production bg-production-bg text-production'
          : 'hatch border-practice text-practice',
      )}
    >
      {production && <ShieldAlert size={12} aria-hidden />}
      {production ? words.production : words.practice}
    </span>
  )
}

export function Gate(props: {
  readonly batch: BatchView
  /** Null while they are asked for: nobody can agree before. */
  readonly notes: readonly SupplierWords[] | null
  readonly agreed: boolean
}): ReactNode {
  const { batch, notes } = props
  const { connection, supplier } = batch
  if (connection === null) return null
  const { production } = connection
  return (
    <section
      aria-labelledby="gate-heading"
      className={cx(
        production
          ? 'm-4 mb-1 rounded-lg border-2 border-production'
          : 'border-b border-line px-1 pt-1.5 pb-1',
      )}
    >
      <header
        className={cx(
          'flex min-h-10 items-center gap-2.5 px-4 py-2',
          production && 'rounded-t-md bg-production-bg text-production',
        )}
      >
        <h2 id="gate-heading" className="text-md font-semibold">
          {words.heading}
        </h2>
        <ServiceMark production={production} />
        {production && <p className="min-w-0 text-sm font-medium">{words.productionWords}</p>}
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
        <Fact label={words.supplier}>
          <GateSupplier connection={connection.id} supplier={supplier} notes={notes} />
        </Fact>
        <Fact label={words.toSend}>
          <span className="font-medium">{words.toSendMore(batch.states.cleared, releasedSoFar(batch))}</span>
        </Fact>
        <Fact label={words.undo}>
          <span className="text-soft">{words.undoWords}</span>
        </Fact>
      </dl>
      <div className="mx-4 mt-1 border-t border-line py-3">
        <Checkbox
          label={<span className="font-medium">{words.agree}</span>}
          hint={production ? words.agreeProductionHint : words.agreeHint}
          checked={props.agreed}
          disabled={notes === null}
          onChange={(agreed) => remember(batch.id, agreed && notes !== null ? consentOf(batch, notes) : null)}
        />
      </div>
    </section>
  )
}
