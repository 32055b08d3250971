// Everyday English of column headers: abbreviations, synonyms, and filler words that carry no meaning. It knows no
// field names: those come from the catalogue.

function table(entries: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(entries).map(([short, long]) => [short, long.split(' ')]))
}

/** Abbreviations in headers. Each stands for one or more plain words. */
export const abbreviations: ReadonlyMap<string, readonly string[]> = table({
  acc: 'account',
  acct: 'account',
  accnt: 'account',
  addr: 'address',
  add: 'address',
  amt: 'amount',
  cd: 'code',
  comms: 'communication',
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
  inv: 'invoice',
  mob: 'mobile',
  msn: 'meter serial number',
  nbr: 'number',
  nm: 'name',
  no: 'number',
  nr: 'number',
  num: 'number',
  ph: 'phone',
  phone: 'phone',
  tel: 'phone',
  telephone: 'phone',
  pmt: 'payment',
  postcode: 'postal code',
  pcode: 'postal code',
  zip: 'postal code',
  qty: 'quantity',
  rdg: 'reading',
  ref: 'reference',
  refs: 'references',
  sn: 'serial number',
  elec: 'electricity',
  dt: 'date',
})

/** Words without meaning in a header. */
export const fillers: ReadonlySet<string> = new Set(['the', 'a', 'an', 'of', 'for', 'and', 's'])

/** Further words that are optional when only the meaning is compared. */
const weakFillers: ReadonlySet<string> = new Set([...fillers, 'is', 'at', 'on', 'or'])

/** Synonyms, one line each, in written-out form; the first word is the name of the meaning. */
const sayings: readonly (readonly string[])[] = [
  ['birthdate', 'date of birth', 'birth date', 'date birth', 'birthday', 'born', 'd o b'],
  [
    'givenname',
    'first name',
    'first names',
    'firstname',
    'given name',
    'given names',
    'christian name',
    'forenames',
    'f name',
  ],
  ['familyname', 'last name', 'lastname', 'family name', 'l name'],
  [
    'mobile',
    'mobile',
    'mobile phone',
    'mobile number',
    'mobile phone number',
    'cell',
    'cell phone',
    'cellphone',
    'cell number',
    'cell phone number',
  ],
  [
    'phone',
    'phone',
    'phone number',
    'landline',
    'land line',
    'landline number',
    'land line number',
    'home phone',
    'home phone number',
  ],
  ['email', 'email', 'e mail', 'email address', 'mail', 'mail address'],
  ['postcode', 'postal code', 'post code', 'postal code code'],
  ['town', 'town', 'city', 'town city', 'locality', 'post town'],
  ['county', 'county', 'region', 'state', 'province', 'administrative area'],
  ['street', 'street', 'road', 'street address'],
  ['address', 'address', 'address line 1', 'address 1', 'address line'],
  ['billing', 'billing', 'bill', 'invoice', 'invoicing'],
  ['payment', 'payment', 'pay'],
  ['dd', 'dd', 'direct debit'],
  ['start', 'start', 'start date', 'from', 'date from', 'begin', 'begins'],
  ['end', 'end', 'end date', 'ends', 'until'],
  ['number', 'number', 'identifier'],
]

const meaningOf: ReadonlyMap<string, string> = new Map(
  sayings.flatMap(([name = '', ...said]) => said.map((words) => [words, name] as const)),
)
const longestSaying = Math.max(...[...meaningOf.keys()].map((words) => words.split(' ').length))

/**
 * Vague words: many fields share them, or they do not say whose value it is. They identify no field among
 * themselves.
 */
const vague: ReadonlySet<string> = new Set(
  `add addr address amount amt attachment begin cd channel city code country county date desc description document
  dt end file from id ident identifier important index kind line name nbr nm no note notes nr num number path pcode ph
  phone postal postcode prefix provider province rate ref reference region road scan segment start state status
  street tel telephone to town type until value vendor zip`.split(/\s+/),
)
/** Words that identify no field on their own. */
const vagueAlone: ReadonlySet<string> = new Set(
  'account customer meter payment reading register service supplier supply utility'.split(' '),
)

/** The noun for a value from any system: its qualifier names the system. */
export const openNoun = 'reference'

export function writtenOut(words: readonly string[]): string[] {
  return words.flatMap((word) => abbreviations.get(word) ?? [word]).filter((word) => !fillers.has(word))
}

/** Converts words to one token per meaning, in order: `Bill town/city` → `['billing', 'town']`. */
export function meanings(words: readonly string[]): string[] {
  const plain = words.flatMap((word) => abbreviations.get(word) ?? [word])
  const tokens: string[] = []
  for (let at = 0; at < plain.length; ) {
    let length = Math.min(longestSaying, plain.length - at)
    while (length > 1 && !meaningOf.has(plain.slice(at, at + length).join(' '))) length -= 1
    const said = plain.slice(at, at + length).join(' ')
    const token = meaningOf.get(said) ?? meaningOf.get(singular(said)) ?? singular(said)
    // `Customer's` leaves an s; a leading s is a name of its own.
    if (!weakFillers.has(token) || (token === 's' && at === 0)) tokens.push(token)
    at += length
  }
  return tokens
}

/** True for words that do not distinguish one field from another. Numbers add nothing. */
export function saysLittle(words: readonly string[]): boolean {
  const [first = ''] = words
  return (
    words.every((word) => vague.has(word) || /^\d+$/.test(word)) ||
    (words.length === 1 && vagueAlone.has(first))
  )
}

/** Removes the plural ending, enough to match `Customers` with `customer`. */
export function singular(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
