// Preview of the printable summary, which can be printed from here. The web host's content policy forbids frames and
// removes styles from pages opened by this window, so the content is shown in a shadow tree with its own style sheet.
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import { createPortal } from 'react-dom'
import { texts } from '../../texts/common.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { ErrorState, SkeletonRows } from '../../components/panel.tsx'
import { readReportFile } from './report-files.ts'
import { reportTexts } from '../../texts/report.ts'
import { readSummaryPage } from './shown-html.ts'
import './print.css'

const words = reportTexts.preview

export function SummaryPreview(props: {
  readonly batch: number
  /** Time of the report; a new report is a new page. */
  readonly madeAt: number
  readonly open: boolean
  readonly onClose: () => void
}): ReactNode {
  const page = useQuery({
    queryKey: ['report-summary', props.batch, props.madeAt],
    queryFn: ({ signal }) => readReportFile(props.batch, 'summary.html', signal),
    enabled: props.open,
    staleTime: Infinity,
  })
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      width="wide"
      title={words.title}
      description={words.description}
      actions={
        <>
          <Button onClick={props.onClose}>{texts.common.close}</Button>
          <Button
            tone="primary"
            icon={Printer}
            disabled={page.data === undefined}
            onClick={() => window.print()}
          >
            {words.print}
          </Button>
        </>
      }
    >
      {page.isError ? (
        <ErrorState error={page.error} onRetry={() => void page.refetch()} />
      ) : page.data === undefined ? (
        <SkeletonRows rows={8} />
      ) : (
        <>
          <div
            tabIndex={0}
            role="document"
            aria-label={words.title}
            className="overflow-hidden rounded-md border border-line"
          >
            <Page html={page.data} />
          </div>
          {createPortal(
            <div className="print-only" aria-hidden>
              <Page html={page.data} />
            </div>,
            document.body,
          )}
        </>
      )}
    </Dialog>
  )
}

function Page({ html }: { readonly html: string }): ReactNode {
  const mount = useCallback(
    (host: HTMLDivElement | null) => {
      if (host === null) return
      const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
      const page = readSummaryPage(html, document)
      if (page === null) return
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(page.style)
      const body = document.createElement('div')
      body.className = 'page'
      body.append(page.content)
      root.adoptedStyleSheets = [sheet]
      root.replaceChildren(body)
    },
    [html],
  )
  return <div ref={mount} />
}
