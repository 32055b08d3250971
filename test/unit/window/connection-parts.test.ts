// Tests the names and values of a connection's settings where two versions of it are compared.
import { expect, it, test } from 'vitest'
import { partsByPath } from '../../../electron/engine/team/knowledge/kinds/kind.ts'
import { settingLabel, settingWords } from '../../../renderer/steps/team/knowledge/connection-parts.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

test('every setting that a team shares has its name of the form', () => {
  const settings = connectionSettings.parse({
    baseUrl: 'https://service.example',
    tokenUrl: 'https://service.example/token',
  })
  const paths = partsByPath(settings)
    .map(({ label }) => sentenceOf(label))
    .filter((path) => !/^(?:network|operator|suppliers|catalogue)(?:\.|$)/.test(path))
  expect(paths).toContain('limits.stuckAfterMs.pending')
  expect(paths.filter((path) => settingLabel(path) === null)).toEqual([])
  expect(settingLabel('Catalogue')).toBe(null)
})

it.each([
  ['limits.rate', 'Requests a second'],
  ['limits.stuckAfterMs.pending', 'When an account is stuck: PENDING for'],
  ['answers.closedDomains', 'What refusals mean: With the domains'],
  ['tokenRenewAfterPercent', 'Token mutation: Renewed after'],
])('%s is named “%s”, which needs no other label beside it', (part, label) => {
  expect(settingLabel(part)).toBe(label)
})

it.each([
  ['limits.createTimeoutMs', '60000', '1 min'],
  ['limits.stuckAfterMs.pending', '345600000', '4 d'],
  ['limits.rate', 'null', ''],
  ['tokenRenewAfterPercent', '90', '90 %'],
  ['limits.adaptive', 'true', 'yes'],
  ['environment', 'test', 'A test system'],
  ['answers.closedStatuses', '[400,409]', '400, 409'],
  ['answers.pausedCodes', '[]', ''],
  ['limits.quietHours', '[{"days":[1,2,3,4,5],"from":"22:00","to":"06:00"}]', 'Mon–Fri 22:00–06:00'],
  ['headerTemplate', '[{token}', '[{token}'],
])('%s with %s is shown as “%s”', (part, text, words) => {
  expect(settingWords(part, text)).toBe(words)
})
