// Decision about an item that was changed on both sides, or whose newest version leads elsewhere: each part that differs, here
// and there, with who made it and when. Whichever side is kept, the other one stays among the versions.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import type { SharedDifference, SharedItem } from '../../../../shared/contract/team/knowledge.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'
import { api, engine } from '../../../app/engine.ts'
import { Button } from '../../../components/button.tsx'
import { BodyCell, HeadCell } from '../../../components/lists/table-cells.tsx'
import { toast } from '../../../components/notices/toast.tsx'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { ErrorState, SkeletonRows } from '../../../components/panel.tsx'
import { RelativeTime } from '../../../components/text/relative-time.tsx'
import { texts } from '../../../texts/common.ts'
import { sharedTexts } from '../../../texts/team/shared.ts'
import { settingLabel, settingWords } from './connection-parts.ts'
import { shownName } from './shown-name.ts'

const words = sharedTexts.compare

export function CompareDialog(props: { readonly item: SharedItem; readonly onClose: () => void }): ReactNode {
  const { kind, key } = props.item
  const name = { kind, key }
  const client = useQueryClient()
  const compared = useQuery(api.knowledge.compare.queryOptions({ input: name }))
  const item = compared.data?.item ?? props.item
  const { member, version, why } = item
  const resolve = useMutation({
    mutationFn: (take: 'mine' | 'theirs') => engine.knowledge.resolve({ ...name, version, take }),
    onSuccess: (_, take) => {
      toast.done(take === 'mine' ? words.keptMine : words.tookTheirs({ member }))
      props.onClose()
    },
    onError: toast.failed,
    onSettled: () => client.invalidateQueries({ queryKey: api.knowledge.key() }),
  })
  const isOff = compared.data === undefined
  return (
    <Dialog
      open
      width="wide"
      onClose={props.onClose}
      title={words.title({ name: shownName(item) })}
      description={sentenceOf(why) ?? words.both({ member })}
      actions={
        <>
          <Button onClick={props.onClose}>{texts.common.cancel}</Button>
          <Button
            disabled={isOff}
            busy={resolve.isPending && resolve.variables === 'mine'}
            onClick={() => resolve.mutate('mine')}
          >
            {words.keep}
          </Button>
          <Button
            disabled={isOff}
            busy={resolve.isPending && resolve.variables === 'theirs'}
            onClick={() => resolve.mutate('theirs')}
          >
            {words.take({ member })}
          </Button>
        </>
      }
    >
      {compared.isError ? (
        <ErrorState error={compared.error} />
      ) : compared.data === undefined ? (
        <SkeletonRows rows={4} />
      ) : (
        <Differences differences={compared.data.differences} item={item} />
      )}
    </Dialog>
  )
}

function Differences(props: {
  readonly differences: readonly SharedDifference[]
  readonly item: SharedItem
}): ReactNode {
  const { kind, member, at, version } = props.item
  if (props.differences.length === 0) return <p>{words.same}</p>
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-sm">
      <thead>
        <tr>
          <HeadCell className="w-48">{words.part}</HeadCell>
          <HeadCell>{words.mine}</HeadCell>
          <HeadCell>
            {words.theirs({ member })}
            <span className="font-normal">
              {' · '}
              {sharedTexts.version({ version })} · <RelativeTime at={at} />
            </span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {props.differences.map((difference) => {
          const { part, mine, theirs } = kind === 'connection' ? asInForm(difference) : difference
          const label = sentenceOf(part)
          return (
            <tr key={label} className="align-top">
              <BodyCell wraps className="font-medium">
                {label}
              </BodyCell>
              <BodyCell wraps>
                <Value text={mine} />
              </BodyCell>
              <BodyCell wraps>
                <Value text={theirs} />
              </BodyCell>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** A setting of a connection, as its form shows it. */
function asInForm(difference: SharedDifference): SharedDifference {
  const path = sentenceOf(difference.part)
  const part = settingLabel(path)
  if (part === null) return difference
  const shown = (text: string | null): string | null => (text === null ? null : settingWords(path, text))
  return { part, mine: shown(difference.mine), theirs: shown(difference.theirs) }
}

function Value({ text }: { readonly text: string | null }): ReactNode {
  if (text === null) return <span className="text-faint">{words.missing}</span>
  if (text === '') return <span className="text-faint">{words.empty}</span>
  return <span className="whitespace-pre-wrap">{text}</span>
}
