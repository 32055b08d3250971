// Strip on a batch that is a version of another file. It links to the comparison or to the later version.
import { GitCompare } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { hrefOfStep } from '../../app/route.ts'
import { LinkButton } from '../../components/button.tsx'
import { Callout } from '../../components/panel.tsx'
import { versionTexts as words } from '../../texts/load/version.ts'

export function VersionStrip({ batch }: { readonly batch: BatchView }): ReactNode {
  const { version } = batch
  const later = version.later.at(-1)
  if (version.earlier === null && later === undefined) return null
  return (
    <div className="grid shrink-0 gap-2 border-b border-line p-3">
      {version.earlier !== null && (
        <Callout
          tone={version.merge === 'merged' ? 'good' : 'info'}
          icon={GitCompare}
          title={words.strip({ number: version.number })}
          actions={
            <LinkButton
              tone={version.merge === 'none' ? 'primary' : 'plain'}
              href={hrefOfStep(batch.id, 'load', { view: 'version' })}
            >
              {words.review}
            </LinkButton>
          }
        >
          {words.stripBody[version.merge]}
        </Callout>
      )}
      {later !== undefined && (
        <Callout
          tone="info"
          icon={GitCompare}
          title={words.hasLater({ number: version.number + 1 })}
          actions={
            <LinkButton href={hrefOfStep(later, 'load', { view: 'version' })}>{words.review}</LinkButton>
          }
        />
      )}
    </div>
  )
}
