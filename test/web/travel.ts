// What the tests that travel through the window share: a browser for the file, a fresh house for each test, and travellers
// whose pages are in it.
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { connectionSettings } from '../../shared/connection.ts'
import type { generateAccounts } from '../files/generate.ts'
import type { Hands } from './hands.ts'
import type { Totals } from './journey.ts'
import type { Traveller } from './traveller.ts'
import { type HouseOptions, openBrowser, openWindowHouse, type WindowHouse } from './window-house.ts'

type Generated = Awaited<ReturnType<typeof generateAccounts>>

/** To be called once in a file; the function that it answers gives the house of the test that runs. */
export function houseOfEachTest(options: HouseOptions = {}): () => WindowHouse {
  let browser: Browser | null = null
  let house: WindowHouse | null = null
  const isThere = <T>(value: T | null): T => {
    if (value === null) throw new Error('The house stands only while a test runs.')
    return value
  }
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())
  beforeEach(async () => {
    house = await openWindowHouse(isThere(browser), options)
  })
  afterEach(() => house?.close())
  return () => isThere(house)
}

/** A traveller in a browser, who gives files by the browser's own dialog. */
export function browserTraveller(
  page: Page,
  hands: Hands,
  look: Traveller['look'] = async () => undefined,
): Traveller {
  return {
    page,
    hands,
    async giveFile(press, path) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()])
      await chooser.setFiles(path)
    },
    // The web host has a folder of its own for each batch.
    giveFolder: (press) => press(),
    look,
  }
}

/** The totals of the report as the engine's counts give them, by the window's words. */
export async function countedTotals(house: WindowHouse, batch: number): Promise<Totals> {
  const { states, outcomes, accounts, excluded } = await house.engine().batches.get({ batch })
  return {
    Created: outcomes.created,
    'Already there': outcomes.already_there,
    'There, unsure whose': outcomes.whose_account_unsure,
    Failed: outcomes.failed,
    Cancelled: outcomes.cancelled,
    'Dry run': outcomes.dry_run,
    'Failed dry run': outcomes.dry_run_failed,
    'On the way, end not known': states.queued + states.sending + states.unconfirmed + states.watching,
    'To fix, not sent': states.blocked + states.refused,
    'Not sent yet': states.ready + states.cleared,
    'Excluded: not to be migrated': excluded,
    'All accounts': accounts,
  }
}

/** A connection to the house's sandbox, with its key, made through the engine; answers its number. */
export async function connected(house: WindowHouse): Promise<number> {
  const { baseUrl, tokenUrl, apiKey } = house.sandbox
  const limits = { pollFirstMs: 100, readsPerMinute: null, pollLongestMs: 1_000 }
  const { id } = await house.engine().connections.save({
    name: 'Practice here',
    settings: connectionSettings.parse({ baseUrl, tokenUrl, limits }),
  })
  await house.engine().connections.setKey({ id, key: apiKey })
  return id
}

/** A batch of these accounts, loaded, built and judged through the engine. */
export async function judgedBatch(
  house: WindowHouse,
  connection: number,
  { file, mapping }: Pick<Generated, 'file' | 'mapping'>,
  supplier = 'ACME',
): Promise<number> {
  const engine = house.engine()
  const { batch } = await engine.batches.load({
    path: file,
    mapping,
    catalogue: { shipped: 'example' },
    connection,
    supplier,
  })
  await house.reached(batch, (now) => now.stage === 'open')
  await engine.batches.validate({ batch })
  await house.reached(batch, (now) => !now.validating && now.states.ready === 0)
  return batch
}
