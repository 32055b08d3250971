// Name of a shared item as the window shows it: a note on problems without a code has none of its own.
import type { Shareable } from '../../../../shared/contract/team/knowledge.ts'
import { sharedTexts as words } from '../../../texts/team/shared.ts'

export function shownName({ kind, name }: Pick<Shareable, 'kind' | 'name'>): string {
  return name === '' && kind === 'playbook' ? words.withoutCode : name
}
