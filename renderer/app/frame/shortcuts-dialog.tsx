// Help dialog (`?`): the keyboard shortcuts of the current page, the words of the window with their meanings, and what
// changed in each version.
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Kbd } from '../../components/text/kbd.tsx'
import { createPageCode, type PageCode, usePageCode } from '../../components/page-code.ts'
import { GroupLabel, SkeletonRows } from '../../components/panel.tsx'
import { TabPane, Tabs } from '../../components/tabs.tsx'
import { texts } from '../../texts/common.ts'
import { loadAllTexts } from '../display/language.ts'
import { shortcutsNow } from '../keys.ts'

const wordList = createPageCode(
  async () => (await Promise.all([import('./word-list.tsx'), loadAllTexts()]))[0].WordList,
)

const changeList = createPageCode(
  async () => (await Promise.all([import('./change-list.tsx'), loadAllTexts()]))[0].ChangeList,
)

export type HelpTab = 'keys' | 'words' | 'changes'

export function ShortcutsDialog(props: {
  readonly open: boolean
  /** What is shown first. */
  readonly first: HelpTab
  readonly onClose: () => void
}): ReactNode {
  const [chosen, setShown] = useState<HelpTab | null>(null)
  const shown = chosen ?? props.first
  return (
    <Dialog
      open={props.open}
      onClose={() => {
        setShown(null)
        props.onClose()
      }}
      title={texts.frame.helpOf[shown]}
    >
      <Tabs
        label={texts.frame.help}
        value={shown}
        onChange={setShown}
        tabs={[
          { value: 'keys', label: texts.frame.shortcutsShort },
          { value: 'words', label: texts.frame.words },
          { value: 'changes', label: texts.frame.changes },
        ]}
        listClassName="-mx-5 mb-2 px-5!"
      >
        <TabPane value="keys" className="h-96 overflow-y-auto">
          {props.open && <Shortcuts />}
        </TabPane>
        <TabPane value="words" className="h-96 overflow-y-auto">
          {props.open && <Loaded code={wordList} />}
        </TabPane>
        <TabPane value="changes" className="h-96 overflow-y-auto">
          {props.open && <Loaded code={changeList} />}
        </TabPane>
      </Tabs>
    </Dialog>
  )
}

function Shortcuts(): ReactNode {
  return (
    <div className="grid gap-4 pb-3">
      {shortcutsNow().map(({ of, lines }) => (
        <section key={of} aria-label={texts.frame.keysOf[of]}>
          <GroupLabel>{texts.frame.keysOf[of]}</GroupLabel>
          <dl className="grid">
            {lines.map(({ label, keys }) => (
              <div key={label} className="flex h-8 items-center gap-4 border-b border-line last:border-0">
                <dt className="text-soft">{label}</dt>
                <dd className="ml-auto flex gap-1.5">
                  {keys.map((one) => (
                    <Kbd key={one} keys={one} />
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

function Loaded({ code }: { readonly code: PageCode<object> }): ReactNode {
  const List = usePageCode(code)
  return List === null ? <SkeletonRows rows={6} /> : <List />
}
