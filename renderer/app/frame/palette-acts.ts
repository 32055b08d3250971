// Hook with the actions of the command palette: what can be done now to the open batch and its connection, and the
// settings of the window. An action that needs a person's confirmation opens the place that asks for it.
import { useQuery } from '@tanstack/react-query'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { languageSetting } from '../../../shared/texts/language.ts'
import { toast } from '../../components/toast.tsx'
import { texts } from '../../texts/common.ts'
import { chooseDisplay } from '../display/display.ts'
import { densitySetting, themeSetting } from '../display/display-choices.ts'
import { languageLabel } from '../display/language.ts'
import { findListParams } from '../../accounts/find-list/find-list-params.ts'
import { useCanPractise, usePracticeBatch, useStartPractice } from '../../accounts/practice/start-practice.ts'
import { api, engine } from '../engine.ts'
import { desktop } from '../host/desktop-bridge.ts'
import { go, hrefOfStep } from '../route.ts'

export type Act = {
  readonly kind: 'act'
  readonly id: string
  readonly words: string
  readonly run: () => void
}

export function useActs(batch: BatchView | null): Act[] {
  const connections = useQuery(api.connections.list.queryOptions())
  const connection = connections.data?.find(({ id }) => id === batch?.connection?.id)
  const practice = usePracticeAct()
  return [
    ...(batch === null ? [] : actsOfBatch(batch)),
    ...practice,
    ...(connection === undefined
      ? []
      : [pauseAct(connection.id, connection.name, connection.pauses.length > 0)]),
    ...themeSetting.options.map((theme) =>
      act(`theme ${theme}`, texts.theme.choose({ theme: texts.theme.names[theme] }), () =>
        chooseDisplay({ theme }),
      ),
    ),
    ...densitySetting.options.map((density) =>
      act(`density ${density}`, texts.density.choose({ density: texts.density.names[density] }), () =>
        chooseDisplay({ density }),
      ),
    ),
    ...languageSetting.options.map((language) =>
      act(`language ${language}`, texts.language.choose({ language: languageLabel(language) }), () =>
        chooseDisplay({ language }),
      ),
    ),
    // The desktop program has one window.
    ...(desktop === null
      ? [act('window', texts.palette.newWindow, () => void window.open(window.location.href, '_blank'))]
      : []),
  ]
}

/** Starts the practice, or goes on with it. */
function usePracticeAct(): Act[] {
  const { start } = useStartPractice()
  const underWay = usePracticeBatch()
  const can = useCanPractise()
  if (underWay !== null)
    return [act('practice', texts.palette.goOnPractice, () => go(hrefOfStep(underWay, 'fix')))]
  return can === true ? [act('practice', texts.palette.practice, start)] : []
}

function actsOfBatch(batch: BatchView): Act[] {
  const { not_validated: unvalidated, ready: validated } = batch.endings
  const isOpen = batch.stage === 'open'
  return [
    ...(isOpen && unvalidated > 0 && batch.connection !== null
      ? [
          act('validate', texts.palette.validate({ n: unvalidated }), () => {
            go(hrefOfStep(batch.id, 'fix'))
            engine.batches.validate({ batch: batch.id }).catch(toast.failed)
          }),
        ]
      : []),
    ...(isOpen && validated > 0
      ? [act('release', texts.palette.release({ n: validated }), () => go(hrefOfStep(batch.id, 'submit')))]
      : []),
    ...(isOpen
      ? [act('find-list', texts.palette.findList, () => go(hrefOfStep(batch.id, 'fix', findListParams)))]
      : []),
    ...(isOpen ? [act('report', texts.palette.report, () => go(hrefOfStep(batch.id, 'report')))] : []),
  ]
}

function pauseAct(id: number, name: string, isPaused: boolean): Act {
  return isPaused
    ? act(
        'resume',
        texts.palette.resume({ name }),
        () => void engine.connections.resume({ id }).catch(toast.failed),
      )
    : act(
        'pause',
        texts.palette.pause({ name }),
        () => void engine.connections.pause({ id }).catch(toast.failed),
      )
}

function act(id: string, words: string, run: () => void): Act {
  return { kind: 'act', id: `act ${id}`, words, run }
}
