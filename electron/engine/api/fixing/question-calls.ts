// API calls about question packs (ask, write, read the returned file, merge) and about repaired fix files, which are read
// and merged in the same way.
import type { AnswerItem, AnswerReview } from '../../../../shared/contract/fixing/questions.ts'
import { createHide } from '../../accounts/masking/mask-values.ts'
import { maskOf } from '../../accounts/masking/masks.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import { type AskCompiledMapping, askCompiledMapping } from '../../fixing/question-pack/ask-columns.ts'
import { findPack } from '../../fixing/question-pack/find-pack.ts'
import { countByColumn, collectQuestions } from '../../fixing/question-pack/collect-questions.ts'
import { reviewAnswers } from '../../fixing/question-pack/answers/validate-answers.ts'
import { mergeAnswers } from '../../fixing/question-pack/answers/merge-answers.ts'
import { answersIn, isQuestionHeader } from '../../fixing/question-pack/read-pack.ts'
import { fileNameOf, readReturnedSheets } from '../../fixing/question-pack/read-sheets.ts'
import type { Validated } from '../../fixing/question-pack/answers/validate-answers.ts'
import { fixFileOfBatch, searchFixFile } from '../../fixing/fix-file/find-fix-file.ts'
import { isFixHeader, type RepairedFile, repairsIn } from '../../fixing/fix-file/repaired-rows.ts'
import { reviewRepairs } from '../../fixing/fix-file/review-repairs.ts'
import { countRows } from '../../report/rows/fix-reference.ts'
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
    batchOf: calls.batchOf.handler(({ input, signal }) => findBatch(context, input, signal)),
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
  const isHeader = (texts: readonly string[]): boolean => isFixHeader(texts) || isQuestionHeader(texts)
  const sheets = unwrap(await readReturnedSheets(reader, path, options, isHeader, signal), errors)
  const repairs = repairsIn(fileNameOf(path), sheets)
  const found = unwrap(
    repairs === null
      ? await findAnswers(context, compiledMapping, answersIn(fileNameOf(path), sheets))
      : findRepairs(context, compiledMapping, repairs),
    errors,
  )
  const steps = progressSteps()
  const validating = found.validate({ signal, looked: steps.tell }).finally(steps.end)
  // A caller that leaves during a progress report does not wait for the end.
  validating.catch(() => undefined)
  for await (const [done, of] of steps.all()) yield { kind: 'looking' as const, done, of }
  const validated = await validating
  const whole = unwrap(validated === null ? cancelled : success(validated), errors)
  const { of, pack } = found
  const kept = { of, fileName: fileNameOf(path), pack, validated: whole, stamp }
  yield {
    kind: 'review' as const,
    review: maskedReview(context, compiledMapping.batch, reviews.keep(id, kept)),
  }
}

type Watch = { readonly signal: AbortSignal; readonly looked: (done: number, of: number) => void }
type Found = Pick<Parameters<ReturnType<typeof createReviews>['keep']>[1], 'of' | 'pack'> & {
  readonly validate: (watch: Watch) => Promise<Validated | null>
}

async function findAnswers(
  { store }: CallContext,
  compiledMapping: AskCompiledMapping,
  answers: ReturnType<typeof answersIn>,
): Promise<Result<Found>> {
  if (!answers.ok) return answers
  const found = await findPack(store, compiledMapping.batch.id, answers.value)
  if (!found.ok) return found
  return success({
    of: 'questions',
    pack: found.value.pack,
    validate: ({ signal, looked }) =>
      reviewAnswers(store, compiledMapping, found.value, answers.value, signal, looked),
  })
}

function findRepairs(
  { store, editing }: CallContext,
  compiledMapping: AskCompiledMapping,
  file: RepairedFile,
): Result<Found> {
  const found = fixFileOfBatch(store, compiledMapping.batch.id, file)
  if (!found.ok) return found
  const { id, batch, madeAt, rows, appliedAt } = found.value
  return success({
    of: 'repairs',
    pack: { id, batch, name: file.fileName, madeAt, questions: countRows(rows), readAt: appliedAt },
    validate: (watch) => reviewRepairs({ store, editing, compiledMapping }, found.value, file, watch),
  })
}

async function findBatch(
  { store, reader }: CallContext,
  { path }: Inputs['questions']['batchOf'],
  signal: AbortSignal | undefined = never,
) {
  const found = await searchFixFile(store, reader, path, signal)
  const batch = found === null ? null : store.batches.get(found.batch)
  if (found === null || batch === null) return null
  const { madeAt, rows, appliedAt } = found
  return { batch: batch.id, name: batch.name, madeAt, rows: countRows(rows), appliedAt }
}

function page(context: ReviewContext, input: Inputs['questions']['page'], errors: Refuse) {
  const { reviews } = context
  const batch = batchOf(context, input.batch, errors)
  const review = unwrap(reviews.find(batch.id, input.expected), errors)
  const items = review.byKind.get(input.kind) ?? []
  const page = items.slice(input.offset, input.offset + input.limit).map(viewOf)
  return { total: items.length, items: page.map((item) => maskedItem(context, batch, item)) }
}

/** An item about a masked cell says that something was asked and answered, and not what. */
function maskedItem({ masking }: CallContext, batch: StoredBatch, item: AnswerItem): AnswerItem {
  const { sheet, column, before, now, answer, after, answers, asked, why } = item
  if (column === null || !masking.isMaskedName(batch, sheet, column)) return item
  const hide = createHide(
    [before, now, answer, after, ...answers.map(({ text }) => text)].flatMap((one) => one ?? []),
  )
  const mask = (text: string | null): string | null => (text === null ? null : maskOf(text))
  return {
    ...item,
    asked: hide(asked),
    why: hide(why),
    before: mask(before),
    now: mask(now),
    answer: maskOf(answer),
    after: mask(after),
    answers: answers.map((one) => ({ ...one, text: maskOf(one.text) })),
  }
}

function maskedReview({ masking }: CallContext, batch: StoredBatch, review: AnswerReview): AnswerReview {
  const first = review.ignored.first.map((one) =>
    typeof one.header === 'string' && masking.isMaskedName(batch, null, one.header)
      ? { ...one, was: maskOf(one.was), is: maskOf(one.is) }
      : one,
  )
  return { ...review, ignored: { ...review.ignored, first } }
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
