// Hook that applies a decision to many accounts, reports the result and offers undo.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ManyAccounts } from '../../../../shared/contract/accounts.ts'
import { api, engine } from '../../../app/engine.ts'
import { toast } from '../../../components/notices/toast.tsx'
import { decideTexts } from '../../../texts/fix/decisions/decide.ts'
import { doneText } from './decide-words.ts'

type What = Parameters<typeof engine.accounts.decide>[0]['what']

/** `onDone` belongs to one decision and is not called for another one made meanwhile. */
type Asked = { readonly who: ManyAccounts; readonly what: What; readonly onDone?: (() => void) | undefined }

export function useDecide(batch: number) {
  const client = useQueryClient()
  // Rows and counts follow the engine's event; the account next to the grid updates at once.
  const renew = (): void => void client.invalidateQueries({ queryKey: api.accounts.get.key() })

  async function putBack(choice: number): Promise<void> {
    try {
      const { accounts, left } = await engine.accounts.undecide({ batch, choice })
      renew()
      toast.done(
        left === 0 ? decideTexts.putBack({ n: accounts }) : decideTexts.putBackLeft({ n: accounts, left }),
      )
    } catch (error) {
      toast.failed(error)
    }
  }

  const decide = useMutation({
    mutationFn: ({ who, what }: Asked) => engine.accounts.decide({ batch, who, what }),
    onError: toast.failed,
    onSuccess: (chosen, { what, onDone }) => {
      renew()
      onDone?.()
      const words = doneText(decideTexts.done[what.kind]({ n: chosen.accounts }), chosen)
      const { choice } = chosen
      if (choice === null) toast.notice('info', words)
      else toast.done(words, { label: decideTexts.undo, run: () => void putBack(choice) })
    },
  })
  const validate = useMutation(
    api.accounts.validate.mutationOptions({
      onError: toast.failed,
      onSuccess: ({ asked, leftOut }) => {
        renew()
        const words = doneText(decideTexts.asked({ n: asked }), { accounts: asked, leftOut })
        if (asked === 0) toast.notice('info', words)
        else toast.done(words)
      },
    }),
  )
  return {
    busy: decide.isPending || validate.isPending,
    decide: (who: ManyAccounts, what: What, onDone?: () => void): void =>
      decide.mutate({ who, what, onDone }),
    validate: (who: ManyAccounts): void =>
      validate.mutate('accounts' in who ? { accounts: who.accounts } : { batch, ...who }),
  }
}
