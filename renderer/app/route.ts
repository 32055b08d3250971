// Router. The location is stored in the URL fragment, so back, forward and links work: `#/`, `#/connect/3`,
// `#/batch/7/fix?account=12`. Parsing never fails: an unknown fragment is the home page.
import { useEffect, useRef, useSyncExternalStore } from 'react'

export const steps = ['load', 'map', 'fix', 'submit', 'watch', 'report'] as const
export type Step = (typeof steps)[number]

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'audit' }
  /** `wall`: the board alone, to be read from afar. */
  | { readonly page: 'team'; readonly wall?: true }
  | { readonly page: 'compare'; readonly params: Readonly<Record<string, string>> }
  | { readonly page: 'connect'; readonly connection: number | 'new' | 'catalogues' | null }
  | {
      readonly page: 'batch'
      readonly batch: number
      readonly step: Step
      readonly params: Readonly<Record<string, string>>
    }

export function readRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?')
  const [area, first, second] = path.split('/').filter((part) => part !== '')
  if (area === 'connect') {
    const named = first === 'new' || first === 'catalogues' ? first : numberOf(first)
    return { page: 'connect', connection: named }
  }
  if (area === 'audit') return { page: area }
  if (area === 'team') return first === 'wall' ? { page: area, wall: true } : { page: area }
  if (area === 'compare') return { page: 'compare', params: paramsIn(query) }
  const batch = numberOf(first)
  if (area === 'batch' && batch !== null) {
    const step = steps.find((one) => one === second) ?? 'load'
    return { page: 'batch', batch, step, params: paramsIn(query) }
  }
  return { page: 'home' }
}

export function hrefOf(route: Route): string {
  switch (route.page) {
    case 'home':
      return '#/'
    case 'audit':
      return '#/audit'
    case 'team':
      return route.wall === true ? '#/team/wall' : '#/team'
    case 'connect':
      return route.connection === null ? '#/connect' : `#/connect/${route.connection}`
    case 'compare':
      return `#/compare${queryOf(route.params)}`
    case 'batch':
      return `#/batch/${route.batch}/${route.step}${queryOf(route.params)}`
  }
}

type Params = Readonly<Record<string, string>>

const paramsIn = (query: string): Params => Object.fromEntries(new URLSearchParams(query))

function queryOf(params: Params): string {
  const query = new URLSearchParams(params).toString()
  return query === '' ? '' : `?${query}`
}

export function hrefOfStep(batch: number, step: Step, params: Readonly<Record<string, string>> = {}): string {
  return hrefOf({ page: 'batch', batch, step, params })
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
}

export function go(href: string): void {
  window.location.hash = href
}

/** Page, batch and step without the selection on the page. */
export function placeNow(): string {
  const route = readRoute(window.location.hash)
  return hrefOf('params' in route ? { ...route, params: {} } : route)
}

/** Changes the query of a page that has one, without a new step of the history; null removes a name. */
export function setParams(changes: Readonly<Record<string, string | null>>): void {
  const route = readRoute(window.location.hash)
  if (!('params' in route)) return
  const entries = Object.entries({ ...route.params, ...changes })
  const params = Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== null))
  window.history.replaceState(null, '', hrefOf({ ...route, params }))
  window.dispatchEvent(new HashChangeEvent('hashchange'))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

let lastHash = ''
let lastRoute: Route = { page: 'home' }
function snapshot(): Route {
  const hash = window.location.hash
  if (hash !== lastHash) {
    lastHash = hash
    lastRoute = readRoute(hash)
  }
  return lastRoute
}

export function useRoute(): Route {
  return useSyncExternalStore(subscribe, snapshot)
}

/*
 * Going to a problem from elsewhere, such as the palette: the cell of the problem takes the focus once its rows are
 * there, as if the problem had been chosen beside the grid. The page that shows problems says that it does; where none is
 * shown yet, the wish waits for it.
 */

let isWished = false
let arrived: (() => void) | null = null

export function goToProblem(href: string): void {
  if (arrived === null) isWished = true
  else arrived()
  go(href)
}

/** Whether the page was opened for a problem; asked once. */
export function wasOpenedForProblem(): boolean {
  const was = isWished
  isWished = false
  return was
}

/** Called when a problem was chosen elsewhere, just before its rows are asked for. */
export function useProblemsChosenElsewhere(onChosen: () => void): void {
  const current = useRef(onChosen)
  useEffect(() => {
    current.current = onChosen
  })
  useEffect(() => {
    const own = (): void => current.current()
    arrived = own
    return () => {
      if (arrived === own) arrived = null
    }
  }, [])
}
