// Measures the team's board with 50 batches of 10 desktops, a million claims and a target of 1.2 million keys in a real
// PostgreSQL: the time until a window shows it, how long each of its statements takes, and their plans.
import { join } from 'node:path'
import { Client } from 'pg'
import { boardStatements } from '../../electron/engine/team/board/read-board.ts'
import { openTeamDatabase } from '../../electron/engine/team/database/connect.ts'
import { initializeTeam } from '../../electron/engine/team/database/schema.ts'
import { filledTeam } from '../engine/team/board/filled-team.ts'
import { startPostgres } from '../support/postgres/postgres.ts'
import { openBrowser, smallSize } from '../web/window-harness.ts'
import type { Line } from './measure.ts'
import { builtWindow, goTo, shownAt, startHost } from './window.ts'

const filling = { desktops: 10, batches: 50, claims: 1_000_000, keys: 1_200_000 }
const shown = '[data-batch]'

/** Returns the table's lines, and the plans as text. */
export async function measureBoard(
  folder: string,
  { runs }: { readonly runs: number },
): Promise<{ readonly lines: readonly Line[]; readonly plans: string }> {
  await builtWindow()
  const server = await startPostgres()
  const address = await server.createDatabase()
  const { password } = server
  await initialized(address, password)
  await server.query(filledTeam(filling), address)
  const host = await startHost(join(folder, 'board-data'))
  const browser = await openBrowser()
  try {
    const state = await host.ask({ kind: 'join', address, password, name: 'Uma' })
    if (state !== 'ready') throw new Error(`The desktop is ${String(state)}.`)
    const fromHome: number[] = []
    const reloaded: number[] = []
    for (let run = 0; run <= runs; run += 1) {
      const context = await browser.newContext({ viewport: smallSize, locale: 'en-GB' })
      const page = await context.newPage()
      await page.goto(String(await host.ask({ kind: 'address' })), { waitUntil: 'commit' })
      await shownAt(page, 'a[href="#/team"]')
      const first = await goTo(page, '#/team', shown)
      await page.reload({ waitUntil: 'commit' })
      const second = await shownAt(page, shown)
      await context.close()
      if (run === 0) continue
      fromHome.push(first)
      reloaded.push(second)
    }
    const { plans, lines } = await plansOf(
      address.replace('postgres@', `postgres:${encodeURIComponent(password)}@`),
      runs,
    )
    const plain = (what: string, ours: readonly number[]): Line => ({ what, unit: 'ms', ours, bare: [] })
    return {
      lines: [
        plain('Home to the board’s rows', fromHome),
        plain('opening the board’s address, to its rows', reloaded),
        ...lines,
      ],
      plans,
    }
  } finally {
    await browser.close()
    await host.stop()
    await server.close()
  }
}

async function initialized(address: string, password: string): Promise<void> {
  const settings = { address, caFile: null, clientCertificate: null, clientKey: null }
  const opened = await openTeamDatabase(settings, { password, passphrase: null })
  if (!opened.ok) throw new Error(opened.trouble.kind)
  const made = await initializeTeam(opened.value, 'bench')
  await opened.value.close()
  if (!made.ok) throw new Error(made.trouble.kind)
}

async function plansOf(url: string, runs: number) {
  const client = new Client(url)
  await client.connect()
  const bounds = Array.from({ length: 29 }, (_, day) =>
    new Date(Date.now() - (28 - day) * 86_400_000).toISOString(),
  )
  const lines: Line[] = []
  let plans = ''
  for (const [name, sql] of Object.entries(boardStatements)) {
    const values = sql.includes('$1') ? [bounds] : []
    const ours: number[] = []
    for (let run = 0; run < runs; run += 1) {
      const begun = performance.now()
      await client.query(sql, values)
      ours.push(performance.now() - begun)
    }
    lines.push({ what: `statement of ${name}`, unit: 'ms', ours, bare: [] })
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${sql}`, values)
    plans += `\n${name}\n${rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n')}\n`
  }
  await client.end()
  return { lines, plans }
}
