// Settings of a connection as its form names them and writes their values, for a decision between two versions. Pure
// functions.
import { quietHours } from '../../../../shared/sending/quiet-hours.ts'
import { hoursWords } from '../../../accounts/team/hours-words.ts'
import { connectTexts as words } from '../../../texts/connect/connect.ts'
import { sharedTexts } from '../../../texts/team/shared.ts'
import { durationText } from '../../../components/fields/duration-text.ts'

/** By the path of a setting. Texts are looked up when they are shown: the language may change. */
const labels = {
  baseUrl: 'baseUrl',
  tokenUrl: 'tokenUrl',
  headerTemplate: 'header',
  statusPath: 'status',
  tokenMutation: 'tokenMutation',
  tokenKeyField: 'tokenKeyField',
  tokenAnswer: 'tokenAnswer',
  tokenField: 'tokenField',
  tokenLifeMs: 'tokenLife',
  tokenRenewAfterPercent: 'tokenRenewAfter',
  attrPrefix: 'attrPrefix',
  phoneRegion: 'phoneRegion',
  environment: 'environment',
  'limits.concurrency': 'concurrency',
  'limits.rate': 'rate',
  'limits.connectTimeoutMs': 'connectTimeout',
  'limits.validateTimeoutMs': 'validateTimeout',
  'limits.createTimeoutMs': 'createTimeout',
  'limits.statusTimeoutMs': 'statusTimeout',
  'limits.pollFirstMs': 'pollFirst',
  'limits.pollLongestMs': 'pollLongest',
  'limits.quietMs': 'quiet',
  'limits.validateEditedPerMinute': 'validateEdited',
  'limits.adaptive': 'adaptive',
  'limits.bodyBytes': 'bodyBytes',
  'limits.readsPerMinute': 'readsAMinute',
  'limits.validationMaxAgeMs': 'validationAge',
  'limits.quietHours': 'quietHours',
  'limits.stuckAfterMs.unconfirmed': 'stuckUnconfirmed',
  'limits.stuckAfterMs.notVisible': 'stuckNotVisible',
  'limits.stuckAfterMs.pending': 'stuckPending',
  'limits.stuckAfterMs.inProgress': 'stuckInProgress',
  'limits.stuckAfterMs.otherWord': 'stuckOtherWord',
  'limits.recheckMs': 'recheck',
  'limits.resumeAfterCrash': 'resumeAfterCrash',
} as const satisfies Record<string, keyof typeof words>

const answerLabels = {
  'answers.pausedCodes': 'pausedCodes',
  'answers.completeCodes': 'completeCodes',
  'answers.closedCodes': 'closedCodes',
  'answers.closedStatuses': 'closedStatuses',
  'answers.closedDomains': 'closedDomains',
  'answers.signInCodes': 'signInCodes',
  'answers.refusalsInARow': 'refusalsInARow',
  'answers.sameProblemInARow': 'sameProblemInARow',
} as const satisfies Record<string, keyof typeof words.answers>

/**
 * With the heading of its group where the form has one that the label needs. `part`: as the engine names it, a path with dots.
 * Null: it is no setting of a connection's form.
 */
export function settingLabel(part: string): string | null {
  if (isOf(answerLabels, part)) return `${words.answers.heading}: ${words.answers[answerLabels[part]]}`
  if (!isOf(labels, part)) return null
  const heading = headingOf(part)
  const label = words[labels[part]]
  return heading === null ? label : `${heading}: ${label}`
}

function headingOf(part: string): string | null {
  if (part.startsWith('limits.stuckAfterMs.')) return words.worry
  return /^token[A-Z]/.test(part) && !/^token(?:Url|Mutation)$/.test(part) ? words.tokenMutation : null
}

/** `text`: the value of such a setting as JSON, a text without its quotes. Empty: it is not set. */
export function settingWords(part: string, text: string): string {
  const { yes, no } = sharedTexts.compare
  if (text === 'null' || text === '[]') return ''
  if (text === 'true') return yes
  if (text === 'false') return no
  if (/Ms(?:\.|$)/.test(part)) return durationText(Number(text))
  if (part === 'tokenRenewAfterPercent') return `${text} %`
  if (part === 'environment') return words.environments[text === 'test' ? 'test' : 'production']
  if (part === 'limits.quietHours') return hoursWords(quietHours.array().parse(JSON.parse(text)))
  return isOf(answerLabels, part) && text.startsWith('[') ? listWords(text) : text
}

function isOf<Labels extends object>(all: Labels, part: string): part is string & keyof Labels {
  return Object.hasOwn(all, part)
}

function listWords(text: string): string {
  const list: unknown = JSON.parse(text)
  return Array.isArray(list) ? list.join(', ') : text
}
