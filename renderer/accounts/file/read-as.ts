// The reading options of a file, and for which failures they may help. They stand apart from
// their dialog, whose code is loaded when it opens.

export type ReadAs = {
  readonly encoding?: string | undefined
  readonly delimiter?: string | undefined
  /** Null: quotation marks are part of the text. */
  readonly quote?: '"' | "'" | null | undefined
  readonly escape?: 'doubled' | 'backslash' | undefined
  readonly headerRow?: number | undefined
}

const helped: ReadonlySet<string> = new Set([
  'only_for_text',
  'encoding_unsure',
  'encoding_wrong',
  'encoding_unknown',
  'encoding_seven_bit',
  'nul_characters',
  'delimiter_unusable',
  'quote_not_closed',
  'quote_misplaced',
  'quote_over_lines',
  'too_many_columns',
  'cell_too_long',
])

/** Whether other reading options may help for a file that failed with this code. */
export function readsOtherwise(code: string): boolean {
  return helped.has(code)
}

/** Whether the files were refused for the batch that they were given to, such as one with edits: no file is at fault. */
export function isAboutBatch(code: string): boolean {
  return /^(?:batch|earlier|has_later)_/.test(code)
}

/** Whether the file name suggests delimited text. */
export function isDelimitedName(name: string): boolean {
  return !/\.(xlsx|xlsm|ods)$/i.test(name)
}
