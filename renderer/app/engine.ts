// Typed RPC client of the engine: over a MessagePort in Electron, over a WebSocket otherwise. It holds only the state
// of that link. A call made while the link is down fails at once with LinkLost, so nothing is sent late.
import { createORPCClient, ORPCError } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { RPCLink } from '@orpc/client/websocket'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { useSyncExternalStore } from 'react'
import type { contract } from '../../shared/contract/contract.ts'
import { failureOf, LinkLost } from '../components/notices/failure.ts'
import { loadAllTexts } from './display/language.ts'
import { desktop, linkOverBridge } from './host/desktop-bridge.ts'
import { forgetSession, openSession, resumeSession, sessionToken, takeCode } from './host/web-session.ts'

/** `locked`: this page has no session (a copied address, or its code was used): it must be opened from outside. */
export type LinkState = 'connecting' | 'open' | 'lost' | 'locked'

type Link = { call: RPCLink<Record<never, never>>['call'] }

let state: LinkState = 'connecting'
let link: Link | null = null
let opened = Promise.withResolvers<Link>()
opened.promise.catch(() => undefined)
const listeners = new Set<() => void>()

function become(next: LinkState): void {
  if (state === next) return
  state = next
  for (const listener of listeners) listener()
}

/** Calls the listener whenever the link has another state. */
export function onLinkChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function linkState(): LinkState {
  return state
}

export function useLinkState(): LinkState {
  return useSyncExternalStore(onLinkChange, linkState)
}

/** Calls that edit cells and are not answered yet; their changes are not saved yet. */
let editing = 0
const editListeners = new Set<() => void>()
const edits = /^(edits|fixes)\.(apply|undo|redo|undoTo|redoTo|revertCells|removeItem)$/

function onEditing(by: 1 | -1): void {
  editing += by
  for (const listener of editListeners) listener()
}

function onLinkOrEdit(listener: () => void): () => void {
  const stop = onLinkChange(listener)
  editListeners.add(listener)
  return () => {
    stop()
    editListeners.delete(listener)
  }
}

/** Whether every edit so far is saved. */
export function useAllSaved(): boolean {
  return useSyncExternalStore(onLinkOrEdit, () => editing === 0 && state === 'open')
}

const changedListeners = new Set<() => void>()

/** An action was refused because what was displayed has changed: everything displayed must be read again. */
export function onChanged(listener: () => void): void {
  changedListeners.add(listener)
}

async function currentLink(): Promise<Link> {
  if (state === 'connecting') return opened.promise
  if (link === null) throw new LinkLost()
  return link
}

/** Every call of shared/contract/contract.ts, as functions. */
export const engine: ContractRouterClient<typeof contract> = createORPCClient({
  call: async (path, input, options) => {
    const now = await currentLink()
    const isEdit = edits.test(path.join('.'))
    if (isEdit) onEditing(1)
    try {
      return await now.call(path, input, options)
    } catch (error) {
      // A refusal is a message, and those who show it do so once.
      if (error instanceof ORPCError) await loadAllTexts().catch(() => undefined)
      else if (link !== now && options.signal?.aborted !== true) throw new LinkLost()
      if (failureOf(error).code === 'changed') for (const listener of changedListeners) listener()
      throw error
    } finally {
      if (isEdit) onEditing(-1)
    }
  },
})

/** The same calls as options for TanStack Query: `useQuery(api.batches.get.queryOptions({ input: { batch } }))`. */
export const api = createTanstackQueryUtils(engine)

/** Opens the link. Called once, by main.tsx. */
export async function connect(): Promise<void> {
  if (desktop !== null) {
    desktop.onClose(() => {
      link = null
      become('lost')
    })
    ready(linkOverBridge(desktop))
    return
  }
  const code = takeCode()
  const isOpen = code === null ? resumeSession() : (await openSession(code)) === 'open'
  if (!isOpen) return become('locked')
  openSocket(0)
}

function ready(next: Link): void {
  link = next
  opened.resolve(next)
  become('open')
}

/** Opens the socket that waits to be opened again. */
let reopen: (() => void) | null = null

/** The engine's side of a window in Electron does not come back by itself; a browser's socket is tried again. */
export const reconnectsByItself = desktop === null

/** Tries at once what would be tried later; in Electron loads the window again. */
export function reconnect(): void {
  if (reconnectsByItself) reopen?.()
  else window.location.reload()
}

/** The host closes with this code (policy violation) where it does not take the token. */
const refusedByHost = 1008

function openSocket(failures: number): void {
  const socket = new WebSocket(`ws://${window.location.host}/api/socket`)
  let wasOpen = false
  // Added before the link's own listener, so the token goes first.
  socket.addEventListener('open', () => {
    wasOpen = true
    socket.send(sessionToken() ?? '')
    ready(next)
  })
  const next = new RPCLink<Record<never, never>>({ websocket: socket })
  socket.addEventListener('close', (event) => {
    link = null
    if (event.code === refusedByHost) {
      forgetSession()
      return become('locked')
    }
    if (state === 'connecting') opened = renewed(opened)
    become('lost')
    const tries = wasOpen ? 0 : failures + 1
    const again = (): void => {
      clearTimeout(timer)
      reopen = null
      openSocket(tries)
    }
    const timer = setTimeout(again, waitBefore(tries))
    reopen = again
  })
}

function renewed(before: PromiseWithResolvers<Link>): PromiseWithResolvers<Link> {
  before.reject(new LinkLost())
  const again = Promise.withResolvers<Link>()
  again.promise.catch(() => undefined)
  return again
}

/** Milliseconds, with random jitter so that several windows do not reconnect at once. */
function waitBefore(tries: number): number {
  return Math.min(5_000, 250 * 2 ** tries) * (0.5 + Math.random() / 2)
}
