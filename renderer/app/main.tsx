// The window's entry. For who builds a step:
//
//   app/engine.ts     `api.x.y.queryOptions({ input })` for useQuery, `api.x.y.mutationOptions({...})`, `engine.x.y()` for a
//                     plain call, `failureOf(error)` for the sentence. Events refresh queries by batch: never poll.
//   app/batch-parts   `StepProps` (batch, params): what `steps/<step>/<step>-step.tsx` exports a component for.
//   app/route.ts      `go(href)`, `hrefOfStep(batch, step, params)`, `setParams({ account: '12' })`: where one is, is in the address.
//   app/files.ts      pick, upload with progress and cancel, save a file.
//   app/keys.ts       `useShortcuts([{ keys: 'mod+z', label, run }])`: listed under `?` while shown.
//   app/texts.ts      shared words; a step's own are in `steps/<step>/<step>-texts.ts`.
//   parts/            plain, small, themed: button, field, select, checkbox, dialog, toast, tabs, panel (with empty, error and
//                     loading states), state-badge, count-bar, tree, virtual-list, payload-view, code-view, chart, format …
//
// Colours are the theme's tokens only (`text-soft`, `bg-pane`, `border-line`, `text-bad` …; see app/theme.css).
import './zod-without-jit.ts'
import './theme.css'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Toasts } from '../components/toast.tsx'
import { TooltipProvider } from '../components/tooltip.tsx'
import { App } from './app.tsx'
import { connect } from './engine.ts'
import { followEvents } from './live.ts'
import { createQueryClient } from './queries.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root')
const client = createQueryClient()
followEvents(client)
void connect()

createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <TooltipProvider>
          <Toasts>
            <App />
          </Toasts>
        </TooltipProvider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
)
