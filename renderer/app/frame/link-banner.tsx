// Banner shown while the engine cannot be reached. It says that nothing is lost and what to do, and has its own row so
// that it covers nothing.
import { PlugZap } from 'lucide-react'
import type { ReactNode } from 'react'
import { type LinkState, reconnect, reconnectsByItself } from '../engine.ts'
import { Button } from '../../components/button.tsx'
import { texts } from '../../texts/common.ts'

export function LinkBanner({ link }: { readonly link: LinkState }): ReactNode {
  return (
    <div role="status" className="col-span-full">
      {link === 'lost' && (
        <div className="flex min-h-8 flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-warn-bg px-4 py-1 text-warn">
          <p className="flex items-center gap-2 font-medium">
            <PlugZap size={14} aria-hidden />
            {reconnectsByItself ? texts.link.lostBanner : texts.link.lostWindow}
          </p>
          {reconnectsByItself && <p>{texts.link.lostAdvice}</p>}
          <Button size="small" onClick={reconnect}>
            {reconnectsByItself ? texts.link.tryNow : texts.link.loadAgain}
          </Button>
        </div>
      )}
    </div>
  )
}
