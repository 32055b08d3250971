// Texts of the grid: cell editor, large changes, clipboard, columns, sorting, and the menu of a cell.
import { createTexts } from '../../../shared/texts/texts.ts'
import { grid as de } from '../de/fix/grid.ts'
import { grid as en } from '../en/fix/grid.ts'

export const gridTexts = createTexts({ en, de })
