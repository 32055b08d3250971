// A small question mark beside a word of the window: pressed, it says what the word means. The meanings come from the
// one list of words (`texts/words.ts`), which `?` shows as a whole.
import { Popover } from '@base-ui/react/popover'
import { CircleHelp } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { wordTexts } from '../../texts/words.ts'
import { cx } from '../classes.ts'
import { Kbd } from '../text/kbd.tsx'

export type Word = keyof typeof wordTexts.of

export function WordHelp(props: { readonly of: Word; readonly className?: string }): ReactNode {
  const { word, meaning } = wordTexts.of[props.of]
  const [isOpen, setOpen] = useState(false)
  function openAll(): void {
    setOpen(false)
    pressHelpKey()
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        aria-label={wordTexts.whatIs({ word })}
        className={cx(
          'inline-grid size-5 shrink-0 place-items-center rounded-full align-middle text-faint hover:bg-hover hover:text-text data-popup-open:bg-hover data-popup-open:text-text',
          props.className,
        )}
      >
        <CircleHelp size={13} strokeWidth={1.8} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={4} align="start" className="z-50 outline-none">
          <Popover.Popup
            onKeyDown={(event) => event.key === '?' && openAll()}
            className="w-76 rounded-lg bg-raised px-3.5 py-2.5 text-base text-text shadow-lift outline-none"
          >
            <Popover.Title className="font-semibold">{word}</Popover.Title>
            <Popover.Description className="mt-0.5 text-soft">{meaning}</Popover.Description>
            <button
              type="button"
              onClick={openAll}
              className="mt-2 flex items-center gap-1.5 rounded text-xs font-medium text-accent hover:underline"
            >
              {wordTexts.all} <Kbd keys="?" />
            </button>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** As if it were pressed on the page: the frame has the list. */
function pressHelpKey(): void {
  window.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))
}
