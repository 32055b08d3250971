// Controls for an account whose answer was lost and whose status cannot be read. Nothing shows whether it arrived, so
// the user must state that it did not before it is sent again. It asks twice, because a mistake creates a second
// account.
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AccountView } from '../../../shared/contract/views.ts'
import { api } from '../../app/engine.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/overlays/dialog.tsx'
import { toast } from '../../components/notices/toast.tsx'
import { watchTexts } from '../../texts/watch/watch.ts'

const words = watchTexts.again

export function SendAgain({ account }: { readonly account: AccountView }): ReactNode {
  const [asking, setAsking] = useState(false)
  const send = useMutation(
    api.accounts.sendAgain.mutationOptions({
      onSuccess: () => toast.done(words.done({ account: account.key })),
      onError: toast.failed,
      onSettled: () => setAsking(false),
    }),
  )
  if (!account.asksToSendAgain) return null
  return (
    <>
      <Button icon={Send} className="justify-self-start" onClick={() => setAsking(true)}>
        {words.action}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => send.mutate({ account: account.id })}
        title={words.title({ account: account.key })}
        description={words.words}
        action={words.confirm}
        danger
        busy={send.isPending}
        word={account.key}
      />
    </>
  )
}
