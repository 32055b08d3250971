// Finds the question pack that a returned file answers. It uses the code in the hidden column. If that column was
// deleted, it takes the newest pack of the batch that matches the file's numbers and accounts, or its accounts and
// columns. Packs of an earlier version of the file count too.
import { yieldToEventLoop } from '../../system/yield.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import type { StoredPack, StoredQuestion } from '../../store/fixing/questions.ts'
import type { Store } from '../../store/store.ts'
import type { ReturnedFile } from './read-pack.ts'
import { message } from '../../../../shared/texts/create-message.ts'

/** Limit of versions that are followed back; nobody has more. */
const mostVersions = 50
const pieceOfQuestions = 2_000

export type FoundPack = {
  readonly pack: StoredPack
  readonly questions: ReadonlyMap<number, StoredQuestion>
}

export async function findPack(store: Store, batch: number, file: ReturnedFile): Promise<Result<FoundPack>> {
  const versions = versionsOf(store, batch)
  const codes = new Map<string, number>()
  for (const { reference } of file.rows)
    if (reference !== null) codes.set(reference.code, (codes.get(reference.code) ?? 0) + 1)
  const packs = [...codes.keys()].flatMap((code) => store.questions.packWithCode(code) ?? [])
  const own = packs
    .filter((pack) => versions.includes(pack.batch))
    .toSorted((one, other) => (codes.get(other.code) ?? 0) - (codes.get(one.code) ?? 0))[0]
  if (own !== undefined) return success({ pack: own, questions: await questionsOf(store, own.id) })
  if (codes.size > 0) return notOurs(store, file, packs[0])
  for (const pack of versions.flatMap((version) => store.questions.packs(version))) {
    const questions = await questionsOf(store, pack.id)
    const cells = new Set([...questions.values()].map(({ who, column }) => JSON.stringify([who, column])))
    const named = file.rows.filter(({ number, said }) =>
      number === null
        ? cells.has(JSON.stringify([said.key?.trim(), said.column?.trim()]))
        : questions.get(number)?.who === said.key?.trim(),
    )
    if (named.length * 2 > file.rows.length) return success({ pack, questions })
  }
  return notOurs(store, file, undefined)
}

/** The batch and the earlier versions of its file, newest first. */
function versionsOf(store: Store, batch: number): number[] {
  const versions = [batch]
  while (versions.length < mostVersions) {
    const earlier = store.questions.earlierBatch(versions.at(-1) ?? batch)
    if (earlier === null || versions.includes(earlier)) break
    versions.push(earlier)
  }
  return versions
}

async function questionsOf(store: Store, pack: number): Promise<ReadonlyMap<number, StoredQuestion>> {
  const questions = new Map<number, StoredQuestion>()
  for (let after = 0; ; ) {
    const piece = store.questions.questions(pack, after, pieceOfQuestions)
    for (const question of piece) questions.set(question.number, question)
    const last = piece.at(-1)
    if (last === undefined) return questions
    after = last.number
    await yieldToEventLoop()
  }
}

function notOurs(store: Store, { fileName }: ReturnedFile, other: StoredPack | undefined): Result<never> {
  if (other !== undefined) {
    const name =
      store.batches.get(other.batch)?.name ?? message('questions.batch_number', { batch: other.batch })
    return failed(
      'input',
      'pack_of_another_batch',
      message('questions.other_batch', { file: fileName, name }),
    )
  }
  return failed('input', 'pack_not_known', message('questions.pack_unknown', { file: fileName }))
}
