// Tests the texts of windows and hosts: the choice of the language, the values of a message, and a change of language.
import { afterEach, expect, test } from 'vitest'
import { currentFormat, speak } from '../../../shared/texts/current.ts'
import { chooseLanguage } from '../../../shared/texts/language.ts'
import { catalogueOf, onCatalogue } from '../../../shared/texts/message-catalogues-of-window.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { isSameSaid, message, readSaid, said, sentenceOf, storeSaid } from '../../../shared/texts/message.ts'
import { createTexts } from '../../../shared/texts/texts.ts'

const before = currentFormat()
afterEach(() => speak(before))

test.each([
  ['system', ['de-CH', 'en'], 'de'],
  ['system', ['tr-TR', 'de-AT', 'en'], 'de'],
  ['system', ['tr_TR.UTF-8'], 'en'],
  ['system', [], 'en'],
  ['en', ['de-DE'], 'en'],
  ['de', ['en-GB'], 'de'],
] as const)('with the setting %s and the locales %j the texts are in %s', (setting, locales, language) => {
  expect(chooseLanguage(setting, locales)).toBe(language)
})

const texts = createTexts({
  en: {
    close: 'Close',
    wave: { released: '{accounts, plural, one {# account} other {# accounts}} of {name} released' },
  },
  de: {
    close: 'Schließen',
    wave: { released: '{accounts, plural, one {# Konto} other {# Konten}} von {name} freigegeben' },
  },
})

test('a text without values is a string, one with values a function, in the language spoken at that time', () => {
  speak(createMessageFormat('en', 'en-GB'))
  expect([texts.close, texts.wave.released({ accounts: 1500, name: 'North' })]).toEqual([
    'Close',
    '1,500 accounts of North released',
  ])
  speak(createMessageFormat('de', 'de-DE'))
  expect([texts.close, texts.wave.released({ accounts: 1, name: 'North' })]).toEqual([
    'Schließen',
    '1 Konto von North freigegeben',
  ])
})

test('numbers follow the user’s locale, plurals the language', () => {
  speak(createMessageFormat('en', 'de-DE'))
  expect(texts.wave.released({ accounts: 1500, name: 'North' })).toBe('1.500 accounts of North released')
})

test('lists of three are joined without a comma before the last', () => {
  expect(createMessageFormat('en', 'en-US').list(['a', 'b', 'c'])).toBe('a, b and c')
  expect(createMessageFormat('de', 'de-CH').list(['a', 'b', 'c'])).toBe('a, b und c')
})

test('a malformed locale is replaced by the language', () => {
  expect(createMessageFormat('de', 'no locale at all').locale).toBe('de')
})

test('a message inside another one is said in the same language', () => {
  const why = message('system.reading_was_stopped')
  const whole = message('store.backup_not_verified', { why })
  expect(sentenceOf(whole, createMessageFormat('en', 'en-GB'))).toMatch(/^the backup did not verify: Reading/)
  expect(sentenceOf(whole, createMessageFormat('de', 'de-DE'))).toMatch(
    /^die Sicherung ist fehlerhaft: .*Lesen/,
  )
})

test('somebody else’s words are shown as they are, braces included', () => {
  expect(sentenceOf('{"detail": "no"}')).toBe('{"detail": "no"}')
})

test('a message survives the database and the contract', () => {
  for (const words of ['plain', message('store.backup_not_verified', { why: 'Because.' })]) {
    expect(readSaid(storeSaid(words))).toEqual(words)
    expect(said.parse(JSON.parse(JSON.stringify(words)))).toEqual(words)
  }
})

test('the same is what is stored alike: a message and its read copy, but not words that look like one', () => {
  const reason = message('accounts.merged_into', { key: 'A-1', row: 2 })
  expect(isSameSaid(reason, readSaid(storeSaid(reason)))).toBe(true)
  expect(isSameSaid(reason, message('accounts.merged_into', { key: 'A-1', row: 3 }))).toBe(false)
  expect(isSameSaid(reason, storeSaid(reason))).toBe(false)
  expect(isSameSaid('null', null)).toBe(false)
  expect(isSameSaid(null, null)).toBe(true)
})

test('a key that this version does not have is shown itself', () => {
  expect(sentenceOf({ key: 'import.of_the_future' })).toBe('import.of_the_future')
  expect(sentenceOf({ key: '__proto__.toString' })).toBe('__proto__.toString')
})

test('a window has no sentence of a message until it has loaded those of the language, and hears of them then', async () => {
  const { promise: loaded, resolve } = Promise.withResolvers<void>()
  onCatalogue(resolve)
  expect(catalogueOf('de')).toBeNull()
  await loaded
  expect(catalogueOf('de')?.import.is_pdf).toContain('Das ist ein PDF')
})
