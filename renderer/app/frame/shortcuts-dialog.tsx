// Help dialog (`?`): the keyboard shortcuts of the current page, and the words of the window with their meanings.
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { createPageCode, usePageCode } from '../../components/page-code.ts'
import { GroupLabel, SkeletonRows } from '../../components/panel.tsx'
import { TabPane, Tabs } from '../../components/tabs.tsx'
import { texts } from '../../texts/common.ts'
import { loadAllTexts } from '../display/language.ts'
import { shortcutsNow } from '../keys.ts'

const wordList = createPageCode(
  async () => (await Promise.all([import('./word-list.tsx'), loadAllTexts()]))[0].WordList,
)

export function ShortcutsDialog(props: { readonly open: boolean; readonly onClose: () => void }): ReactNode {
  const [shown, setShown] = useState<'keys' | 'words'>('keys')
  return (
    <Dialog open={props.open} onClose={props.onClose} title={texts.frame.help}>
      <Tabs
        label={texts.frame.help}
        value={shown}
        onChange={setShown}
        tabs={[
          { value: 'keys', label: texts.frame.shortcutsShort },
          { value: 'words', label: texts.frame.words },
        ]}
        listClassName="-mx-5 mb-2 px-5!"
      >
        <TabPane value="keys" className="h-96 overflow-y-auto">
          {props.open && <Shortcuts />}
        </TabPane>
        <TabPane value="words" className="h-96 overflow-y-auto">
          {props.open && <Words />}
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

function Words(): ReactNode {
  const WordList = usePageCode(wordList)
  return WordList === null ? <SkeletonRows rows={6} /> : <WordList />
}
