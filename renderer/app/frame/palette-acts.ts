// Hook with the actions of the command palette: what can be done now to the open batch and its connection, and the
// settings of the window. An action that needs a person's confirmation opens the place that asks for it.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { languageSetting } from '../../../shared/texts/language.ts'
import { toast } from '../../components/notices/toast.tsx'
import { texts } from '../../texts/common.ts'
import { chooseDisplay } from '../display/display.ts'
import { densitySetting, themeSetting } from '../display/display-choices.ts'
import { languageLabel } from '../display/language.ts'
import { findListParams } from '../../accounts/find-list/find-list-params.ts'
import { useCanPractise, usePracticeBatch, useStartPractice } from '../../accounts/practice/start-practice.ts'
import { engine } from '../engine.ts'
import { desktop } from '../host/desktop-bridge.ts'
import { actsWithKeys, type Shortcut } from '../keys.ts'
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
  readonly takesFocus?: boolean
  readonly run: () => void
}

/** The key of "Find and replace", which the palette offers on every page of a batch. */
export const replaceKeys = 'mod+h'

/** Keys of acts on the open batch, on every page of it. */
const actKeys = { validate: 'f9', pause: 'shift+f9' } as const

export function useActs(batch: BatchView | null): Act[] {
  const practice = usePracticeAct()
  return [
    ...(batch === null ? [] : actsOfBatch(batch)),
    ...practice,
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

/** The acts on the open batch that have a key of their own; the frame runs them. */
export function actShortcuts(batch: BatchView | null): Shortcut[] {
  if (batch === null) return []
  return [validateAct(batch), pauseAct(batch)].flatMap((one) =>
    one?.keys === undefined
      ? []
      : [{ of: 'everywhere' as const, keys: one.keys, label: one.words, run: one.run }],
  )
}

const words = () => texts.palette.also

/** What the open step does by a key. */
function stepActs(): Act[] {
  return actsWithKeys()
    .filter(({ keys }) => keys !== replaceKeys)

    .map(({ label, keys, run, movesFocus }) =>
      act({ id: `key ${keys}`, words: label, also: '', keys, takesFocus: movesFocus }, run),
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
      act({ id: 'practice', words: texts.palette.goOnPractice, also }, () => go(hrefOfStep(underWay, 'fix'))),
    ]
  return can === true ? [act({ id: 'practice', words: texts.palette.practice, also }, start)] : []
}

function actsOfBatch(batch: BatchView): Act[] {
  const acts = [validateAct(batch), releaseAct(batch), ...openActs(batch), pauseAct(batch)]
  return acts.filter((one) => one !== null)
}

function validateAct(batch: BatchView): Act | null {
  const unvalidated = batch.endings.not_validated
  if (batch.stage !== 'open' || batch.connection === null || batch.validating || unvalidated === 0)
    return null
  return act(
    {
      id: 'validate',
      words: texts.palette.validate({ n: unvalidated }),
      also: words().validate,
      keys: actKeys.validate,
    },
    () => {
      go(hrefOfStep(batch.id, 'fix'))
      engine.batches.validate({ batch: batch.id }).catch(toast.failed)
    },
  )
}

/** It opens the gate, where a person decides. */
function releaseAct(batch: BatchView): Act | null {
  const ready = batch.endings.ready
  if (batch.stage !== 'open' || ready === 0) return null
  return act(
    {
      id: 'release',
      words: texts.palette.release({ n: ready }),
      also: words().release,
      keys: keysOf('submit'),
    },
    () => go(hrefOfStep(batch.id, 'submit')),
  )
}

function openActs(batch: BatchView): Act[] {
  if (batch.stage !== 'open') return []
  const { findList, report } = texts.palette
  return [
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

function pauseAct({ connection, pauses }: BatchView): Act | null {
  if (connection === null) return null
  const { id, name } = connection
  const keys = actKeys.pause
  const { resume, pause } = texts.palette
  return pauses.length > 0
    ? act(
        { id: 'resume', words: resume({ name }), also: words().resume, keys },
        () => void engine.connections.resume({ id }).catch(toast.failed),
      )
    : act(
        { id: 'pause', words: pause({ name }), also: words().pause, keys },
        () => void engine.connections.pause({ id }).catch(toast.failed),
      )
}

function act(of: Omit<Act, 'kind' | 'run'>, run: () => void): Act {
  return { ...of, kind: 'act', id: `act ${of.id}`, run }
}
