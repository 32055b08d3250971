// Menu "More" of the toolbar: the tools that the Fix step offers besides editing.
import { Menu } from '@base-ui/react/menu'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { type FixPlace, useOpenTool } from '../../../accounts/fix-tool.ts'
import { fixTools } from '../fix-tools.ts'
import { fixTexts } from '../../../texts/fix/fix.ts'
import { menuItem, menuPopup } from './state-filter.tsx'

export function MoreMenu({ place }: { readonly place: FixPlace }): ReactNode {
  const openTool = useOpenTool()
  return (
    <Menu.Root>
      <Menu.Trigger
        aria-label={fixTexts.moreActions}
        className="grid size-[26px] place-items-center rounded text-soft transition-colors duration-100 hover:bg-hover hover:text-text"
      >
        <Ellipsis size={15} aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="bottom" align="end" sideOffset={4} className="z-50 outline-none">
          <Menu.Popup aria-label={fixTexts.moreActions} className={menuPopup}>
            {fixTools.map(({ id, label, icon: Icon }) => (
              <Menu.Item key={id} className={menuItem} onClick={() => openTool(id, place)}>
                <Icon size={13} aria-hidden className="shrink-0 text-faint" />
                <span className="truncate">{label}</span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
