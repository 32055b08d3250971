// Hook with the actions on duplicates. Each action can be undone from the status line.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DuplicateSide } from '../../../../shared/contract/fixing/duplicates.ts'
import { api, engine } from '../../../app/engine.ts'
import { toast } from '../../../components/notices/toast.tsx'
import type { linkedChoice } from './duplicates-choices.ts'
import { duplicatesTexts as words } from '../../../texts/fix/decisions/duplicates.ts'

export type DuplicateActs = ReturnType<typeof useDuplicateActs>

type Act = (work: () => Promise<boolean>) => Promise<void>

export function useDuplicateActs(batch: number, onDone: () => void) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const act: Act = async (work) => {
    setBusy(true)
    try {
      const isDone = await work()
      await client.invalidateQueries({ queryKey: api.duplicates.key() })
      void client.invalidateQueries({ queryKey: api.accounts.get.key() })
      void client.invalidateQueries({ queryKey: api.edits.history.key({ input: { batch } }) })
      if (isDone) onDone()
    } catch (error) {
      toast.failed(error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, ...keepingActs(batch, act), ...editingActs(batch, act) }
}

/** One of them is kept, the others are excluded. */
function keepingActs(batch: number, act: Act) {
  const undo = (choice: number) => ({
    label: words.undo,
    run: () =>
      void act(async () => {
        await engine.accounts.undecide({ batch, choice })
        return false
      }),
  })
  return {
    keep: (side: DuplicateSide, others: readonly DuplicateSide[]): void =>
      void act(async () => {
        const who = { accounts: others.map(({ account }) => account) }
        const reason = words.keepReason({ key: side.key, row: side.row })
        const { choice } = await engine.accounts.decide({ batch, who, what: { kind: 'exclude', reason } })
        if (choice !== null) toast.done(words.kept({ row: side.row }), undo(choice))
        return choice !== null
      }),
    keepCopies: (expected: string): void =>
      void act(async () => {
        const { choice, accounts } = await engine.duplicates.keepFirstOfCopies({ batch, expected })
        if (choice !== null) toast.done(words.keptCopies({ count: accounts }), undo(choice))
        return choice !== null
      }),
  }
}

/** Their cells are edited, so that they are duplicates no longer. */
function editingActs(batch: number, act: Act) {
  const undo = (edit: number) => ({
    label: words.undo,
    run: () =>
      void act(async () => {
        const newest = (await engine.edits.history({ batch })).find((one) => !one.undone)
        if (newest?.id === edit) await engine.edits.undo({ batch })
        else toast.notice('info', words.undoneElse)
        return false
      }),
  })
  return {
    renumber: (
      numbers: readonly { readonly account: number; readonly key: string }[],
      linked: NonNullable<ReturnType<typeof linkedChoice>>,
    ): void =>
      void act(async () => {
        const made = await engine.duplicates.renumber({ batch, numbers: [...numbers], linked })
        toast.done(
          made.joined > 0 ? words.joined({ count: made.joined }) : words.numbersMade,
          undo(made.edit),
        )
        return true
      }),
    merge: (
      keep: number,
      others: readonly number[],
      chosen: readonly { readonly column: number; readonly text: string }[],
    ): void =>
      void act(async () => {
        const accounts = { keep, others: [...others] }
        const made = await engine.duplicates.merge({ batch, ...accounts, texts: [...chosen] })
        toast.done(words.merged, undo(made.edit))
        return true
      }),
  }
}
