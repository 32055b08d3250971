// Tests that four desktops share the limits of two services: processes with real clocks, a real PostgreSQL, and services
// that count. One stops, another one begins, and one is killed.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { DesktopOrder } from '../engine/team/doomed-desktop.ts'
import { newLeaseTeam } from '../engine/team/lease-fixture.ts'
import { usedInTenSeconds } from '../engine/team/ten-seconds.ts'
import { sharedPostgres } from '../support/postgres/postgres.ts'

const rate = 100
const program = fileURLToPath(new URL('../engine/team/doomed-desktop.ts', import.meta.url))

const endings: (() => void)[] = []
afterAll(() => {
  for (const end of endings.splice(0)) end()
})

type Request = { readonly at: number; readonly desktop: string }

/** Counts requests, each of which takes some time. */
async function openService() {
  const requests: Request[] = []
  const server = createServer((request, response) => {
    requests.push({ at: performance.now(), desktop: String(request.headers['desktop']) })
    setTimeout(() => response.end(), 20 + Math.random() * 60)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

type Desktop = {
  readonly begin: () => void
  readonly stop: () => Promise<void>
  readonly kill: () => void
}

async function startDesktop(order: DesktopOrder): Promise<Desktop> {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    [program, JSON.stringify(order)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  endings.push(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return {
    begin: () => void child.stdin.write('begin\n'),
    async stop() {
      child.stdin.write('stop\n')
      await once(child, 'exit')
    },
    kill: () => void child.kill('SIGKILL'),
  }
}

test('four desktops use 95 to 101 % of two limits in any ten seconds, and what a killed one had is used again within ten', {
  timeout: 180_000,
}, async () => {
  const { address } = await newLeaseTeam()
  const { password } = await sharedPostgres()
  const services = [await openService(), await openService()]
  const order = {
    address,
    password,
    services: services.map((service) => service.address),
    rate,
    concurrency: 64,
  }
  const names = ['Ana', 'Ben', 'Cem', 'Dana', 'Eve']
  const [ana, ben, ...others] = await Promise.all(
    names.map((name) => startDesktop({ ...order, name, desktop: randomUUID() })),
  )
  const eve = others.pop()
  for (const desktop of [ana, ben, ...others]) desktop?.begin()
  await sleep(4000)
  const begin = performance.now()
  await sleep(11_000)
  await ben?.stop()
  await sleep(6000)
  eve?.begin()
  await sleep(5000)
  const killed = performance.now()
  ana?.kill()
  await sleep(21_000)
  const end = performance.now()
  for (const { requests } of services) {
    const times = requests.map(({ at }) => at)
    const all = usedInTenSeconds(times, rate, begin, killed)
    const later = usedInTenSeconds(times, rate, killed, end)
    const again = usedAgainAfter(times, killed)
    const after = usedInTenSeconds(times, rate, killed + 10_000, end)
    const of = (name: string) =>
      requests.filter(({ at, desktop }) => desktop === name && at < begin + 11_000 && at >= begin).length
    process.stdout.write(
      `before ${percent(all)}, from the kill on ${percent(later)}, ten seconds later ${percent(after)}; used again after ${again} ms; each of four in 11 s: ${names.slice(0, 4).map(of).join(', ')}\n`,
    )
    expect(all.least).toBeGreaterThanOrEqual(0.95)
    expect(Math.max(all.most, later.most)).toBeLessThanOrEqual(1.01)
    expect(again).toBeLessThanOrEqual(10_000)
    expect(after.least).toBeGreaterThanOrEqual(0.95)
  }
})

const percent = ({ least, most }: { least: number; most: number }): string =>
  `${(least * 100).toFixed(1)} to ${(most * 100).toFixed(1)} %`

/** Milliseconds after which for a second at least 95 % of the limit is used. */
function usedAgainAfter(times: readonly number[], killed: number): number {
  // The second in which it was killed still has its requests.
  for (let after = 1000; after <= 20_000; after += 50) {
    const from = killed + after
    if (times.filter((at) => at >= from && at < from + 1000).length >= rate * 0.95) return after
  }
  return Number.POSITIVE_INFINITY
}
