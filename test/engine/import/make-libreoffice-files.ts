// Makes the files of the comparison with LibreOffice. Run by hand, where `soffice` is installed, after a change of
// the tables in libreoffice-books.ts. LibreOffice writes every file: the workbook, the OpenDocument spreadsheet, and
// the text of each sheet as shown.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { books, openDocuments } from './libreoffice-books.ts'
import { handWorkbook } from './make-zip.ts'

const target = fileURLToPath(new URL('../../files/libreoffice/', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'carryover-libreoffice-'))
/** Comma, quotation mark, UTF-8, from the first line, as shown, every sheet. */
const asShown = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1'

function convert(from: string, to: string, names: readonly string[], filter: string): void {
  mkdirSync(to, { recursive: true })
  const files = names.map((name) => join(from, name))
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  execFileSync('soffice', [profile, '--headless', '--convert-to', filter, '--outdir', to, ...files], {
    stdio: 'ignore',
  })
}

/** One file for all sheets' texts, by name, because many small files are harder to maintain. */
function textsOf(texts: string, name: string): Record<string, string> {
  const sheets = (books[name]?.sheets ?? []).map((sheet, at) => sheet.name ?? `Sheet${at + 1}`)
  return Object.fromEntries(
    sheets.map((sheet) => [sheet, readFileSync(join(texts, `${name}-${sheet}.csv`), 'utf8')]),
  )
}

try {
  const names = Object.keys(books)
  const sources = join(folder, 'sources')
  mkdirSync(sources)
  for (const [name, book] of Object.entries(books))
    writeFileSync(join(sources, `${name}.xlsx`), handWorkbook(book))
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const kinds = [
    { kind: 'xlsx', chosen: names, filter: 'xlsx:Calc MS Excel 2007 XML' },
    { kind: 'ods', chosen: openDocuments, filter: 'ods' },
  ]
  for (const { kind, chosen, filter } of kinds) {
    const written = join(folder, kind)
    convert(
      sources,
      written,
      chosen.map((name) => `${name}.xlsx`),
      filter,
    )
    for (const name of chosen) copyFileSync(join(written, `${name}.${kind}`), join(target, `${name}.${kind}`))
    convert(
      written,
      join(folder, `${kind}-texts`),
      chosen.map((name) => `${name}.${kind}`),
      asShown,
    )
    const shown = chosen.map((name) => [name, textsOf(join(folder, `${kind}-texts`), name)])
    writeFileSync(
      join(target, `shown-${kind}.json`),
      `${JSON.stringify(Object.fromEntries(shown), null, 2)}\n`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
