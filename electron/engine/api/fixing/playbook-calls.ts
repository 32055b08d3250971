// API calls about the playbook: the team's notes about codes, and fixes that worked.
import { type CallContext, os } from '../call-context.ts'

export function playbookCalls(context: CallContext) {
  const { store, clock, playbook } = context
  const calls = os.playbook
  return {
    get: calls.get.handler(({ input }) => store.playbook.get(input.code)),
    list: calls.list.handler(() => store.playbook.list()),
    save: calls.save.handler(({ input }) => {
      const entry = { ...input, changedAt: clock.now() }
      store.playbook.save(entry)
      return entry
    }),
    remove: calls.remove.handler(({ input }) => store.playbook.remove(input.code)),
    worked: calls.worked.handler(async ({ input }) => {
      if (input.batch !== undefined) await playbook.finish(input.batch)
      return store.playbook.worked(input)
    }),
    forget: calls.forget.handler(({ input: { kept, ...cause } }) => store.playbook.forget(cause, kept)),
  }
}
