// Attention signals for the user: a count in the window title, a toast that leads to the step, and, if the browser
// allows it, a system notification while the window has no focus. The engine decides what needs attention; in
// Electron the main process sends the system notifications. This module also reports network changes to the engine.
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Alert } from '../../../shared/contract/contract.ts'
import { toast } from '../../components/notices/toast.tsx'
import { desktop } from '../host/desktop-bridge.ts'
import { api, engine, useLinkState } from '../engine.ts'
import { go, hrefOfStep, readRoute } from '../route.ts'
import { setWaiting } from '../title.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { texts } from '../../texts/common.ts'

const levels = { wave_ended: 'info', finished: 'info', stopped: 'warning', needs_person: 'warning' } as const

/** Recently shown notices, so that the same message is not shown twice. */
const recent: { readonly message: string; readonly at: number }[] = []
const sameMs = 15_000

/** Records a notice of the engine that was shown. */
export function noticed(message: string): void {
  recent.push({ message, at: performance.now() })
  if (recent.length > 20) recent.shift()
}

function wasNoticed(message: string): boolean {
  const since = performance.now() - sameMs
  return recent.some(
    (one) => one.at > since && (one.message.includes(message) || message.includes(one.message)),
  )
}

/** Shows one alert that was just reported. */
export function attend(alert: Alert): void {
  const { batch, what, step, title, message } = alert
  const open = (): void => {
    if (batch !== null) go(hrefOfStep(batch, step))
  }
  if (!isShown(alert) && !wasNoticed(sentenceOf(message))) {
    const act = batch === null ? {} : { act: { label: texts.common.show, run: open } }
    toast.notice(levels[what], sentenceOf(title), { description: sentenceOf(message), ...act })
  }
  if (desktop === null && !document.hasFocus()) notify(alert, open)
}

/** Whether the current page already shows the alert. */
function isShown({ batch, what, step }: Alert): boolean {
  const route = readRoute(window.location.hash)
  if (route.page !== 'batch' || route.batch !== batch) return false
  return route.step === step || (what !== 'needs_person' && route.step === 'watch')
}

function notify({ title, message }: Alert, open: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  const notice = new Notification(sentenceOf(title), { body: sentenceOf(message) })
  notice.addEventListener('click', () => {
    window.focus()
    open()
    notice.close()
  })
}

/** Keeps the count in the title current and reports network changes to the engine. Renders nothing. */
export function Attention(): null {
  const currentState = useQuery(api.workspace.attention.queryOptions())
  const count = currentState.data?.length ?? 0
  useEffect(() => setWaiting(count), [count])
  const link = useLinkState()
  useEffect(() => {
    if (link !== 'open') return undefined
    const tell = (event: 'online' | 'offline') => (): void => {
      // Ignored: the engine notices the change by itself, only later.
      engine.workspace.machine({ event }).catch(() => undefined)
    }
    const online = tell('online')
    const offline = tell('offline')
    if (!navigator.onLine) offline()
    window.addEventListener('online', online)
    window.addEventListener('offline', offline)
    return () => {
      window.removeEventListener('online', online)
      window.removeEventListener('offline', offline)
    }
  }, [link])
  return null
}
