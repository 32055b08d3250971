// Known differences between our text and the text that LibreOffice shows: by file, each with its place and both
// texts.

/** Excel shows the decimal sign of `0.##` also before no decimals; LibreOffice drops it. The format is Excel's. */
const bareSign = {
  'decimals.xlsx': [
    'R5C2 "" "."',
    'R5C10 "" "."',
    'R5C11 "100" "100."',
    'R6C2 "0" "0."',
    'R6C10 "0" "0."',
    'R6C11 "100" "100."',
  ],
  'zero-and-small.xlsx': ['R5C2 "" "."', 'R5C3 "" "."', 'R5C4 "" "."'],
}
/** A section with a custom condition does not control the sign; LibreOffice loses it, and a sign must not be lost. */
const lostSign = { 'conditions.xlsx': ['R3C8 "3" "-3"', 'R5C8 "3.00" "-3.00"', 'R6C8 "3.0" "-3.0"'] }
/** Inexact fractions are rounded by the formatter's own rule. The stored value is kept. */
const roundedFractions = {
  'fractions.xlsx': [
    'R2C8 "1/9" "0"',
    'R5C4 "1" "1 1/2"',
    'R5C6 "2 1/2" "3"',
    'R10C8 "1/9" "0/1"',
    'R11C8 "1/9" "0"',
  ],
}
/** For zero in an engineering format, Excel fills all whole digits. */
const engineeringNought = { 'scientific.xlsx': ['R4C2 "0.0E+0" "000.0E+0"', 'R8C2 "0.0E+0" "000.0E+0"'] }
/** German March is short for `Mrz` in Excel and `Mär` in LibreOffice. */
const germanMarch = {
  'dates-german.xlsx': [
    'R3C5 "Mittwoch, 15. Mär 2023" "Mittwoch, 15. Mrz 2023"',
    'R3C6 "Mittwoch, 4. Mär 2026" "Mittwoch, 4. Mrz 2026"',
    'R3C7 "Mittwoch, 4. Mär 2026" "Mittwoch, 4. Mrz 2026"',
  ],
}
/** LibreOffice shows its own text for the error; the workbook that it writes holds Excel's. */
const errorWords = {
  'errors.xlsx': ['R2C3 "Err:502" "#VALUE!"', 'R3C1 "Err:502" "#VALUE!"', 'R3C3 "Err:502" "#VALUE!"'],
}
/** LibreOffice displays the file differently from the display state that it saved in the file. */
const forgotten = {
  'padding.ods': ['R13C3 "1" "01"', 'R13C4 "7" "07"', 'R13C6 "-5" "-05"'],
  'booleans.ods': ['R2C3 "1" "TRUE"', 'R3C1 "0" "FALSE"', 'R3C2 "1" "TRUE"'],
  'blanks.ods': ['R4C1 "tab" "\\ttab"', 'R4C2 "tabin" "tab\\tin"'],
}

export const differences: Readonly<Record<string, readonly string[]>> = {
  ...bareSign,
  ...lostSign,
  ...roundedFractions,
  ...engineeringNought,
  ...germanMarch,
  ...errorWords,
  ...forgotten,
}
