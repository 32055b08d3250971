// What is known of a supplier code that was just typed or picked: whether it is on its connection's list, and what the
// service says of it, which is asked at once. Where nothing can be known yet, it says why.
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { ConnectionView } from '../../../shared/contract/views.ts'
import type { SupplierCheck } from '../../../shared/contract/workspace.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { api } from '../../app/engine.ts'
import { cx } from '../../components/classes.ts'
import { connectTexts } from '../../texts/connect/connect.ts'

/** Without a key stroke, after which a code counts as typed. */
const typedMs = 400

export function SupplierVerdict(props: {
  readonly code: string
  /** Undefined: none is chosen. */
  readonly connection: ConnectionView | undefined
}): ReactNode {
  const { connection } = props
  const code = useSettled(props.code)
  const canAsk = connection !== undefined && connection.hasKey && code !== ''
  const asked = useQuery({
    ...api.connections.checkSupplier.queryOptions({ input: { id: connection?.id ?? 1, code } }),
    enabled: canAsk,
    staleTime: 5_000,
  })
  const words = connectTexts.supplierCheck
  if (props.code === '') return null
  if (connection === undefined) return <Line result="unclear">{words.noConnection}</Line>
  const { name } = connection
  const listed = listedIn(connection, props.code)
  if (!connection.hasKey) return <Line result="unclear">{`${listed} ${words.noKey({ name })}`}</Line>
  const isAsking = code !== props.code || asked.isFetching
  return <AskedVerdict code={props.code} isAsking={isAsking} check={asked.data} listed={listed} />
}

/** What the service says of a code, while it is asked and afterwards. */
export function AskedVerdict(props: {
  readonly code: string
  readonly isAsking: boolean
  /** Undefined: there was no answer. */
  readonly check: SupplierCheck | undefined
  /** A sentence on the list of the connection, or empty. */
  readonly listed: string
}): ReactNode {
  const { check } = props
  const words = connectTexts.supplierCheck
  if (props.isAsking) return <Line result={null}>{words.asking({ code: props.code })}</Line>
  if (check === undefined) return <Line result="unclear">{words.failed}</Line>
  return <Line result={check.result}>{`${props.listed} ${sentenceOf(check.message)}`}</Line>
}

/** Empty where the connection has no list. */
function listedIn({ name, settings }: ConnectionView, wanted: string): string {
  const words = connectTexts.supplierCheck
  if (settings.suppliers.length === 0) return ''
  return settings.suppliers.some(({ code }) => code === wanted)
    ? words.listed({ name })
    : words.unlisted({ name })
}

const tones = { no_objection: 'text-ok', refused: 'text-bad', closed: 'text-bad', unclear: 'text-warn' }
const icons = {
  no_objection: CircleCheck,
  refused: CircleAlert,
  closed: CircleAlert,
  unclear: CircleHelp,
}

/** `result`: null while the service is asked. */
function Line(props: {
  readonly result: SupplierCheck['result'] | null
  readonly children: string
}): ReactNode {
  const { result } = props
  const Icon = result === null ? null : icons[result]
  return (
    <span role="status" className={cx('flex gap-1 text-xs', result === null ? 'text-faint' : tones[result])}>
      {Icon !== null && <Icon size={12} aria-hidden className="mt-0.5 shrink-0" />}
      <span className="min-w-0 wrap-anywhere">{props.children.trim()}</span>
    </span>
  )
}

/** `code` as it was when it had not changed for a moment. */
function useSettled(code: string): string {
  const [settled, setSettled] = useState(code)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(code), typedMs)
    return () => clearTimeout(timer)
  }, [code])
  return settled
}
