// Looks at every state of Home, Connections, Load, Map, the frame and the pages without an engine, in English and German:
// no serious finding of axe in either theme, nothing that scrolls sideways, inputs with a visible edge. Their batches are
// made through the engine.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page, WebSocketRoute } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRecoveryRouter } from '../../../electron/engine/api/recovery-calls.ts'
import { failed } from '../../../electron/engine/system/failure.ts'
import { windowOf } from '../../../electron/web/opening/built-window.ts'
import { createWebHost } from '../../../electron/web/server.ts'
import { connectionSettings, type ConnectionSettingsInput } from '../../../shared/sending/connection.ts'
import { generateAccounts } from '../../files/generate.ts'
import { writeXlsx } from '../../files/write-xlsx.ts'
import { said, saidIn } from '../both-languages.ts'
import { inBothLanguages, openInBothLanguages, settled, type Pages, type State, wrongIn } from '../states.ts'
import { openBatch, validatedBatch } from '../travel.ts'
import {
  openBrowser,
  openWindowHarness,
  root,
  samples,
  smallSize,
  type WindowHarness,
} from '../window-harness.ts'

let harness: WindowHarness
let pages: Pages

beforeAll(async () => {
  harness = await openWindowHarness(await openBrowser(), { sandbox: { operator: true } })
  pages = await openInBothLanguages(harness)
})
afterAll(() => harness.close())

const button = (page: Page | Locator, words: string): Locator =>
  page.getByRole('button', { name: said(words) }).first()
const link = (page: Page | Locator, words: string): Locator =>
  page.getByRole('link', { name: said(words) }).first()
const text = (page: Page | Locator, words: string): Locator => page.getByText(saidIn(words)).first()
const dialog = (page: Page): Locator => page.getByRole('dialog').last()

async function giveFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  const buffer = typeof content === 'string' ? Buffer.from(content) : content
  await page.locator('input[type=file]').first().setInputFiles({ name, mimeType: '', buffer })
}

async function drop(page: Page, place: Locator, event: 'dragenter' | 'drop'): Promise<void> {
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['Account No,Surname\nP-1,Quillon\n'], 'delivery 2.csv'))
    return data
  })
  await place.dispatchEvent(event, { dataTransfer })
}

test('the window without a batch or a connection', async () => {
  const german = [
    'Konto;Name;Straße',
    ...Array.from({ length: 60 }, (_, at) => `K-${at};Jürgen;Königstraße ${at}`),
  ]
  const states: State[] = [
    { name: 'home-empty', at: '#/', act: (page) => text(page, 'Move your first accounts').waitFor() },
    {
      name: 'home-drop',
      act: async (page) => {
        await drop(page, page.locator('main > div').first(), 'dragenter')
        await text(page, 'Drop files to open them').waitFor()
      },
    },
    { name: 'connect-none', at: '#/connect', act: (page) => text(page, 'No connection yet').waitFor() },
    {
      name: 'batch-none',
      at: '#/batch/999/fix',
      act: (page) => text(page, 'This batch no longer exists').waitFor(),
    },
    {
      name: 'menu-theme',
      at: '#/',
      act: async (page) => {
        await button(page, 'Theme: *').click()
        await page.getByRole('menuitemradio').first().waitFor()
      },
    },
    {
      name: 'file-unreadable',
      at: '#/',
      act: async (page) => {
        await text(page, 'Move your first accounts').waitFor()
        await giveFile(page, 'report.xlsx', '%PDF-1.7 not a table')
        await button(dialog(page), 'Choose another file').waitFor()
      },
    },
    {
      name: 'file-unsure',
      at: '#/connect',
      act: async (page) => {
        await text(page, 'No connection yet').waitFor()
        await page.evaluate(() => (location.hash = '#/'))
        await text(page, 'Move your first accounts').waitFor()
        await giveFile(page, 'kunden.csv', Buffer.from(german.join('\r\n'), 'latin1'))
        await dialog(page).getByRole('radio').first().waitFor()
      },
    },
  ]
  expect(await wrongIn(pages, states)).toEqual({})
})

const elsewhere = (): Partial<ConnectionSettingsInput> => {
  const baseUrl = harness.sandbox.baseUrl.replace('127.0.0.1', 'localhost')
  return { baseUrl, tokenUrl: `${baseUrl}/v1/graphql/`, catalogue: 'example' }
}

async function connection(
  name: string,
  settings: Partial<ConnectionSettingsInput> = {},
  key: string | null = harness.sandbox.apiKey,
): Promise<number> {
  const { baseUrl, tokenUrl } = harness.sandbox
  const limits = { pollFirstMs: 100, readsPerMinute: null, pollLongestMs: 1_000 }
  const all = connectionSettings.parse({ baseUrl, tokenUrl, limits, catalogue: 'example', ...settings })
  const { id } = await harness.engine().connections.save({ name, settings: all, environmentSaid: true })
  if (key !== null) await harness.engine().connections.setKey({ id, key })
  return id
}

/** What the states of this file show; made once. */
let made: Awaited<ReturnType<typeof everything>> | null = null
const all = async (): ReturnType<typeof everything> => (made ??= await everything())

async function everything() {
  const engine = harness.engine()
  const connections = {
    practice: await connection('Practice here'),
    test: await connection('Rehearsal', { ...elsewhere(), environment: 'test' }),
    production: await connection('Northwind live', {
      ...elsewhere(),
      environment: 'production',
      suppliers: [
        {
          code: 'ACME',
          note: 'Sends a welcome e-mail to every customer and a letter to the billing address.',
        },
        { code: 'ACME ENERGY', note: '' },
      ],
    }),
    refused: await connection('Old key', {}, 'not-the-key'),
    keyless: await connection('Without a key', elsewhere(), null),
  }
  await engine.connections.test({ id: connections.practice })
  await engine.connections.test({ id: connections.refused })
  const of = (name: string, count: number, shape: 'wide' | 'linked', damage: number) =>
    generateAccounts({
      seed: 5,
      count,
      shape,
      damage,
      format: shape === 'wide' ? 'csv' : 'xlsx',
      folder: harness.folder,
      name,
    })
  const linked = await of('Northwind customers', 60, 'linked', 0.3)
  const opened = async (name: string, content: string): Promise<number> => {
    const path = join(harness.folder, name)
    writeFileSync(path, content)
    return (await engine.batches.open({ path })).batch
  }
  const mapping = (await engine.batches.open({ path: linked.file })).batch
  const sent = await validatedBatch(harness, connections.practice, linked, 'ACME ENERGY')
  await engine.batches.release({ batch: sent, limit: 20 })
  await harness.reached(sent, ({ states }) => states.done === 20)
  const wide = await of('Harbour Street', 40, 'wide', 0.4)
  const validated = await validatedBatch(harness, connections.test, wide)
  const fixing = await openBatch(
    harness,
    connections.production,
    await of('Winter delivery', 40, 'wide', 0.4),
  )
  const messy = await opened('messy.csv', messyFile)
  const lines = Array.from({ length: 5000 }, (_, at) => `P-${at},Quillon`)
  const failed = await opened('broken.csv', `Account No,Surname\n${lines.join('\n')}\nP-x,"Quillon\n`)
  const odd = (await engine.batches.open({ path: await oddFile() })).batch
  for (const batch of [mapping, messy, odd]) await harness.reached(batch, ({ stage }) => stage === 'mapping')
  await harness.reached(failed, ({ stage }) => stage === 'failed')
  const { mapping: template } = await engine.batches.get({ batch: fixing })
  if (template !== null)
    await engine.templates.save({ name: 'Monthly delivery', mapping: template, batch: fixing })
  return { connections, mapping, sent, validated, fixing, messy, failed, odd }
}

/** Dates with and without an unambiguous day, values outside the choices, and two columns for one street. */
const messyFile = `Account number;Forename;Occupier;Birth date;Move in;Billing street;Town;Phone;Pay how;Signed at;Harness;Street
A-1;Ann;Y;03/04/1980;14/02/2026;1 High Street;Leeds;020 7946 0101;DD;05/01/2026 10:00;1;Mill Lane
A-2;Bob;N;05/06/1975;15/02/2026;2 High Street;Leeds;020 7946 0102;card;06/01/2026 11:30;2;Oak Road
A-3;Cat;Y;07/08/1990;16/02/2026;;;020 7946 0103;cheque;07/01/2026 12:45;3;Elm Way`

/** A workbook with merged cells, totals, titles, notes, and texts with spaces. */
async function oddFile(): Promise<string> {
  const path = join(harness.folder, 'Dual fuel, March.xlsx')
  const customers = Array.from({ length: 30 }, (_, at) => [
    at % 3 === 0 ? `NQ-${at}` : '',
    at % 3 === 0 ? `Sample ${at}` : '',
    `M-${at}`,
    at % 2 === 0 ? 'Power' : 'Gas ',
    'Leeds',
    `${10 + (at % 20)}/03/26`,
  ])
  const rows = [
    ['Account No', 'Customer', 'Meter', 'Fuel', 'Town', 'Start'],
    ['Region North', '', '', '', '', ''],
    ...customers,
    ['Total', '', '30', '', '', ''],
    ['* balances as at 13 March', '', '', '', '', ''],
  ]
  await writeXlsx(path, [{ name: 'Extract', rows, merges: ['A3:A5', 'B3:B5', 'A6:A8', 'B6:B8'] }])
  return path
}

test('Home with batches, and what opens over every page', async () => {
  const { fixing } = await all()
  const states: State[] = [
    { name: 'home-batches', at: '#/', act: (page) => text(page, 'Other batches').waitFor() },
    {
      name: 'home-rename',
      act: async (page) => {
        await page
          .getByRole('region', { name: said('Other batches') })
          .getByRole('listitem')
          .first()
          .hover()
        await button(page, 'Rename *').click()
        await dialog(page).getByRole('textbox').waitFor()
      },
    },
    {
      name: 'home-remove',
      at: '#/',
      act: async (page) => {
        await page
          .getByRole('region', { name: said('Other batches') })
          .getByRole('listitem')
          .first()
          .hover()
        await button(page, 'Remove *').click()
        await button(dialog(page), 'Remove').waitFor()
      },
    },
    {
      name: 'palette',
      at: '#/',
      act: async (page) => {
        await page.keyboard.press('ControlOrMeta+k')
        await page.getByRole('option').first().waitFor()
      },
    },
    {
      name: 'palette-found',
      act: async (page) => {
        await page.getByRole('combobox').last().fill('XK-')
        await page
          .getByRole('group', { name: said('Accounts') })
          .getByRole('option')
          .first()
          .waitFor()
      },
    },
    {
      name: 'palette-nothing',
      act: async (page) => {
        await page.getByRole('combobox').last().fill('nobody is called this')
        await text(
          page,
          'Nothing matches “*”. You can search for accounts, values, problem codes, batches and commands.',
        ).waitFor()
      },
    },
    {
      name: 'help-shortcuts',
      at: `#/batch/${fixing}/fix`,
      act: async (page) => {
        await page.locator('[data-account]').waitFor()
        await page.locator('main').focus()
        await page.keyboard.press('?')
        await dialog(page).getByRole('tab').first().waitFor()
      },
    },
    {
      name: 'help-words',
      act: async (page) => {
        await dialog(page)
          .getByRole('tab', { name: said('Words') })
          .click()
        await dialog(page).locator('dt').nth(3).waitFor()
      },
    },
    {
      name: 'help-changes',
      act: async (page) => {
        await dialog(page)
          .getByRole('tab', { name: said('What’s new') })
          .click()
        await dialog(page).getByRole('listitem').first().waitFor()
      },
    },
  ]
  expect(await wrongIn(pages, states)).toEqual({})
})

test('Connections and catalogues', async () => {
  const { connections } = await all()
  const { practice, test: rehearsal, production, refused, keyless } = connections
  const base = (page: Page): Promise<void> => page.getByLabel(said('Base URL')).waitFor()
  const states: State[] = [
    { name: 'connect-list', at: '#/connect', act: (page) => link(page, 'New connection').waitFor() },
    { name: 'connect-new', at: '#/connect/new', act: base },
    {
      name: 'connect-new-errors',
      act: async (page) => {
        await page.getByLabel(said('Base URL')).fill('ftp://example.org')
        await button(page, 'Add a supplier').click()
        await button(page, 'Add the connection').click()
        await text(page, 'Enter a name for the connection.').waitFor()
      },
    },
    { name: 'connect-practice', at: `#/connect/${practice}`, act: base },
    {
      name: 'connect-works',
      act: async (page) => {
        await button(page, 'Test connection').click()
        await page.locator('main [role=status] svg').first().waitFor()
      },
    },
    {
      name: 'connect-refused',
      at: `#/connect/${refused}`,
      act: async (page) => {
        await base(page)
        await button(page, 'Test connection').click()
        await page.locator('main [role=status] details').first().waitFor()
      },
    },
    { name: 'connect-test-system', at: `#/connect/${rehearsal}`, act: base },
    { name: 'connect-keyless', at: `#/connect/${keyless}`, act: base },
    { name: 'connect-production', at: `#/connect/${production}`, act: base },
    {
      name: 'connect-folds',
      act: async (page) => {
        for (const fold of await page.locator('main summary').all()) await fold.click()
        await button(page, 'Add quiet hours').click()
        await button(page, 'Add quiet hours').scrollIntoViewIfNeeded()
      },
    },
    {
      name: 'connect-remove',
      act: async (page) => {
        await button(page, 'Remove…').click()
        await button(dialog(page), 'Remove').waitFor()
      },
    },
    {
      name: 'catalogues',
      at: '#/connect/catalogues',
      act: (page) => page.getByRole('treeitem').first().waitFor(),
    },
  ]
  expect(await wrongIn(pages, states)).toEqual({})
})

test('Load', async () => {
  const { mapping, odd, failed, sent, validated } = await all()
  const grid = (page: Page): Promise<void> => page.getByRole('grid').first().waitFor()
  const states: State[] = [
    { name: 'load-read', at: `#/batch/${mapping}/load`, act: grid },
    {
      name: 'load-odd',
      at: `#/batch/${odd}/load`,
      act: (page) => text(page, 'Rows that do not look like customers').waitFor(),
    },
    {
      name: 'load-warnings',
      act: async (page) => {
        const kinds = page.locator('aside button[aria-expanded]:not([role])')
        await kinds.first().waitFor()
        await kinds.first().scrollIntoViewIfNeeded()
        if ((await kinds.first().getAttribute('aria-expanded')) === 'false')
          await kinds.first().dispatchEvent('click')
      },
    },
    {
      name: 'load-failed',
      at: `#/batch/${failed}/load`,
      act: (page) => text(page, 'This file could not be read').waitFor(),
    },
    {
      name: 'load-differently',
      act: async (page) => {
        await button(page, 'Read it in another way').click()
        await button(dialog(page), 'Read again').waitFor()
      },
    },
    { name: 'load-sent', at: `#/batch/${sent}/load`, act: grid },
    {
      name: 'load-dropped',
      act: async (page) => {
        await drop(page, page.locator('main').getByRole('grid').first(), 'drop')
        await text(page, 'A newer version').waitFor()
      },
    },
    {
      name: 'load-again',
      at: `#/batch/${validated}/load`,
      act: async (page) => {
        await page.getByRole('combobox', { name: said('Delimiter') }).click()
        await page.getByRole('option').nth(2).click()
        await button(dialog(page), 'Read again').waitFor()
      },
    },
  ]
  expect(await wrongIn(pages, states)).toEqual({})
})

test('Map', async () => {
  const { mapping, messy, fixing, sent } = await all()
  const row = (page: Page, column: string): Locator =>
    page
      .locator('fieldset')
      .getByRole('listitem')
      .filter({ has: page.getByText(column, { exact: true }) })
  const open = (page: Page): Promise<void> => page.locator('[data-target]').first().waitFor()
  const conversion = async (page: Page, column: string): Promise<void> => {
    await row(page, column)
      .getByRole('button', { name: saidIn('Conversion of *') })
      .click()
    await button(dialog(page), 'Save').waitFor()
  }
  const states: State[] = [
    { name: 'map-undecided', at: `#/batch/${messy}/map`, act: open },
    {
      name: 'map-field',
      act: async (page) => {
        await row(page, 'Harness').locator('[data-target]').click()
        await page
          .getByRole('treeitem', { name: /^(Billing postal code|Postleitzahl der Rechnungsadresse)/ })
          .waitFor()
      },
    },
    {
      name: 'map-effect',
      act: async (page) => {
        await page.keyboard.press('Escape')
        await row(page, 'Harness').locator('[data-target]').click()
        await page
          .getByRole('treeitem', { name: /^(Billing postal code|Postleitzahl der Rechnungsadresse)/ })
          .hover()
        await page
          .getByRole('region', { name: said('Effect of a field') })
          .locator('dd')
          .first()
          .waitFor()
      },
    },
    { name: 'map-conversion-date', at: `#/batch/${messy}/map`, act: (page) => conversion(page, 'Move in') },
    { name: 'map-conversion-text', at: `#/batch/${messy}/map`, act: (page) => conversion(page, 'Street') },
    { name: 'map-linked', at: `#/batch/${mapping}/map`, act: open },
    {
      name: 'map-templates',
      act: async (page) => {
        await button(page, 'Templates').click()
        await page.getByRole('menuitem').first().waitFor()
      },
    },
    {
      name: 'map-template',
      act: async (page) => {
        await page.getByRole('menuitem', { name: /^Monthly delivery/ }).click()
        await button(dialog(page), 'Use it').waitFor()
      },
    },
    {
      name: 'map-template-save',
      at: `#/batch/${mapping}/map`,
      act: async (page) => {
        await button(page, 'Templates').click()
        await page.getByRole('menuitem', { name: said('Save as template') }).click()
        await dialog(page).getByRole('textbox').first().waitFor()
      },
    },
    { name: 'map-complete', at: `#/batch/${fixing}/map`, act: open },
    {
      name: 'map-payload',
      act: async (page) => {
        await page.getByRole('tab', { name: said('Payload') }).click()
        await button(page, 'Later account').waitFor()
      },
    },
    { name: 'map-locked', at: `#/batch/${sent}/map`, act: open },
  ]
  expect(await wrongIn(pages, states)).toEqual({})
})

test('a window whose engine cannot be reached, and one without a session', async () => {
  const { fixing } = await all()
  const sockets: WebSocketRoute[] = []
  let isCut = false
  const cut = await inBothLanguages(harness.browser, async (context) => {
    await context.routeWebSocket(/./, (socket) => {
      if (isCut) void socket.close()
      else {
        socket.connectToServer()
        sockets.push(socket)
      }
    })
    const page = await harness.openPage('light', smallSize, context)
    await page.evaluate((hash) => (location.hash = hash), `#/batch/${fixing}/submit`)
    await page.getByRole('checkbox').waitFor()
    // What is still being loaded when the engine goes would be shown as that.
    await settled(page)
    return page
  })
  isCut = true
  for (const socket of sockets) await socket.close()
  const lost = (page: Page): Promise<void> =>
    text(page, 'The engine cannot be reached. Earlier changes are saved. Reconnecting…').waitFor()
  expect(await wrongIn(cut, [{ name: 'engine-lost', act: lost }])).toEqual({})
  // What would act on it is off until then.
  expect(await button(cut.english, 'Pause sending').isDisabled()).toBe(true)
  const { origin } = new URL(pages.english.url())
  const locked = await inBothLanguages(harness.browser, async (context) => {
    const page = await context.newPage()
    await page.goto(origin)
    return page
  })
  const act = (page: Page): Promise<void> => text(page, 'Open Carryover again from its terminal').waitFor()
  expect(await wrongIn(locked, [{ name: 'no-session', act }])).toEqual({})
})

/** A host as it is while a data folder cannot be opened. */
function recoveryHost(kind: 'damaged' | 'copied') {
  const folder = join(harness.folder, 'carryover')
  const hour = 3_600_000
  const state = {
    folder,
    besideIn: harness.folder,
    freeName: 'carryover-2',
    kind,
    message: 'The file carryover.db is damaged: page 12 cannot be read.',
    original: kind === 'copied' ? 'The folder /srv/carryover of another machine' : null,
    whileOpen: false,
    backups: [2, 26, 50].map((hours) => ({
      name: `backup-${hours}`,
      at: Date.now() - hours * hour,
      bytes: 2_400_000 - hours * 1_000,
      holds: hours === 50 ? null : { batches: 3, accounts: 1_240 },
    })),
  }
  const refused = async () => failed('workspace', 'database_damaged', 'It is damaged.')
  const router = createRecoveryRouter({
    state: () => state,
    restore: refused,
    tryAgain: refused,
    unlock: refused,
    retireOriginal: refused,
    useFolder: refused,
  })
  return createWebHost({
    router,
    rendererFolder: windowOf(root).built,
    dataFolder: folder,
    samplesFolder: samples,
    onBug: () => undefined,
  })
}

test('the pages of a folder that cannot be opened', async () => {
  for (const kind of ['damaged', 'copied'] as const) {
    const host = await recoveryHost(kind)
    const recovering = await inBothLanguages(harness.browser, async (context) => {
      const page = await context.newPage()
      await page.goto(host.openUrl())
      return page
    })
    const states: State[] =
      kind === 'copied'
        ? [
            {
              name: 'copied',
              act: (page) => text(page, 'This folder is a copy or a restored backup').waitFor(),
            },
          ]
        : [
            { name: 'recovery', act: (page) => text(page, 'The database is damaged').waitFor() },
            {
              name: 'recovery-restore',
              act: async (page) => {
                await page
                  .getByRole('button', { name: saidIn('Restore this backup of *') })
                  .first()
                  .click()
                await dialog(page).getByRole('button').nth(1).waitFor()
              },
            },
            {
              name: 'recovery-folder',
              act: async (page) => {
                await page.keyboard.press('Escape')
                await button(page, 'Use another folder').click()
                await dialog(page).getByRole('textbox').waitFor()
              },
            },
          ]
    const wrong = await wrongIn(recovering, states)
    for (const page of Object.values(recovering)) await page.context().close()
    await host.close()
    expect(wrong).toEqual({})
  }
})
