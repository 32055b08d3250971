// Notes about codes that a team shares, by the code; an empty key stands for problems without one.
import { z } from 'zod'
import { message } from '../../../../../shared/texts/message.ts'
import type { Store } from '../../../store/store.ts'
import { defineKind } from './kind.ts'

const note = z.strictObject({ words: z.string().trim().min(1).max(20_000) })

export function playbookKind({ playbook }: Pick<Store, 'playbook'>, now: () => number) {
  const codeOf = (key: string): string | null => (key === '' ? null : key)
  return defineKind({
    schema: note,
    keys: () => playbook.list().map(({ code }) => code ?? ''),
    stamp: () => JSON.stringify(playbook.list()),
    isFor: (key) => key.length <= 500,
    read(key) {
      const found = playbook.get(codeOf(key))
      return found === null ? null : { words: found.words }
    },
    apply(key, { words }) {
      playbook.save({ code: codeOf(key), words, changedAt: now() })
      return null
    },
    parts: ({ words }) => [{ id: 'words', label: message('knowledge.part_words'), text: words }],
  })
}
