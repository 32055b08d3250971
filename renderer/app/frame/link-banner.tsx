// Banner shown while the engine cannot be reached. It says that nothing is lost, and has its own row so that it
// covers nothing.
import { PlugZap } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LinkState } from '../engine.ts'
import { texts } from '../../texts/common.ts'

export function LinkBanner({ link }: { readonly link: LinkState }): ReactNode {
  return (
    <div role="status" className="col-span-full">
      {link === 'lost' && (
        <p className="flex h-8 items-center justify-center gap-2 bg-warn-bg px-4 font-medium text-warn">
          <PlugZap size={14} aria-hidden />
          {texts.link.lostBanner}
        </p>
      )}
    </div>
  )
}
