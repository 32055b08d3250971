// Canaries (reliability.md section 7): the key and the tokens are in no file at all, and a customer's words only in the
// database and in the reports.
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { tokenReply } from '../../../shared/service.ts'
import { createRepeatingService } from '../service-client/repeating-service.ts'
import { plainParts } from '../store/plain-bytes.ts'
import { atEnd, filesBelow, type House, openHouse } from './harness.ts'
import { numbered, plainAccounts } from './small-files.ts'

const key = 'canary-key-5f1c9d'
const word = 'Canarywhistle'

function holding(files: readonly string[], text: string): string[] {
  const asBytes = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')]
  return files.filter((file) => {
    for (const part of plainParts(file)) if (asBytes.some((needle) => part.includes(needle))) return true
    return false
  })
}

function tokensOf(house: House): string[] {
  return house.exchanges.flatMap(({ url, received }) => {
    if (url !== house.sandbox.tokenUrl) return []
    return tokenReply.parse(JSON.parse(received)).data?.obtainPlatformToken?.token ?? []
  })
}

test('neither key nor token is written anywhere, and a customer’s words only to the database and the reports', async () => {
  const house = await openHouse({ sandbox: { apiKey: key } })
  const accounts = [
    { number: 'C-1', surname: word },
    { number: 'C-2', surname: `${word} ${'x'.repeat(300)}` },
  ]
  house.sandbox.faults.add({
    route: 'create',
    account: 'C-1',
    count: 1,
    effect: { kind: 'reset', when: 'after_work' },
  })
  const batch = await house.load(await plainAccounts(house.folder, accounts), null)
  const view = await house.send(batch)
  expect(view.states).toMatchObject({ blocked: 1, settled: 1 })
  house.sandbox.control.expireTokens()
  await house.giveKey()
  expect(await house.client().connections.test({ id: house.connection })).toMatchObject({ result: 'fine' })
  const { files } = await house.report(batch)
  const reports = Object.values(files)
  const tokens = tokensOf(house)
  expect(tokens.length).toBeGreaterThanOrEqual(2)
  expect(
    house.exchanges.some(({ sent }) => sent.includes(key)),
    'the key was used',
  ).toBe(true)

  const look = (): void => {
    const written = [...filesBelow(house.data), ...reports]
    for (const secret of [key, ...tokens]) expect(holding(written, secret)).toEqual([])
    const inData = holding(filesBelow(house.data), word).map((file) => basename(file))
    expect(inData.length).toBeGreaterThan(0)
    for (const name of inData) expect(name).toMatch(/^carryover\.sqlite(-wal|-shm)?$/)
  }
  look()
  await house.stop()
  look()
  expect(holding(reports, word)).toContain(files['results_csv'])
})

test('a service that repeats key and token in every answer gets them into no file, no notice and no list', async () => {
  const service = await createRepeatingService(key)
  atEnd(service.close)
  const house = await openHouse({ through: async () => service.baseUrl })
  await house.giveKey(key)
  const batch = await house.load(await plainAccounts(house.folder, numbered(6, 'R')), 'ACME')
  const tested = await house.client().connections.test({ id: house.connection })
  await house.validate(batch)
  await house.release(batch)
  await house.until(batch, ({ states }) => states.settled >= 2 && states.sending + states.queued === 0)
  await house.giveKey('another-key-that-is-wrong')
  const refused = await house.client().connections.test({ id: house.connection })
  const view = await house.client().batches.get({ batch })
  const { files } = await house.report(batch)
  expect(service.seen).toEqual(expect.arrayContaining([expect.stringMatching(/^GET .*R-5/)]))

  const shown = JSON.stringify([tested, refused, view, await house.client().connections.list()])
  const look = (): void => {
    const written = [...filesBelow(house.data), ...Object.values(files)]
    expect(written.length).toBeGreaterThan(4)
    for (const form of service.forms) {
      expect(shown).not.toContain(form)
      expect(holding(written, form)).toEqual([])
    }
    expect(holding(written, 'You sent … and').length, 'the words themselves are kept').toBeGreaterThan(0)
  }
  look()
  await house.stop()
  look()
})
