// Supplier section of the gate: its code and the note on what it does to customers. Without a note it links to the
// place where one can be written.
import { ArrowUpRight, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { hrefOf } from '../../../app/route.ts'
import { submitTexts } from '../../../texts/submit/submit.ts'
import { notNotedWords, type SupplierWords } from './supplier-notes.ts'

const words = submitTexts.gate

export function GateSupplier(props: {
  readonly connection: number
  /** The practice service contacts nobody: nothing has to be asked. */
  readonly isPractice: boolean
  /** Null: each account names its own. */
  readonly supplier: string | null
  /** Null while loading. */
  readonly notes: readonly SupplierWords[] | null
}): ReactNode {
  const { notes, supplier } = props
  const unknown = notes === null ? [] : notes.filter(({ note }) => note === null)
  return (
    <>
      <span className={supplier === null ? 'text-soft' : 'font-medium'}>
        {supplier ?? words.supplierFromFile}
      </span>
      {notes === null && <p className="min-h-5" />}
      {notes?.map(
        ({ code, note }) =>
          note !== null && (
            <div key={code} className="mt-1 border-l-2 border-edge pl-2.5">
              <p className="text-soft">{words.supplierDoes({ code })}</p>
              <p className="wrap-break-word whitespace-pre-line">{note}</p>
            </div>
          ),
      )}
      {notes !== null && supplier === null && notes.length > 0 && (
        <p className="mt-1 text-xs text-soft">{words.otherSuppliers}</p>
      )}
      {notes !== null && !props.isPractice && (unknown.length > 0 || notes.length === 0) && (
        <p className="mt-1 flex gap-2 rounded-md border border-warn/30 bg-warn-bg px-2.5 py-1.5 text-sm">
          <TriangleAlert size={14} aria-hidden className="mt-[3px] shrink-0 text-warn" />
          <span>
            {notNotedWords(unknown.map(({ code }) => code))}{' '}
            <a
              href={hrefOf({ page: 'connect', connection: props.connection })}
              className="font-medium whitespace-nowrap text-accent hover:underline"
            >
              {words.noteIt}
              <ArrowUpRight size={12} aria-hidden className="ml-0.5 inline" />
            </a>
          </span>
        </p>
      )}
    </>
  )
}
