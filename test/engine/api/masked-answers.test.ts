// Tests every call of the contract against a batch with sensitive cells: no answer of a call that reads holds such a value
// while it is masked. The list of calls is the contract's own, so a new call has to be added to one of the two lists.
import { sharedKinds } from '../../../shared/contract/team/knowledge.ts'
import { expect, test } from 'vitest'
import { auditedCalls } from '../../../electron/engine/audit/audited-calls.ts'
import { contract } from '../../../shared/contract/contract.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { header, mapping } from '../accounts/small-batch.ts'
import { questionsIn, readAnswers } from '../question-pack/customer.ts'
import { compare, fileOf } from '../version-merge/two-files.ts'
import { type Harness, openHarness } from './harness.ts'
import { quotingService } from './quoting-service.ts'
import { isLoaded } from './waiting.ts'

const canaries = ['1977-03-29', '1977-03-30', '1977-03-31'] as const
const [canary, edited, newer] = canaries
const field = 'customers.*.date_of_birth'
const attr = 'customers.0.date_of_birth'
/** Near the front: rows that look like no customer are listed with their first cells. */
const born = 1
const headers = header.replace('Account No', 'Account No,Born')

const lineOf = (key: string, date: string) =>
  `${key},${date},Ann Lee,1 High St,QX1 1AA,GB,Ann,Lee,020 7946 0001,,,,`
const keys = ['M-1', 'M-2', 'M-2', 'M-3', 'M-4', 'M-5', 'M-6', 'M-7']
const dates = [canary, canary, canary, canary, canary, `${canary}x`, canary, `${canary}y`]
const lines = [...keys.map((key, at) => lineOf(key, dates[at] ?? '')), `Total,${canary},,,,,,,,,,,`]
const rowOf = (key: string) => keys.indexOf(key) + 2
const mapped = mappingFile.parse({
  ...mapping,
  columns: [...mapping.columns, { column: 'Born', field: attr }],
})

type Ground = Awaited<ReturnType<typeof ground>>

/** One batch that was validated, sent and edited, a second file with the same rows, and a newer version of the first. */
async function ground() {
  const harness: Harness = await openHarness({
    through: (sandbox) => quotingService(sandbox, { quote: canary, refused: { 'M-3': attr, 'M-4': null } }),
  })
  const client = harness.client()
  const open = (file: string) =>
    harness.load({ file: fileOf(harness, file, lines, headers), mapping: mapped })
  const batch = await open('first.csv')
  await client.privacy.show({ batch, fields: [field] })
  const pack = await client.questions.write({
    batch,
    scope: {},
    options: { sensitive: true, once: false, who: [] },
    folder: harness.folder,
    words: { greeting: '', contact: '', due: '' },
  })
  expect(JSON.stringify(await questionsIn(pack.path))).toContain(canary)
  await client.edits.apply({
    batch,
    words: `Born of M-6: ${canary} → ${edited}`,
    cells: [{ sheet: 0, row: rowOf('M-6'), column: born, text: edited }],
  })
  const row = rowOf('M-5')
  await client.fixes.apply({
    batch,
    fix: { kind: 'set', text: edited },
    scope: { sheet: 0, columns: [born], rows: { ranges: [[row, row]] } },
    words: `Set to ${edited}`,
    cause: { code: await codeOf(harness, batch, 'M-7'), field },
  })
  await client.privacy.hide({ batch })
  await harness.send(batch)
  const again = await open('second.csv')
  const changed = lines.map((line) => (line.startsWith('M-6') ? lineOf('M-6', newer) : line))
  const path = fileOf(harness, 'newer.csv', changed, headers)
  const version = (await client.versions.open({ batch, path })).batch
  await harness.until(version, (view) => isLoaded(view) && view.work === null)
  await compare(harness, version)
  const { rows } = await client.sheets.page({ batch, sheet: 0, offset: 0, limit: 50 })
  const account = (key: string): number => rows.find((one) => one.account?.key === key)?.account?.id ?? 0
  return { harness, batch, again, version, account, pack: pack.path }
}

async function codeOf({ client }: Harness, batch: number, key: string): Promise<string | null> {
  const { rows } = await client().sheets.page({ batch, sheet: 0, offset: 0, limit: 50 })
  return rows.find(({ account }) => account?.key === key)?.problems[0]?.code ?? null
}

const page = { offset: 0, limit: 100 }
const draftOf = (batch: number) => ({ batch, mapping: mapped, catalogue: 'example', supplier: 'ACME' })
const columnAt = { sheet: '', column: 'Born', field: attr, catalogue: 'example' }
const draftElsewhere = mappingFile.parse({
  ...mapping,
  columns: [...mapping.columns, { column: 'Born', field: 'customers.0.mobile' }],
})
/** Given an account by key. */
const perAccount =
  (more: object = {}) =>
  (ground: Ground) =>
    ['M-1', 'M-3', 'M-4', 'M-6', 'M-7'].map((key) => ({ account: ground.account(key), ...more }))
const perBatch =
  (more: object = {}) =>
  (ground: Ground) =>
    [ground.batch, ground.again, ground.version].map((batch) => ({ batch, ...more }))
const once = (input?: unknown) => () => [input]

const sidesOf = (batch: number, version: number) => ({
  first: { batch, pass: 1 },
  second: { batch: version, pass: null },
})

type Inputs = readonly unknown[]
/** Calls that read, with the inputs that each is made with. */
const reads: Readonly<Record<string, (ground: Ground, sheet: string) => Inputs | Promise<Inputs>>> = {
  'accounts.get': perAccount(),
  'accounts.cell': (ground) =>
    ['M-1', 'M-3', 'M-6', 'M-7'].flatMap((key) =>
      [born, 2].map((column) => ({ account: ground.account(key), sheet: 0, row: rowOf(key), column })),
    ),
  'accounts.find': once({ text: 'M-', limit: 100 }),
  'accounts.findList': perBatch({ keys: ['M-1', 'M-3'] }),
  'accounts.list': perBatch({
    states: ['invalid', 'rejected', 'unvalidated', 'done', 'processing'],
    ...page,
  }),
  'accounts.attempt': (ground) => [{ account: ground.account('M-1'), number: 1 }],
  'accounts.attemptFile': (ground) => [{ account: ground.account('M-1'), number: 1, folder: null }],
  'accounts.validations': perAccount(),
  'audit.page': once({ after: 0 }),
  'audit.newest': once({ before: null }),
  'audit.verify': once(),
  'batches.shared': perBatch(),
  'batches.serviceWords': perBatch(),
  'batches.timeline': perBatch({ limit: 200 }),
  'batches.list': once(),
  'batches.get': perBatch(),
  'batches.warnings': perBatch(),
  'batches.reconcile': perBatch(),
  'catalogues.list': once(),
  'catalogues.fields': once({ id: 'example' }),
  'comparison.passes': perBatch(),
  'comparison.get': ({ batch, version }) => [sidesOf(batch, version)],
  'comparison.lines': ({ batch, version }) => [{ ...sidesOf(batch, version), kind: null, ...page }],
  'connections.list': once(),
  'connections.test': ({ harness }) => [{ id: harness.connection }],
  'decisions.changes': perBatch(page),
  'display.get': once(),
  'duplicates.groups': perBatch(page),
  'duplicates.group': (ground) => [
    { batch: ground.batch, account: ground.account('M-2') },
    { batch: ground.batch, account: ground.account('M-2') + 1 },
  ],
  'edits.changed': perBatch(),
  'edits.history': perBatch(),
  'edits.ofAccount': (ground) =>
    ['M-5', 'M-6'].map((key) => ({ batch: ground.batch, account: ground.account(key) })),
  'edits.cell': (ground) =>
    ['M-5', 'M-6'].map((key) => ({ batch: ground.batch, sheet: 0, row: rowOf(key), column: born })),
  'fixes.preview': perBatch({
    fix: { kind: 'replace', find: '19', with: '20', match: 'part', matchCase: false },
    scope: { sheet: 0, columns: [born], rows: { filter: {} } },
  }),
  'fixes.previewRemoval': (ground) => [
    { batch: ground.batch, account: ground.account('M-7'), attr: 'customers.0' },
  ],
  'handover.get': perBatch(),
  'mapping.suggest': perBatch({ catalogue: 'example', supplier: null }),
  'mapping.check': ({ batch, again }) => [draftOf(batch), draftOf(again)],
  'mapping.preview': ({ batch, again }) =>
    [0, 3, 7].flatMap((index) => [
      { ...draftOf(batch), index },
      { ...draftOf(again), index },
      { ...draftOf(again), mapping: draftElsewhere, index },
    ]),
  'mapping.propose': ({ again }, sheet) => [
    { ...columnAt, sheet, batch: again },
    { ...columnAt, sheet, batch: again, field: 'customers.0.mobile' },
    { ...columnAt, sheet, batch: again, field: 'communication_preference' },
  ],
  'mapping.tryColumn': ({ again }, sheet) => [
    { ...columnAt, sheet, batch: again, conversion: null },
    { ...columnAt, sheet, batch: again, field: 'customers.0.mobile', conversion: null },
  ],
  'mapping.readiness': ({ again }) => [draftOf(again), { ...draftOf(again), mapping: draftElsewhere }],
  'mapping.whatIf': ({ again }, sheet) => [
    { ...draftOf(again), sheet, column: 'Born', field: attr },
    { ...draftOf(again), sheet, column: 'Born', field: 'customers.0.mobile' },
  ],
  'memory.waiting': perBatch(),
  'memory.offers': perBatch(page),
  'memory.preview': ({ again }) => [{ batch: again, chosen: { sure: true, but: [] } }],
  'memory.list': once(page),
  'oddRows.list': perBatch(page),
  'operator.get': once(),
  'overrulings.list': ({ harness }) => [{ connection: harness.connection }],
  'overrulings.currentState': perBatch(),
  'overrulings.inBatch': perBatch(),
  'overrulings.reach': perBatch({ code: 'format', field }),
  'playbook.get': once({ code: 'format' }),
  'playbook.list': once(),
  'playbook.worked': ({ batch }) =>
    ['format', 'pattern', 'invalid', 'type', 'date'].map((code) => ({ code, field, batch })),
  'privacy.state': perBatch(),
  'problems.groups': perBatch(),
  'problems.shapes': ({ batch, again }) =>
    [batch, again].flatMap((one) =>
      ['local', 'validate'].flatMap((source) =>
        ['format', 'invalid'].map((code) => ({ batch: one, code, source, field, sheet: 0, column: born })),
      ),
    ),
  'purge.retention': ({ harness }) => [{ connection: harness.connection }],
  'purge.preview': ({ harness }) => [{ connection: harness.connection, olderThanDays: 0 }],
  'purge.isOver': once({ job: 1 }),
  'purge.purged': once(),
  'questions.preview': perBatch({ scope: {}, options: { sensitive: true } }),
  'questions.packs': perBatch(),
  'questions.batchOf': ({ pack }) => [{ path: pack }],
  'questions.page': async ({ harness, batch, pack }) => {
    const { counts, version } = await readAnswers(harness.client(), batch, pack)
    return Object.keys(counts).map((kind) => ({ batch, expected: version, kind, ...page }))
  },
  'questions.read': ({ batch, pack }) => [{ batch, path: pack }],
  'recovery.state': once(),
  'report.choice': perBatch(),
  'sheets.list': perBatch(),
  'sheets.page': perBatch({ sheet: 0, ...page }),
  'support.log': once(),
  'support.file': once({}),
  'knowledge.list': once(),
  'knowledge.candidates': () => sharedKinds.map((kind) => ({ kind })),
  'team.get': once(),
  'templates.list': once(),
  'values.ofColumn': perBatch({ sheet: 0, column: born, rows: { filter: {} }, wrong: null }),
  'versions.get': perBatch(),
  'versions.compare': ({ version }) => [{ batch: version }],
  'versions.lines': ({ version }) =>
    ['conflicts', 'changed', 'carried', 'same_repair', 'file', 'edited_here', 'lost'].map((list) => ({
      batch: version,
      list,
      ...page,
    })),
  'workspace.status': once(),
  'workspace.attention': once(),
}

/** Calls that read and are not made here, each with the reason. */
const notMade: Readonly<Record<string, string>> = {
  'teamCopies.list': 'without a team it is refused; it holds counts and the names of batches',
  'knowledge.compare':
    'without a team it is refused; what may be shared is what `knowledge.candidates` lists',
  'knowledge.history': 'without a team it is refused; it holds names of members and times',
  'team.board': 'without a team it is refused; it holds counts and the names of batches',
  'batches.payloads': 'only the command line calls it, to print what a person asked for',
  'files.read': 'reads a file that is no batch, so no mapping says what is sensitive in it',
  'files.suggestMapping': 'reads a file that is no batch, and answers with names of columns',
  'handover.inspect': 'reads a project file, and answers with counts and names',
  'templates.load': 'a mapping that a person made',
  'templates.fit': 'a mapping that a person made',
  'templates.print': 'a mapping that a person made',
  'overrulings.get': 'one line of `overrulings.list`',
  'connections.testUnsaved': 'no batch takes part',
  'connections.checkSupplier': 'no batch takes part',
  'connections.checkUnsavedSupplier': 'no batch takes part',
  'workspace.recoveryKey': 'the key of the folder, which no cell holds',
  'team.get': 'names of members and addresses, of no batch',
  events: 'test/desktop/masked-notices.test.ts follows them',
}

/** Calls that the audit log does not keep although they change or do something. */
const acts = [
  'connections.tryNow',
  'decisions.markRead',
  'display.set',
  'knowledge.refresh',
  'memory.dismiss',
  'recovery.restore',
  'recovery.tryAgain',
  'recovery.unlock',
  'recovery.retireOriginal',
  'recovery.useFolder',
  'templates.read',
  'workspace.machine',
]

function namesIn(calls: object, above = ''): string[] {
  return Object.entries(calls).flatMap(([name, one]: [string, object]) =>
    '~orpc' in one ? [`${above}${name}`] : namesIn(one, `${above}${name}.`),
  )
}

function isAudited(name: string): boolean {
  const [area = '', call = ''] = name.split('.')
  const all: Readonly<Record<string, Readonly<Record<string, unknown>>>> = auditedCalls
  return (all[area]?.[call] ?? null) !== null
}

/** The answers of one call for each of its inputs, those in pieces whole. */
async function answers({ harness }: Ground, name: string, inputs: readonly unknown[]): Promise<unknown[]> {
  const [area = '', call = ''] = name.split('.')
  const made = (harness.client() as never as Calls)[area]?.[call]
  if (made === undefined) throw new Error(`There is no call ${name}.`)
  const all: unknown[] = []
  for (const input of inputs) {
    const answer = await made(input)
    if (isInPieces(answer)) for await (const piece of answer) all.push(piece)
    else all.push(answer)
  }
  return all
}
type Calls = Readonly<Record<string, Readonly<Record<string, (input: unknown) => Promise<unknown>>>>>

function isInPieces(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer
}

test('every call of the contract either reads for this test, has a reason not to be made, or changes something', () => {
  const unknown = namesIn(contract).filter(
    (name) =>
      reads[name] === undefined && notMade[name] === undefined && !acts.includes(name) && !isAudited(name),
  )
  expect(unknown).toEqual([])
  const gone = [...Object.keys(reads), ...Object.keys(notMade), ...acts].filter(
    (name) => !namesIn(contract).includes(name),
  )
  expect(gone).toEqual([])
})

test('no answer of a call that reads holds a sensitive value while it is masked', {
  timeout: 120_000,
}, async () => {
  const made = await ground()
  const [sheet] = await made.harness.client().sheets.list({ batch: made.again })
  const quoting: Record<string, string[]> = {}
  const answered = async (name: string): Promise<string> =>
    JSON.stringify(await answers(made, name, (await reads[name]?.(made, sheet?.info.name ?? '')) ?? []))
  for (const name of Object.keys(reads)) {
    const text = await answered(name)
    const at = canaries.flatMap((one) => (text.includes(one) ? [text.indexOf(one)] : []))
    if (at.length > 0) quoting[name] = at.map((one) => text.slice(Math.max(0, one - 160), one + 40))
  }
  expect(quoting).toEqual({})

  for (const batch of [made.batch, made.again, made.version])
    await made.harness.client().privacy.show({ batch, fields: [field] })
  const silent: string[] = []
  for (const name of shownOnPurpose) if (!holds(await answered(name))) silent.push(name)
  expect(silent).toEqual([])
})

const holds = (text: string): boolean => canaries.some((one) => text.includes(one))

/** Calls that answer with the values once they are shown: each would have quoted one above, were it not masked. */
const shownOnPurpose = [
  'accounts.get',
  'accounts.cell',
  'accounts.find',
  'accounts.list',
  'accounts.attempt',
  'accounts.attemptFile',
  'accounts.validations',
  'duplicates.group',
  'edits.history',
  'edits.ofAccount',
  'edits.cell',
  'fixes.preview',
  'fixes.previewRemoval',
  'mapping.preview',
  'mapping.tryColumn',
  'mapping.whatIf',
  'memory.offers',
  'memory.preview',
  'memory.list',
  'oddRows.list',
  'problems.groups',
  'problems.shapes',
  'questions.page',
  'sheets.page',
  'values.ofColumn',
  'versions.lines',
]
