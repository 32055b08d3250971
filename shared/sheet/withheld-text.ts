// The mark that stands in the files of a report where the text of a cell is withheld. Programs read it, so it has no
// language. It is never taken as the text of a cell: not as a repair, and not as a value that is sent.
export const withheldText = '[withheld]'

/** @param text the text of a cell, with or without blanks around it */
export const isWithheldText = (text: string): boolean => text.trim() === withheldText
