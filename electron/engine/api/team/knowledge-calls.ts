// API calls about what the members of a team share.
import { type CallContext, os, unwrap } from '../call-context.ts'
import { known, opened, readable } from './opened-team.ts'

export function knowledgeCalls(context: CallContext) {
  const { knowledge } = context
  const calls = os.knowledge
  return {
    list: calls.list.handler(() => knowledge.list()),
    refresh: calls.refresh.handler(() => knowledge.refresh()),
    candidates: calls.candidates.handler(({ input }) => knowledge.candidates(input.kind, input.text ?? '')),
    share: calls.share.handler(async ({ input, errors }) => unwrap(await knowledge.share(input), errors)),
    unshare: calls.unshare.handler(({ input, errors }) => unwrap(knowledge.unshare(input), errors)),
    compare: calls.compare.handler(({ input, errors }) => unwrap(knowledge.compare(input), errors)),
    resolve: calls.resolve.handler(async ({ input: { take, version, ...name }, errors }) =>
      unwrap(await knowledge.resolve(name, take, version), errors),
    ),
    history: calls.history.handler(async ({ input, errors }) => [
      ...known(await knowledge.history(input, readable(context, errors)), errors),
    ]),
    bringBack: calls.bringBack.handler(async ({ input: { version, ...name }, errors }) =>
      unwrap(known(await knowledge.bringBack(name, version, opened(context, errors)), errors), errors),
    ),
  }
}
