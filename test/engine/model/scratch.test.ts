import { expect, test } from 'vitest'
import { openHouse } from './house.ts'
import { makeTemplate } from './template.ts'

test('trace', async () => {
  const template = await makeTemplate()
  const house = await openHouse(template, 0)
  const b = template.batches[0] ?? 0
  const say = (w: string) =>
    process.stdout.write(
      `${house.world.elapsed()} ${w} ${house.ledger
        .standings()
        .map((s) => s.state)
        .join()}\n`,
    )
  house.dieAt('before_sending', 1)
  await house.call((c) => c.batches.release({ batch: b, limit: null }))
  await house.world.settle()
  while (await house.revive()) await house.world.settle()
  say('revived')
  for (let i = 0; i < 8; i++) {
    await house.call((c) => c.connections.resume({ id: template.connection }))
    await house.world.pass(40000)
    say(JSON.stringify(house.ledger.pauses()))
  }
  await house.close()
  template.remove()
  expect(1).toBe(1)
}, 60000)
