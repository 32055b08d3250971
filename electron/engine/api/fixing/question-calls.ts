// API calls about question packs: ask, write, read the returned file, merge.
import { failed, success } from '../../system/failure.ts'
import { askCompiledMapping } from '../../fixing/question-pack/ask-columns.ts'
import { findPack } from '../../fixing/question-pack/find-pack.ts'
import { countByColumn, collectQuestions } from '../../fixing/question-pack/collect-questions.ts'
import { reviewAnswers } from '../../fixing/question-pack/validate-answers.ts'
import { mergeAnswers } from '../../fixing/question-pack/merge-answers.ts'
import { readReturned } from '../../fixing/question-pack/read-pack.ts'
import { createReviews, stampOf, viewOf } from '../../fixing/question-pack/reviews.ts'
import { writePack } from '../../fixing/question-pack/write-pack.ts'
import { writtenOf } from '../../accounts/batch-removal.ts'
import { batchOf, type CallContext, type Inputs, os, type Refuse, unwrap } from '../call-context.ts'
import { message } from '../../../../shared/texts/create-message.ts'
import { createMessageFormat } from '../../../../shared/texts/message-format.ts'

const never = new AbortController().signal
const cancelled = failed('input', 'cancelled', message('questions.stopped'))

/** The last review of each batch is kept, so that its answers can be paged and applied. */
type ReviewContext = CallContext & { readonly reviews: ReturnType<typeof createReviews> }

export function questionCalls(context: CallContext) {
  const calls = os.questions
  const withReviews = { ...context, reviews: createReviews() }
  return {
    preview: calls.preview.handler(({ input, errors, signal }) => preview(context, input, errors, signal)),
    write: calls.write.handler(({ input, errors, signal }) => write(context, input, errors, signal)),
    packs: calls.packs.handler(({ input, errors }) => packs(context, input, errors)),
    read: calls.read.handler(({ input, errors, signal }) => read(withReviews, input, errors, signal)),
    page: calls.page.handler(({ input, errors }) => page(withReviews, input, errors)),
    apply: calls.apply.handler(({ input, errors }) => apply(withReviews, input, errors)),
  }
}

async function preview(
  context: CallContext,
  input: Inputs['questions']['preview'],
  errors: Refuse,
  signal: AbortSignal | undefined = never,
) {
  const { store } = context
  const compiledMapping = unwrap(askCompiledMapping(store, batchOf(context, input.batch, errors)), errors)
  const collected = await collectQuestions(store, compiledMapping, input.scope, input.options, signal)
  const found = unwrap(collected === null ? cancelled : success(collected), errors)
  const { position, info } = compiledMapping.main
  return {
    questions: found.questions.length,
    cells: found.cells,
    accounts: found.accounts,
    columns: countByColumn(found),
    leftOut: found.leftOut,
    who: info.columns.map(({ name, index }) => ({
      column: name,
      sensitive: compiledMapping.columnAt(position, index)?.sensitive === true,
    })),
  }
}

async function write(
  context: CallContext,
  input: Inputs['questions']['write'],
  errors: Refuse,
  signal: AbortSignal | undefined = never,
) {
  const { store, clock } = context
  const compiledMapping = unwrap(askCompiledMapping(store, batchOf(context, input.batch, errors)), errors)
  const collected = await collectQuestions(store, compiledMapping, input.scope, input.options, signal)
  const found = unwrap(collected === null ? cancelled : success(collected), errors)
  const ownFolder = writtenOf(context.status.folder, input.batch)
  const { options, words, folder, inLanguage } = input
  const format = createMessageFormat(inLanguage.language, inLanguage.locale)
  const request = { options, words, format, folder, ownFolder }
  const written = await writePack(
    { store, now: clock.now, unfinished: context.unfinished },
    compiledMapping,
    found,
    request,
    signal,
  )
  const pack = unwrap(written, errors)
  context.eventBus.batchChanged(input.batch)
  return pack
}

function packs(context: CallContext, input: Inputs['questions']['packs'], errors: Refuse) {
  const { store } = context
  const batch = batchOf(context, input.batch, errors)
  return store.questions.packs(batch.id).map(({ id, name, madeAt, questions, readAt }) => ({
    id,
    name,
    madeAt,
    questions,
    readAt,
  }))
}

async function* read(
  context: ReviewContext,
  input: Inputs['questions']['read'],
  errors: Refuse,
  signal: AbortSignal | undefined = never,
) {
  const { store, reader, reviews } = context
  const { batch: id, path, ...options } = input
  const compiledMapping = unwrap(askCompiledMapping(store, batchOf(context, id, errors)), errors)
  const stamp = stampOf(store, compiledMapping.batch)
  const file = unwrap(await readReturned(reader, path, options, signal), errors)
  const pack = unwrap(await findPack(store, id, file), errors)
  const steps = progressSteps()
  const validating = reviewAnswers(store, compiledMapping, pack, file, signal, steps.tell).finally(steps.end)
  // A caller that leaves during a progress report does not wait for the end.
  validating.catch(() => undefined)
  for await (const [done, of] of steps.all()) yield { kind: 'looking' as const, done, of }
  const validated = await validating
  const whole = unwrap(validated === null ? cancelled : success(validated), errors)
  const kept = { fileName: file.fileName, pack: pack.pack, validated: whole, stamp }
  yield { kind: 'review' as const, review: reviews.keep(id, kept) }
}

function page(context: ReviewContext, input: Inputs['questions']['page'], errors: Refuse) {
  const { reviews } = context
  const batch = batchOf(context, input.batch, errors)
  const review = unwrap(reviews.find(batch.id, input.expected), errors)
  const items = review.byKind.get(input.kind) ?? []
  return { total: items.length, items: items.slice(input.offset, input.offset + input.limit).map(viewOf) }
}

function apply(context: ReviewContext, input: Inputs['questions']['apply'], errors: Refuse) {
  const { reviews, store, editing, clock } = context
  const batch = batchOf(context, input.batch, errors)
  const review = unwrap(reviews.find(batch.id, input.expected), errors)
  const merged = unwrap(
    mergeAnswers({ store, editing, now: clock.now }, batch, review, input.choices),
    errors,
  )
  reviews.drop(batch.id)
  context.eventBus.batchChanged(batch.id)
  return merged
}

/** Converts progress callbacks to an async iterable; only the latest value counts. */
function progressSteps() {
  let latest: readonly [done: number, of: number] | null = null
  let ended = false
  let wake: () => void = () => undefined
  return {
    tell(done: number, of: number): void {
      latest = [done, of]
      wake()
    },
    end(): void {
      ended = true
      wake()
    },
    async *all(): AsyncGenerator<readonly [number, number]> {
      for (;;) {
        if (latest !== null) {
          const now = latest
          latest = null
          yield now
        } else if (ended) return
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    },
  }
}
