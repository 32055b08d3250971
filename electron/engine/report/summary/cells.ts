// Makes the cells and columns of a summary's tables.
import type { Cell, Column, Piece } from './summary-model.ts'
import type { Words } from './summary-words.ts'

export const plain = (text: string): Piece => ({ text, as: 'plain' })
export const small = (text: string): Piece => ({ text, as: 'small' })
export const code = (text: string): Piece => ({ text, as: 'code' })

/** Pieces without a text are left out. */
export function cell(...pieces: readonly Piece[]): Cell {
  return { pieces: pieces.filter(({ text }) => text !== '') }
}

export function countCell({ count }: Words, value: number): Cell {
  return { pieces: [plain(count(value))], figure: { value, isShare: false } }
}

export function shareCell({ share }: Words, part: number, all: number): Cell {
  return { pieces: [plain(share(part, all))], figure: { value: all === 0 ? 0 : part / all, isShare: true } }
}

export const noCell: Cell = { pieces: [] }

export const column = (...head: readonly string[]): Column => ({ head: head.map(plain), isFigure: false })
export const figures = (head: string): Column => ({ head: [plain(head)], isFigure: true })
