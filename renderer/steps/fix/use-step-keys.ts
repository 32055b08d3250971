// Keyboard shortcuts of the whole Fix step. They are listed with the window's other shortcuts.
import { redoWords, undoWords } from './edits/edit-words.ts'
import { useListedKeys, useShortcuts } from '../../app/keys.ts'
import { bulkTexts } from '../../texts/fix/bulk.ts'
import { gridTexts } from '../../texts/fix/grid.ts'
import { fixTexts } from '../../texts/fix/fix.ts'
import { type Panes, togglePane } from './panes.tsx'
import { goToPane } from './pane-focus.ts'
import type { Edits } from './edits/use-edits.ts'

export function useStepKeys(options: {
  readonly edits: Edits
  readonly panes: Panes
  readonly goToProblem: (step: 1 | -1) => void
  readonly onReplace: () => void
  readonly toGrid: () => void
}): void {
  const { edits, panes, goToProblem } = options
  const redo = redoWords(edits.toRedo?.words)
  useShortcuts([
    { keys: 'mod+z', label: undoWords(edits.toUndo?.words), run: () => edits.undo() },
    { keys: 'mod+y', label: redo, run: () => edits.redo() },
    { keys: 'mod+shift+z', label: redo, run: () => edits.redo() },
    { keys: 'f8', label: fixTexts.nextProblem, run: () => goToProblem(1), movesFocus: true },
    { keys: 'shift+f8', label: fixTexts.previousProblem, run: () => goToProblem(-1), movesFocus: true },
    { keys: 'f6', label: fixTexts.nextPane, run: () => goToPane(1, options.toGrid), movesFocus: true },
    {
      keys: 'shift+f6',
      label: fixTexts.previousPane,
      run: () => goToPane(-1, options.toGrid),
      movesFocus: true,
    },
    { keys: 'mod+h', label: bulkTexts.replaceTitle, run: options.onReplace },
    {
      keys: '[',
      label: panes.causes.shown ? fixTexts.hideCauses : fixTexts.showCauses,
      run: () => togglePane('causes', panes.causes),
    },
    {
      keys: ']',
      label: panes.account.shown ? fixTexts.hideAccount : fixTexts.showAccount,
      run: () => togglePane('account', panes.account),
    },
  ])
  useListedKeys(gridKeys())
}

/** Keys that the grid and its editor take themselves. */
function gridKeys() {
  const words = gridTexts.keys
  return [
    { keys: 'enter', label: words.edit },
    { keys: 'f2', label: words.edit },
    { keys: 'tab', label: words.next },
    { keys: 'esc', label: words.discard },
    { keys: 'alt+enter', label: words.lineBreak },
    { keys: 'delete', label: words.clear },
    { keys: 'mod+c', label: words.copy },
    { keys: 'mod+v', label: words.paste },
    { keys: 'mod+d', label: words.fillDown },
    { keys: 'mod+r', label: words.fillRight },
    { keys: 'mod+enter', label: words.fillSelection },
    { keys: 'mod+a', label: words.selectAll },
    { keys: 'mod+down', label: words.jump },
    { keys: 'shift+f10', label: words.menu },
  ].map((one) => ({ ...one, of: 'grid' as const }))
}
