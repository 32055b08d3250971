const root = process.env.ROOT ?? '/work/main'
const { benchSending } = await import(root + '/test/bench/sending.ts')
const { lineOf, heading } = await import(root + '/test/bench/measure.ts')
import { mkdtempSync, rmSync } from 'node:fs'
const f = mkdtempSync('/tmp/sb-')
const runs = Number(process.argv[2] ?? 2),
  accounts = Number(process.argv[3] ?? 1500)
const c = process.cpuUsage()
const lines = await benchSending(f, {
  runs,
  accounts,
  concurrencies: (process.argv[4] ?? '1,8,64').split(',').map(Number),
})
console.log(heading)
for (const l of lines) console.log(lineOf(l))
const d = process.cpuUsage(c)
console.log('cpu', d.user / 1e6, d.system / 1e6)
rmSync(f, { recursive: true })
process.exit(0)
