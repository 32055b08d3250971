// What charts of bars and of columns are given.
export type BarTone = 'bad' | 'ok' | 'wait' | 'done' | 'still'

export type Bar = {
  readonly key: string
  readonly label: string
  readonly value: number
  /** The value in words. */
  readonly words: string
  readonly tone: BarTone
  readonly hint?: string
  readonly href?: string
  /** In the font of codes. */
  readonly isCode?: boolean
}

export type Column = {
  /** Milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly value: number
  /** The part of the value that went wrong. */
  readonly wrong: number
}
