// Tests the list of words: a word is called in it as everywhere on screen, in both languages. And that the changes of
// the program's version are listed.
import { describe, expect, it } from 'vitest'
import { common as commonDe } from '../../../../renderer/texts/de/common.ts'
import { words as wordsDe } from '../../../../renderer/texts/de/words.ts'
import { common as commonEn } from '../../../../renderer/texts/en/common.ts'
import { changes } from '../../../../renderer/texts/en/changes.ts'
import { words as wordsEn } from '../../../../renderer/texts/en/words.ts'
import packageFile from '../../../../package.json' with { type: 'json' }

describe.each([
  { language: 'English', common: commonEn, words: wordsEn },
  { language: 'German', common: commonDe, words: wordsDe },
])('the words in $language', ({ common, words }) => {
  it('are those that the window shows for states and outcomes', () => {
    expect(words.of.notValidated.word).toBe(common.states.unvalidated)
    expect(words.of.rejected.word).toBe(common.states.rejected)
    expect(words.of.ready.word).toBe(common.states.validated)
    expect(words.of.unconfirmed.word).toBe(common.states.unconfirmed)
    expect(words.of.alreadyThere.word).toBe(common.outcomes.already_there)
    expect(words.of.unknownOrigin.word).toBe(common.outcomes.whose_account_unsure)
    expect(words.of.dryRun.word).toBe(common.outcomes.dry_run)
  })

  it('each have a meaning of one to three sentences, and none is listed twice', () => {
    const all = Object.values(words.of)
    for (const { meaning } of all) expect(meaning.split(/[.?]\s/).length).toBeLessThanOrEqual(3)
    expect(new Set(all.map(({ word }) => word)).size).toBe(all.length)
  })
})

it('the changes of the program’s version are listed first', () => {
  expect(Object.keys(changes.versions)[0]).toBe(packageFile.version)
})
