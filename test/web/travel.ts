// Fixtures of the journey tests: a harness for each test or for all tests of a file, and users with pages in it.
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { connectionSettings } from '../../shared/sending/connection.ts'
import { generateAccounts } from '../files/generate.ts'
import type { Hands } from './hands.ts'
import type { Totals } from './journey.ts'
import type { User } from './user.ts'
import {
  type Client,
  type HarnessOptions,
  openBrowser,
  openWindowHarness,
  type WindowHarness,
} from './window-harness.ts'

type CatalogueChoice = Parameters<Client['batches']['load']>[0]['catalogue']
type Generated = Awaited<ReturnType<typeof generateAccounts>>

/** Call once per file; the returned function gives the harness of the current test, a fresh one for each. */
export function harnessOfEachTest(options: HarnessOptions = {}): () => WindowHarness {
  return harnessBetween(beforeEach, afterEach, options)
}

/** Call once per file; the returned function gives the harness of all its tests. */
export function harnessOfAllTests(options: HarnessOptions = {}): () => WindowHarness {
  return harnessBetween(beforeAll, afterAll, options)
}

function harnessBetween(
  before: typeof beforeEach | typeof beforeAll,
  after: typeof afterEach | typeof afterAll,
  options: HarnessOptions,
): () => WindowHarness {
  let harness: WindowHarness | null = null
  before(async () => {
    harness = await openWindowHarness(await openBrowser(), options)
  })
  after(() => harness?.close())
  return () => {
    if (harness === null) throw new Error('The harness stands only while tests run.')
    return harness
  }
}

/** A user in a browser, who selects files in the browser's own dialog. */
export function browserUser(page: Page, hands: Hands, look: User['look'] = async () => undefined): User {
  return {
    page,
    hands,
    async giveFile(press, path) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()])
      await chooser.setFiles(path)
    },
    // The web host has a separate folder for each batch.
    giveFolder: (press) => press(),
    look,
  }
}

/** The report's totals computed from the engine's counts, by the window's labels. */
export async function countedTotals(harness: WindowHarness, batch: number): Promise<Totals> {
  const { outcomes, endings, accounts, excluded } = await harness.engine().batches.get({ batch })
  return {
    Created: outcomes.created,
    'Already there': outcomes.already_there,
    'There, unknown origin': outcomes.whose_account_unsure,
    'With another operator': outcomes.with_member,
    Failed: outcomes.failed,
    Cancelled: outcomes.cancelled,
    'Dry run': outcomes.dry_run,
    'Failed dry run': outcomes.dry_run_failed,
    'In progress': endings.in_progress,
    'Unconfirmed: sent, outcome not known': endings.unconfirmed,
    Queued: endings.queued,
    'Ready to send, not released': endings.ready,
    'Not validated': endings.not_validated,
    'Has errors or was rejected': endings.to_fix,
    Held: endings.held,
    'Excluded: not to be migrated': excluded,
    'All accounts': accounts,
  }
}

/** Creates a connection to the harness's sandbox, with its key, through the engine; returns its number. */
export async function connected(harness: WindowHarness): Promise<number> {
  const { baseUrl, tokenUrl, apiKey } = harness.sandbox
  const limits = { pollFirstMs: 100, readsPerMinute: null, pollLongestMs: 1_000 }
  const { id } = await harness.engine().connections.save({
    name: 'Practice here',
    settings: connectionSettings.parse({ baseUrl, tokenUrl, limits }),
  })
  await harness.engine().connections.setKey({ id, key: apiKey })
  return id
}

/** A workbook with linked sheets in the harness's folder. */
export function linkedSample(
  { folder }: WindowHarness,
  count: number,
  name: string,
  damage = 0.1,
): Promise<Generated> {
  return generateAccounts({ seed: 5, count, shape: 'linked', damage, format: 'xlsx', folder, name })
}

type Opening = { readonly supplier?: string; readonly catalogue?: CatalogueChoice }

/** Creates a batch of these accounts, loaded and built through the engine; nothing of it is validated. */
export async function openBatch(
  harness: WindowHarness,
  connection: number | null,
  { file, mapping }: Pick<Generated, 'file' | 'mapping'>,
  { supplier = 'ACME', catalogue = { shipped: 'example' } }: Opening = {},
): Promise<number> {
  const { batch } = await harness
    .engine()
    .batches.load({ path: file, mapping, catalogue, connection, supplier })
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null)
  return batch
}

/** The same, validated. */
export async function validatedBatch(
  harness: WindowHarness,
  connection: number,
  sample: Pick<Generated, 'file' | 'mapping'>,
  supplier = 'ACME',
): Promise<number> {
  const batch = await openBatch(harness, connection, sample, { supplier })
  await harness.engine().batches.validate({ batch })
  await harness.reached(batch, (now) => !now.validating && now.states.unvalidated === 0)
  return batch
}

/** Until then the cells of sensitive fields are masked, also for a test that reads them from the engine. */
export async function showSensitive(harness: WindowHarness, batch: number): Promise<void> {
  const { columns } = await harness.engine().privacy.state({ batch })
  await harness.engine().privacy.show({ batch, fields: columns.map(({ field }) => field) })
}
