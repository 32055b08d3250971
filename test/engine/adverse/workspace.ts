// Data folder with one connection and one batch for each number. Their accounts are ready to be validated and have
// rows and origins, so that problems find their cells. The first account of each batch is a large one with three
// hundred customers.
import { createHash } from 'node:crypto'
import { openWorkspace } from '../../../electron/engine/store/database/open.ts'
import { createStore, type Store } from '../../../electron/engine/store/store.ts'
import { connectionSettings, defaultTokenUrl } from '../../../shared/sending/connection.ts'
import type { Origins } from '../../../shared/payload/problems.ts'
import { sendingPlan } from '../../../shared/sending/wave-plan.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

export type Prepared = { readonly number: number; readonly connection: number; readonly batch: number }

const accountsEach = 4
const customersOfTheFirst = 300
const columns = ['Account', 'Name', 'Phone'] as const

/** Time-outs are short for requests that hang; other waits are skipped. */
const limits = {
  connectTimeoutMs: 1500,
  validateTimeoutMs: 1200,
  createTimeoutMs: 1200,
  statusTimeoutMs: 1200,
  pollFirstMs: 1000,
  pollLongestMs: 10_000,
  quietMs: 5000,
  readsPerMinute: null,
}

export async function prepare(
  folder: string,
  address: string,
  numbers: readonly number[],
): Promise<Prepared[]> {
  const opened = await openWorkspace({ folder, now: Date.now })
  if (!opened.ok) throw new Error(sentenceOf(opened.failure.message))
  const store = createStore(opened.value)
  const prepared = numbers.map((number) => prepareOne(store, address, number))
  await store.lookups.close()
  opened.value.close()
  return prepared
}

function prepareOne(store: Store, address: string, number: number): Prepared {
  const baseUrl = `${address}/${number}`
  const settings = connectionSettings.parse({ baseUrl, tokenUrl: defaultTokenUrl(baseUrl), limits })
  const now = Date.now()
  const connection = store.connections.save(`service ${number}`, settings, now)
  const batch = store.batches.add({
    name: `batch ${number}`,
    connectionId: connection,
    supplier: 'ACME',
    files: [{ path: 'adverse.csv', name: 'adverse.csv', bytes: 0, readOptions: {} }],
    mapped: null,
    createdAt: now,
  })
  store.waves.setPlan(batch, sendingPlan.parse({ sizes: [], brakes: { errorRate: null, sameCode: null } }))
  store.rows.addSheet(
    batch,
    0,
    {
      name: 'people',
      hidden: false,
      headerRow: 1,
      columns: columns.map((name, index) => ({ index, name, header: name })),
    },
    'main',
  )
  let row = 1
  const built = Array.from({ length: accountsEach }, (_, at) => {
    const key = `A-${number}-${at + 1}`
    const people = at === 0 ? customersOfTheFirst : 1
    const rows = Array.from({ length: people }, () => (row += 1))
    store.rows.addRows(
      batch,
      0,
      rows.map((one) => ({
        row: one,
        cells: JSON.stringify([key, `Ina ${one}`, '020 7946 0123']),
        kept: null,
      })),
    )
    return accountOf(key, rows)
  })
  store.rows.setRowCount(batch, 0, row - 1)
  store.accounts.addAccounts(batch, connection, 0, built, now)
  store.batches.setStage(batch, 'open', null)
  return { number, connection, batch }
}

function accountOf(key: string, rows: readonly number[]) {
  const payload = {
    import_supplier: 'ACME',
    external_account_number: key,
    customers: rows.map((row) => ({ given_name: `Ina ${row}`, landline: '020 7946 0123' })),
  }
  const body = Buffer.from(JSON.stringify(payload))
  const origins: Origins = Object.fromEntries(
    rows.flatMap((row, at) => [
      [`customers.${at}.given_name`, { sheet: 'people', row, column: 'Name' }],
      [`customers.${at}.landline`, { sheet: 'people', row, column: 'Phone' }],
    ]),
  )
  return {
    key,
    supplier: 'ACME',
    identity: JSON.stringify(['ACME', key]),
    statusPath: `/v2/data-import/accounts/ACME/${key}/`,
    rows: rows.map((row) => ({ sheet: 0, row })),
    body,
    sha256: createHash('sha256').update(body).digest('hex'),
    origins: {
      external_account_number: { sheet: 'people', row: rows[0] ?? 2, column: 'Account' },
      ...origins,
    },
    omitted: [],
    problems: [],
  }
}
