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
import { actsWithKeys } from '../keys.ts'
import { go, hrefOfStep, type Step, steps } from '../route.ts'

export type Act = {
  readonly kind: 'act'
  readonly id: string
  readonly words: string
  /** Other words by which it is found. */
  readonly also: string
  /** The shortcut that does the same. */
  readonly keys?: string
  /** It puts the focus where it leads; after any other act the focus is where it was. */
  readonly takesFocus?: true
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
    ...stepActs(),
    ...displayActs(),
    // The desktop program has one window.
    ...(desktop === null
      ? [
          act(
            { id: 'window', words: texts.palette.newWindow, also: words().newWindow },
            () => void window.open(window.location.href, '_blank'),
          ),
        ]
      : []),
  ]
}

const words = () => texts.palette.also

/** What the open step does by a key. */
function stepActs(): Act[] {
  return actsWithKeys().map(({ label, keys, run }) =>
    act({ id: `key ${keys}`, words: label, also: '', keys, takesFocus: true }, run),
  )
}

function displayActs(): Act[] {
  return [
    ...themeSetting.options.map((theme) =>
      act(
        {
          id: `theme ${theme}`,
          words: texts.theme.choose({ theme: texts.theme.names[theme] }),
          also: words().theme,
        },
        () => chooseDisplay({ theme }),
      ),
    ),
    ...densitySetting.options.map((density) =>
      act(
        {
          id: `density ${density}`,
          words: texts.density.choose({ density: texts.density.names[density] }),
          also: words().density,
        },
        () => chooseDisplay({ density }),
      ),
    ),
    ...languageSetting.options.map((language) =>
      act(
        {
          id: `language ${language}`,
          words: texts.language.choose({ language: languageLabel(language) }),
          also: words().language,
        },
        () => chooseDisplay({ language }),
      ),
    ),
  ]
}

/** Starts the practice, or goes on with it. */
function usePracticeAct(): Act[] {
  const { start } = useStartPractice()
  const underWay = usePracticeBatch()
  const can = useCanPractise()
  const also = words().practice
  if (underWay !== null)
    return [
      act({ id: 'practice', words: texts.palette.goOnPractice, also }, () =>
        go(hrefOfStep(underWay, 'fix')),
      ),
    ]
  return can === true ? [act({ id: 'practice', words: texts.palette.practice, also }, start)] : []
}

function actsOfBatch(batch: BatchView): Act[] {
  if (batch.stage !== 'open') return []
  const { not_validated: unvalidated, ready: validated } = batch.endings
  const { validate, release, findList, report } = texts.palette
  return [
    ...(unvalidated > 0 && batch.connection !== null
      ? [
          act({ id: 'validate', words: validate({ n: unvalidated }), also: words().validate }, () => {
            go(hrefOfStep(batch.id, 'fix'))
            engine.batches.validate({ batch: batch.id }).catch(toast.failed)
          }),
        ]
      : []),
    ...(validated > 0
      ? [
          act(
            { id: 'release', words: release({ n: validated }), also: words().release, keys: keysOf('submit') },
            () => go(hrefOfStep(batch.id, 'submit')),
          ),
        ]
      : []),
    act({ id: 'find-list', words: findList, also: words().findList, takesFocus: true }, () =>
      go(hrefOfStep(batch.id, 'fix', findListParams)),
    ),
    act({ id: 'report', words: report, also: words().report, keys: keysOf('report') }, () =>
      go(hrefOfStep(batch.id, 'report')),
    ),
  ]
}

/** The shortcut of a step, which begins these acts. */
function keysOf(step: Step): string {
  return `alt+${steps.indexOf(step) + 1}`
}

function pauseAct(id: number, name: string, isPaused: boolean): Act {
  const { resume, pause } = texts.palette
  return isPaused
    ? act(
        { id: 'resume', words: resume({ name }), also: words().resume },
        () => void engine.connections.resume({ id }).catch(toast.failed),
      )
    : act(
        { id: 'pause', words: pause({ name }), also: words().pause },
        () => void engine.connections.pause({ id }).catch(toast.failed),
      )
}

function act(of: Omit<Act, 'kind' | 'run'>, run: () => void): Act {
  return { ...of, kind: 'act', id: `act ${of.id}`, run }
}
