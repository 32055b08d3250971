// What changed in each version of the program, the newest first. Loaded when it is opened.
import type { ReactNode } from 'react'
import { GroupLabel } from '../../components/panel.tsx'
import { changeTexts } from '../../texts/changes.ts'
import { texts } from '../../texts/common.ts'
import { useProgramVersion } from '../display/display.ts'

export function ChangeList(): ReactNode {
  const running = useProgramVersion()
  return (
    <div className="grid gap-4 pb-3">
      {running !== null && <p className="text-soft">{texts.frame.runningVersion({ version: running })}</p>}
      {Object.entries(changeTexts.versions).map(([version, changes]) => (
        <section key={version} aria-label={version}>
          <GroupLabel>{version}</GroupLabel>
          <ul className="grid list-disc gap-1 pt-1 pl-5">
            {Object.values(changes).map((change) => (
              <li key={change.what}>
                <span className="font-medium">{change.where}:</span> {change.what}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
