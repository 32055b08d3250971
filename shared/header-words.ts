// Headers as words: split, folded, abbreviations written out, and the number that a numbered group carries
// (`Customer 2 landline`, `landline_1`). Words of the trade's everyday language only; field names are the catalogue's.

/** What people write for short in headers. Each stands for one or more plain words. */
const abbreviations: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    acc: 'account',
    acct: 'account',
    accnt: 'account',
    addr: 'address',
    add: 'address',
    amt: 'amount',
    cust: 'customer',
    desc: 'description',
    dob: 'date of birth',
    doc: 'document',
    docs: 'documents',
    fname: 'first name',
    forename: 'first name',
    surname: 'last name',
    lname: 'last name',
    id: 'identifier',
    ident: 'identifier',
    mob: 'mobile',
    msn: 'meter serial number',
    no: 'number',
    nr: 'number',
    num: 'number',
    ph: 'phone',
    phone: 'phone',
    tel: 'phone',
    telephone: 'phone',
    postcode: 'postal code',
    pcode: 'postal code',
    zip: 'postal code',
    qty: 'quantity',
    ref: 'reference',
    refs: 'references',
    sn: 'serial number',
    elec: 'electricity',
    dt: 'date',
  }).map(([short, long]) => [short, long.split(' ')]),
)

/** Words that carry no meaning of their own in a header. */
const fillers: ReadonlySet<string> = new Set(['the', 'a', 'an', 'of', 'for', 'and', 's'])

export type HeaderWords = {
  /** Folded words in order, numbers taken out. */
  readonly words: readonly string[]
  /** The words as one text, as written: for exact comparison. */
  readonly plain: string
  /** The words with abbreviations written out and fillers dropped: for likeness. */
  readonly full: string
  /** The one number standing in the header, or null. Numbers of address lines are no group numbers. */
  readonly number: number | null
}

export function headerWords(header: string): HeaderWords {
  const all = split(header)
  const numbers = all.filter((word) => /^\d{1,3}$/.test(word))
  const [only] = numbers
  const isLine = all.some(
    (word, at) => /^\d/.test(word) && ['line', 'address', 'addr'].includes(all[at - 1] ?? ''),
  )
  const number = numbers.length === 1 && only !== undefined && !isLine ? Number(only) : null
  const words = number === null ? all : all.filter((word) => word !== only)
  return { words, plain: words.join(' '), full: writtenOut(words).join(' '), number }
}

export function writtenOut(words: readonly string[]): string[] {
  return words.flatMap((word) => abbreviations.get(word) ?? [word]).filter((word) => !fillers.has(word))
}

function split(header: string): string[] {
  return header
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Za-z])(\d)/g, '$1 $2')
    .replace(/(\d)([A-Za-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\ba\/c\b/g, 'account')
    .replace(/\be-mail\b/g, 'email')
    .replaceAll('#', ' number ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** A word without its plural: enough to tell that `Customers` and `customer` are about the same. */
export function singular(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
