// Report source made of arrays, with hostile text in every field that a file or the service can set.
import type { Said } from '../../../shared/texts/message.ts'
import { nameColumns } from '../../../shared/sheet/name-columns.ts'
import { endingOfAccount } from '../../../electron/engine/report/totals/ending-of-account.ts'
import type {
  AccountCounts,
  AccountsAmong,
  ReportAccount,
  ReportProblem,
  ReportRow,
  ReportSheet,
  ReportSource,
} from '../../../electron/engine/report/report-source.ts'

export const hostile = `<script>document.title='ran'</script><img src=x onerror="document.title='ran'">&"'`
export const sha256 = 'a'.repeat(64)

export function account(
  key: string,
  rows: ReportAccount['rows'],
  more: Partial<ReportAccount> = {},
): ReportAccount {
  return {
    id: Number(key.replace(/\D/g, '')) || 1,
    key,
    rows,
    supplier: 'ACME',
    wave: 1,
    state: 'done',
    outcome: 'created',
    held: null,
    serviceStatus: 'PROCESSED',
    platformIdentifier: `P-${key}`,
    existingAccountId: null,
    problems: [],
    record: null,
    attempts: 1,
    httpStatus: 201,
    firstSentAt: '2026-11-21T08:00:00Z',
    doneAt: '2026-11-21T08:00:05Z',
    ...more,
  }
}

export function sheet(
  name: string,
  headers: readonly string[],
  role: ReportSheet['role'],
  rowCount: number,
): ReportSheet {
  return {
    name,
    hidden: false,
    headerRow: 1,
    columns: nameColumns(headers),
    role,
    rowCount,
    blankRows: null,
    sha256,
  }
}

export function sourceOf(input: {
  sheets: readonly ReportSheet[]
  rows: readonly ReportRow[]
  accounts: readonly ReportAccount[]
  problems?: readonly ReportProblem[]
  batch?: Partial<ReportSource['batch']>
  waves?: ReportSource['waves']
}): ReportSource {
  return {
    batch: {
      id: 7,
      name: 'Northwind wave 3',
      preparedBy: 'Priya Nair',
      files: [{ name: 'northwind-march.xlsx', bytes: 1_834_221, sha256 }],
      readAt: '2026-11-21T07:55:00Z',
      supplier: 'ACME',
      mapping: { at: '2026-11-21T08:00:00.000Z', sha256: 'a'.repeat(64) },
      catalogue: { title: 'Example fields', isIllustrative: true },
      overrulings: [],
      connection: { name: 'Sandbox', baseUrl: 'http://127.0.0.1:4010', environment: 'practice' },
      ...input.batch,
    },
    waves: input.waves ?? [],
    sheets: input.sheets,
    rows: () => input.rows,
    problems: () => input.problems ?? [],
    counts: () => countsOf(input.accounts, input.problems),
    sentences: () => input.accounts.flatMap(sentencesOf),
    accounts: () => input.accounts,
    accountsAmong: (among) => input.accounts.filter((one) => isAmong(one, among)),
    evidence: () => ({ record: null, payloads: [], validations: [], attempts: [] }),
  }
}

function sentencesOf({ id, problems, held }: ReportAccount): { account: number; said: Said }[] {
  const said = [...problems.map((problem) => problem.message), ...(held === null ? [] : [held.reason])]
  return said.map((one) => ({ account: id, said: one }))
}

export function countsOf(
  accounts: readonly ReportAccount[],
  problems: readonly ReportProblem[] = [],
): AccountCounts {
  const current = problems.filter(({ overruled }) => overruled === null)
  const codes = new Set([
    ...current.map(({ code }) => code),
    ...accounts.flatMap((one) => one.problems.map(({ code }) => code)),
  ])
  return {
    groups: accounts.map(({ supplier, wave, state, outcome, held }) => ({
      supplier,
      wave,
      state,
      outcome,
      held,
      accounts: 1,
    })),
    rows: accounts.reduce((sum, { rows }) => sum + rows.length, 0),
    codes: [...codes].map((code) => ({
      code,
      problems: current.filter((one) => one.code === code).length,
      accounts: accounts.filter((one) => isAmong(one, { code })).length,
    })),
    leftToService: problems.length - current.length,
  }
}

function isAmong(account: ReportAccount, among: AccountsAmong): boolean {
  if ('ending' in among) return endingOfAccount(account) === among.ending
  return account.problems.some(({ code, overruled }) => !overruled && code === among.code)
}

const unsent = {
  wave: null,
  outcome: null,
  serviceStatus: null,
  platformIdentifier: null,
  attempts: 0,
  httpStatus: null,
  firstSentAt: null,
  doneAt: null,
} as const

/** Three sheets, one account in each interesting state, a stray row and an unused sheet. */
export function linkedSource(batch: Partial<ReportSource['batch']> = {}): ReportSource {
  const main = (row: number) => ({ sheet: 'Accounts', row })
  const child = (row: number) => ({ sheet: 'Customers', row })
  const accounts = [
    account('A1', [main(2), child(3)]),
    account('A2', [main(3), child(2), child(4)], {
      ...unsent,
      state: 'rejected',
      problems: [
        {
          code: 'invalid_phone_number',
          attr: 'customers.1.landline',
          columns: ['Phone'],
          message: 'Not valid.',
          overruled: false,
        },
        { code: null, attr: null, columns: [], message: 'Not valid.', overruled: false },
      ],
    }),
    account('A3', [main(4)], {
      ...unsent,
      state: 'invalid',
      problems: [
        { code: hostile, attr: 'billing_name', columns: ['Note'], message: 'Not valid.', overruled: false },
      ],
    }),
    account('A4', [main(5)], {
      problems: [
        { code: 'account_creation_failed', attr: null, columns: [], message: 'Not valid.', overruled: false },
      ],
      outcome: 'failed',
      serviceStatus: 'ERRORED',
      platformIdentifier: null,
    }),
    account('A5', [main(6)], { outcome: 'cancelled', serviceStatus: 'CANCELLED', platformIdentifier: null }),
    account('A6', [main(7)], { outcome: 'already_there', existingAccountId: 'X-6', serviceStatus: null }),
    account('A7', [main(8)], { ...unsent, wave: 2, supplier: 'BETA', state: 'queued' }),
    account('A8', [main(9)], { ...unsent, wave: 2, state: 'sending', attempts: 1 }),
    account('A9', [main(10)], { ...unsent, wave: 2, state: 'unconfirmed', attempts: 1 }),
    account('A10', [main(11)], {
      ...unsent,
      wave: 2,
      state: 'processing',
      attempts: 1,
      serviceStatus: 'PENDING',
    }),
    account('A11', [main(12)], {
      outcome: 'dry_run',
      serviceStatus: 'DRY_RUN_SUCCEEDED',
      platformIdentifier: null,
    }),
    account('A12', [main(13)], {
      ...unsent,
      state: 'validated',
      held: {
        reason: 'asked to wait',
        excluded: false,
        until: '2027-03-01T08:00:00.000Z',
        by: 'Ina Berg',
      },
    }),
  ]
  const owner = (place: { sheet: string; row: number }) =>
    accounts.find(({ rows }) => rows.some((ref) => ref.sheet === place.sheet && ref.row === place.row)) ??
    null
  const row = (
    place: { sheet: string; row: number },
    cells: string[],
    stray: ReportRow['stray'] = null,
  ): ReportRow => ({
    ...place,
    cells,
    account: owner(place),
    stray,
  })
  const notes = [
    '=1+1',
    '+44 20 7946 0123',
    '-5',
    '@cmd',
    '\tx',
    '\ry',
    '\nz',
    '＝1',
    "'+1",
    hostile,
    '007',
    'a,b;"c"\r\nd',
  ]
  const rows = [
    ...accounts.map(({ key }, at) => row(main(at + 2), [key, notes[at] ?? '', `duplicate ${at}`])),
    row(child(2), ['A2', '020 7946 0001']),
    row(child(3), ['A1', '020 7946 0002']),
    row(child(4), ['A2', '020 7946-0A10']),
    row(child(5), ['A99', '020 7946 0004'], {
      code: 'no_such_account',
      message: 'No account has the key A99.',
    }),
    row({ sheet: 'Ideas', row: 2 }, ['scratch']),
  ]
  const problems: ReportProblem[] = [
    {
      ...main(3),
      columns: [],
      value: '',
      attr: null,
      source: 'validate',
      code: null,
      message: 'Recheck.',
      account: 'A2',
      overruled: null,
    },
    {
      ...main(4),
      columns: ['Note'],
      value: '-5',
      attr: 'billing_name',
      source: 'local',
      code: hostile,
      message: '=cmd()',
      account: 'A3',
      overruled: null,
    },
    {
      ...main(5),
      columns: [],
      value: '',
      attr: null,
      source: 'process',
      code: 'account_creation_failed',
      message: 'It failed.',
      account: 'A4',
      overruled: null,
    },
    {
      ...child(4),
      columns: ['Phone'],
      value: '020 7946-0A10',
      attr: 'customers.1.landline',
      source: 'validate',
      code: 'invalid_phone_number',
      message: 'Not a valid phone number.',
      account: 'A2',
      overruled: null,
    },
  ]
  return sourceOf({
    sheets: [
      sheet('Customers', ['Account No', 'Phone'], 'linked', 4),
      sheet('Accounts', ['Account No', 'Note', 'Note'], 'main', 12),
      sheet('Ideas', ['Account No', 'Note', 'Extra'], 'unused', 1),
    ].sort((a, b) => Number(b.role === 'main') - Number(a.role === 'main')),
    rows,
    accounts,
    problems,
    batch,
    waves: [
      { number: 1, releasedAt: '2026-11-21T08:00:00Z', by: 'Ina Berg', environment: 'practice' },
      { number: 2, releasedAt: '2026-11-21T09:00:00Z', by: null, environment: 'practice' },
    ],
  })
}
