// Reads the structure of a workbook: its sheets in order with their parts, its date epoch, and the parts of its
// styles and shared strings. A zip that is not a workbook is refused, and the refusal names its type.
import { refusal } from '../refusal.ts'
import { relationKind } from '../package/namespaces.ts'
import type { Children, Place } from './places.ts'
import { isTrue, parseAll } from '../package/xml.ts'
import type { Zip } from '../package/zip.ts'
import { message } from '../../../../shared/texts/create-message.ts'

export type WorkbookSheet = { readonly name: string; readonly hidden: boolean; readonly part: string }
export type Workbook = {
  readonly sheets: readonly WorkbookSheet[]
  /** Names of sheets without cells (charts, dialogs, macros). */
  readonly others: readonly string[]
  /** Names of listed sheets without a part in the file. */
  readonly missing: readonly string[]
  readonly date1904: boolean
  readonly styles: string | null
  readonly sharedStrings: string | null
}

type Relation = { readonly id: string; readonly kind: string | null; readonly target: string }
type Listed = { readonly name: string; readonly state: string; readonly id: string }

export async function readWorkbook(zip: Zip): Promise<Workbook> {
  const part = await workbookPart(zip)
  const relations = await readRelations(zip, part)
  const { listed, date1904 } = await readList(zip, part)
  checkNames(listed.map(({ name }) => name))
  const sheets: WorkbookSheet[] = []
  const others: string[] = []
  const missing: string[] = []
  for (const { name, state, id } of listed) {
    const relation = relations.find((candidate) => candidate.id === id)
    if (relation === undefined || !zip.has(relation.target)) missing.push(name)
    else if (relation.kind === 'worksheet')
      sheets.push({ name, hidden: state !== '' && state !== 'visible', part: relation.target })
    else others.push(name)
  }
  const [first] = missing
  if (sheets.length === 0 && first !== undefined)
    throw refusal('workbook_damaged', message('import.sheet_listed_only', { sheet: first }), { sheet: first })
  if (sheets.length === 0) throw refusal('workbook_damaged', message('import.no_sheet_with_cells'))
  const partOf = (wanted: string): string | null => {
    const target = relations.find(({ kind }) => kind === wanted)?.target
    return target !== undefined && zip.has(target) ? target : null
  }
  return {
    sheets,
    others,
    missing,
    date1904,
    styles: partOf('styles'),
    sharedStrings: partOf('sharedStrings'),
  }
}

async function readList(
  zip: Zip,
  part: string,
): Promise<{ readonly listed: readonly Listed[]; readonly date1904: boolean }> {
  const listed: Listed[] = []
  let date1904 = false
  const sheet: Place = {
    open: (attribute) => {
      listed.push({
        name: attribute('name') ?? `Sheet ${listed.length + 1}`,
        state: attribute('state') ?? '',
        id: attribute('r:id') ?? '',
      })
    },
  }
  const properties: Place = {
    open: (attribute) => {
      date1904 = isTrue(attribute('date1904'))
    },
  }
  const children = { 'x:workbookPr': properties, 'x:sheets': { children: { 'x:sheet': sheet } } }
  await drain(zip, part, { 'x:workbook': { children } })
  return { listed, date1904 }
}

/** Names must be unique, because a cell is found by its sheet's name. */
export function checkNames(names: readonly string[]): void {
  const twice = names.find(
    (name, at) => names.findIndex((one) => one.toLowerCase() === name.toLowerCase()) < at,
  )
  if (twice === undefined) return
  throw refusal('workbook_damaged', message('import.sheet_name_twice', { sheet: twice }), { sheet: twice })
}

async function workbookPart(zip: Zip): Promise<string> {
  const has = (pattern: RegExp): boolean => zip.names.some((name) => pattern.test(name))
  if (has(/^xl\/workbook\.bin$/i)) throw refusal('is_binary_excel', message('import.is_binary_excel'))
  if (has(/^Index\/.*\.iwa$/i) || has(/^Index\.zip$/i)) {
    throw refusal('is_numbers', message('import.is_numbers'))
  }
  const relations = await readRelations(zip, '')
  const main = relations.find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (zip.has(main) && !/(^|\/)(document|presentation)\.xml$/i.test(main)) return main
  if (has(/^word\/|^ppt\//i)) throw refusal('is_other_zip', message('import.is_other_document'))
  throw refusal('is_other_zip', message('import.is_other_zip'))
}

/** Relations of a part (of the package for ''), with targets resolved to names in the zip. */
async function readRelations(zip: Zip, part: string): Promise<Relation[]> {
  const slash = part.lastIndexOf('/') + 1
  const folder = part.slice(0, slash)
  const relations: Relation[] = []
  const relation: Place = {
    open: (attribute) => {
      if (attribute('TargetMode') === 'External') return
      const target = resolve(folder, attribute('Target') ?? '', zip)
      relations.push({
        id: attribute('Id') ?? '',
        kind: relationKind(attribute('Type') ?? ''),
        target,
      })
    },
  }
  await drain(zip, `${folder}_rels/${part.slice(slash)}.rels`, {
    'rel:Relationships': { children: { 'rel:Relationship': relation } },
  })
  return relations
}

/** A target is a relative address with percent-encoded characters. Some writers use backslashes. */
function resolve(folder: string, target: string, zip: Zip): string {
  const address = target.replaceAll('\\', '/')
  const parts: string[] = []
  for (const step of (address.startsWith('/') ? address : `${folder}${address}`).split('/')) {
    if (step === '..') parts.pop()
    else if (step !== '' && step !== '.') parts.push(step)
  }
  const name = parts.join('/')
  return zip.has(name) ? name : unescaped(name)
}

function unescaped(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

async function drain(zip: Zip, part: string, roots: Children): Promise<void> {
  if (zip.has(part)) await parseAll(part, zip.stream(part), roots)
}
