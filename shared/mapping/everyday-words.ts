// Everyday English of column headers: what is written for short, which words say the same thing, and which say nothing
// about whose value it is. No field's name is known here: field names are the catalogue's.

function table(entries: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(entries).map(([short, long]) => [short, long.split(' ')]))
}

/** What people write for short in headers. Each stands for one or more plain words. */
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

/** Words that carry no meaning of their own in a header. */
export const fillers: ReadonlySet<string> = new Set(['the', 'a', 'an', 'of', 'for', 'and', 's'])

/** Further words that may stand or be missing where only the meaning is compared. */
const weakFillers: ReadonlySet<string> = new Set([...fillers, 'is', 'at', 'on', 'or'])

/** Sayings of one meaning, one line each, said as in `abbreviations` when written out; the first word names it. */
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

/** Words that many fields share, or that say nothing about whose value it is: they finish nothing among themselves. */
const vague: ReadonlySet<string> = new Set(
  `add addr address amount amt attachment begin cd channel city code country county date desc description document
  dt end file from id ident identifier important index kind line name nbr nm no note notes nr num number path pcode ph
  phone postal postcode prefix provider province rate ref reference region road scan segment start state status
  street tel telephone to town type until value vendor zip`.split(/\s+/),
)
/** Words that finish nothing where they stand alone. */
const vagueAlone: ReadonlySet<string> = new Set(
  'account customer meter payment reading register service supplier supply utility'.split(' '),
)

/** The English word that heads a value from any system: its qualifier says which one. */
export const openNoun = 'reference'

export function writtenOut(words: readonly string[]): string[] {
  return words.flatMap((word) => abbreviations.get(word) ?? [word]).filter((word) => !fillers.has(word))
}

/** The words as tokens of one meaning each, in order: `Bill town/city` → `['billing', 'town']`. */
export function meanings(words: readonly string[]): string[] {
  const plain = words.flatMap((word) => abbreviations.get(word) ?? [word])
  const tokens: string[] = []
  for (let at = 0; at < plain.length; ) {
    let length = Math.min(longestSaying, plain.length - at)
    while (length > 1 && !meaningOf.has(plain.slice(at, at + length).join(' '))) length -= 1
    const said = plain.slice(at, at + length).join(' ')
    const token = meaningOf.get(said) ?? meaningOf.get(singular(said)) ?? singular(said)
    // `Customer's` leaves an s behind; one that stands first is a name of its own.
    if (!weakFillers.has(token) || (token === 's' && at === 0)) tokens.push(token)
    at += length
  }
  return tokens
}

/** True for words that, by themselves, do not tell one field from another. Numbers add nothing. */
export function saysLittle(words: readonly string[]): boolean {
  const [first = ''] = words
  return (
    words.every((word) => vague.has(word) || /^\d+$/.test(word)) ||
    (words.length === 1 && vagueAlone.has(first))
  )
}

/** A word without its plural: enough to tell that `Customers` and `customer` are about the same. */
export function singular(word: string): string {
  if (word.endsWith('sses')) return word.slice(0, -2)
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
