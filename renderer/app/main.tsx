// Entry point of the window. Modules to use when building a step:
//
//   app/engine.ts            `api.x.y.queryOptions({ input })` for useQuery, `api.x.y.mutationOptions({...})`,
//                            `engine.x.y()` for a plain call. Events refresh queries by batch: never poll.
//   accounts/batch-parts.ts  `StepProps` (batch, params): props of the component in `steps/<step>/<step>-step.tsx`.
//   app/route.ts             `go(href)`, `hrefOfStep(batch, step, params)`, `setParams({ account: '12' })`: the URL
//                            holds the location.
//   app/display/             The user's display settings, and the language among them.
//   app/host/files.ts        Pick a file, upload it with progress and cancel, save a file.
//   app/keys.ts              `useShortcuts([{ keys: 'mod+z', label, run }])`: listed under `?` while mounted.
//   texts/                   Shared texts are in `texts/common.ts`, those of a step in `texts/<step>.ts`;
//                            `texts/format.ts` formats numbers and times.
//   components/              Small themed components: button, dialog, toast, tabs, panel (with empty, error and
//                            loading states), and by idea: fields/, lists/, charts/, payload/ (trees and code).
//                            `failureOf(error)`: message of a failed call.
//
// Use only the theme's colour tokens (`text-soft`, `bg-pane`, `border-line`, `text-bad` …; see app/theme.css).
import './zod-without-jit.ts'
import './theme.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { Fragment, type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Toasts } from '../components/notices/toast.tsx'
import { TooltipProvider } from '../components/overlays/tooltip.tsx'
import { App, preloadPage } from './app.tsx'
import { recallDisplay } from './display/display.ts'
import { connect, linkState, onLinkChange } from './engine.ts'
import { applyLanguage, useLanguage, useMessages } from './display/language.ts'
import { followEvents } from './live.ts'
import { createQueryClient } from './queries.ts'
import { readRoute } from './route.ts'

const client = createQueryClient()

/** Milliseconds that the first picture waits for the user's choice of a language. */
const longestWait = 300

/** Ends when the saved display settings apply, or when they cannot be had soon. */
async function connectAndRecall(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  onLinkChange(() => {
    if (linkState() === 'open')
      void recallDisplay()
        .catch(() => undefined)
        .then(resolve)
    else resolve()
  })
  void connect()
  await Promise.race([promise, new Promise((end) => setTimeout(end, longestWait))])
}

/** Mounted again with each language. */
function Window(): ReactNode {
  useMessages()
  return (
    <Fragment key={useLanguage()}>
      <TooltipProvider>
        <Toasts>
          <App />
        </Toasts>
      </TooltipProvider>
    </Fragment>
  )
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (root === null) throw new Error('The page has no root')
  followEvents(client)
  preloadPage(readRoute(location.hash))
  await Promise.all([applyLanguage('system').catch(() => undefined), connectAndRecall()])
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={client}>
          <Window />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  )
}

void start()
