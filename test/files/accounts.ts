// Invented accounts, one by one: a pure function of seed and index, so that any number of them can be written while
// none is kept. Every account is sound for the example catalogue and its rules across fields; damage.ts breaks some.
// Names come from nowhere, telephone numbers from the ranges kept for drama, e-mail addresses end in example.org.
import { createRandom, type Random } from './random.ts'

export type Person = {
  readonly title: string
  readonly givenName: string
  readonly familyName: string
  readonly email: string
  /** International form, valid for every checker; mobile drama numbers are valid for none, so there is no mobile. */
  readonly landline: string
  /** ISO date. */
  readonly birth: string
}

export type MeterPoint = {
  readonly identifier: string
  readonly supplyType: 'ELECTRICITY' | 'GAS'
  readonly start: string
  readonly end: string
  readonly serial: string
}

export type Supply = {
  readonly number: string
  readonly street: string
  readonly postcode: string
  readonly occupiedFrom: string
  readonly meterPoints: readonly MeterPoint[]
}

export type SampleAccount = {
  readonly index: number
  readonly number: string
  readonly accountType: 'DOMESTIC' | 'BUSINESS'
  readonly occupier: boolean
  readonly billingName: string
  readonly billingEmail: string
  readonly billingStreet: string
  readonly billingTown: string
  readonly billingPostcode: string
  readonly preference: string
  readonly soldOn: string
  readonly balance: string
  readonly reference: string
  /** A null stands for a slot that was left blank before a filled one: only one wide sheet has such slots. */
  readonly people: readonly (Person | null)[]
  readonly supplies: readonly Supply[]
}

export type Population = {
  readonly seed: number
  readonly blankSlots: boolean
  readonly manySupplies: boolean
}

const titles = ['Ms', 'Mr', 'Mx', 'Dr', 'Mrs'] as const
// biome-ignore format: a list of words reads as a paragraph
const givenNames = [
  'Aluna', 'Brevin', 'Corisa', 'Dorrik', 'Elowen', 'Farrel', 'Gwenna', 'Hollis', 'Ioveta', 'Jarrel',
  'Kestra', 'Lorcan', 'Maelis', 'Norrin', 'Oriane', 'Perrin', 'Quilla', 'Rosmer', 'Sorcha', 'Tavish',
] as const
// biome-ignore format: a list of words reads as a paragraph
const familyNames = [
  'Ashgrove', "O'Tarren", 'Bellweather', 'Crannoch', 'Dunmarrow', 'Elverston', 'Fenwhistle',
  'Garrowby', 'Hethering', 'Inchmarlo', 'Jessop-Vane', 'Kellbrook', 'Lindenshaw', 'Mórrigan',
  'Netherby', 'Orrinson', 'Pellwick', 'Quarrington', 'Rüthen', 'Saltmarsh', 'Thornquist', 'Umberley',
  'Vexford', 'Wrenfield',
] as const
const streets = [
  'Larkspur Row',
  'Tannery Lane',
  'Quillon Street',
  'Harbour Steps',
  'Old Mill Road',
  'Pinnacle Way',
] as const
const towns = ['Marrowbridge', 'Saltholm', 'East Corrin', 'Wexley', 'Thornabbot'] as const
const trades = ['Bakers', 'Joinery', 'Framing', 'Seeds', 'Print Works', 'Cycle Repairs'] as const
// Ofcom's numbers for drama: the area and its first digits, three more follow.
// biome-ignore format: a list of words reads as a paragraph
const dramaAreas = [
  '+44 20 7946 0', '+44 113 496 0', '+44 114 496 0', '+44 117 496 0', '+44 121 496 0', '+44 131 496 0',
  '+44 151 496 0', '+44 161 496 0',
] as const

function digits(random: Random, length: number): string {
  let text = ''
  while (text.length < length) text += String(random.whole(0, 9))
  return text
}

function date(random: Random, fromYear: number, toYear: number): string {
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${random.whole(fromYear, toYear)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`
}

/** Letters no real postcode begins with. */
function postcode(random: Random): string {
  return `${random.pick(['QA', 'QV', 'QX', 'ZX'])}${random.whole(1, 99)} ${random.whole(1, 9)}${random.pick(['AB', 'DE', 'FG', 'JL'])}`
}

/** Two letters of the seed, then a number with its leading zeros: `KV-0000123`. */
export function accountNumber(seed: number, index: number): string {
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'
  const random = createRandom('letters', seed)
  return `${letters[random.whole(0, 23)]}${letters[random.whole(0, 23)]}-${String(index + 1).padStart(7, '0')}`
}

/** One reference an account, used by no other of the same seed. */
export function referenceOf(seed: number, index: number): string {
  return `CRM-${accountNumber(seed, index)}`
}

function person(random: Random, tag: string): Person {
  const givenName = random.pick(givenNames)
  const familyName = random.pick(familyNames)
  return {
    title: random.pick(titles),
    givenName,
    familyName,
    email: `${givenName.toLowerCase()}.${tag}@example.org`,
    landline: `${random.pick(dramaAreas)}${digits(random, 3)}`,
    birth: date(random, 1940, 2004),
  }
}

function meterPoint(
  random: Random,
  supplyType: MeterPoint['supplyType'],
  index: number,
  place: number,
): MeterPoint {
  const unique = `${String(index + 1).padStart(8, '0')}${place}`
  const ended = random.chance(0.1)
  return {
    identifier:
      supplyType === 'ELECTRICITY' ? `1${random.whole(0, 9)}${unique}${digits(random, 2)}` : `7${unique}`,
    supplyType,
    start: date(random, 2019, 2022),
    end: ended ? date(random, 2023, 2025) : '',
    serial: `${random.pick(['E', 'G', 'S'])}0${digits(random, 7)}`,
  }
}

function supply(random: Random, index: number, order: number): Supply {
  const both = random.chance(0.6)
  const electricity = meterPoint(random, 'ELECTRICITY', index, order * 2)
  return {
    number: String(order + 1),
    street: `${random.whole(1, 180)} ${random.pick(streets)}`,
    postcode: postcode(random),
    occupiedFrom: date(random, 2019, 2022),
    meterPoints: both ? [electricity, meterPoint(random, 'GAS', index, order * 2 + 1)] : [electricity],
  }
}

function people(random: Random, tag: string, population: Population): readonly (Person | null)[] {
  const first = person(random, `${tag}a`)
  if (!random.chance(0.35)) return [first]
  const second = person(random, `${tag}b`)
  return population.blankSlots && random.chance(0.1) ? [null, second] : [first, second]
}

export function sampleAccount(population: Population, index: number): SampleAccount {
  const random = createRandom('account', population.seed, index)
  const number = accountNumber(population.seed, index)
  const business = random.chance(0.08)
  const occupier = !business && random.chance(0.02)
  const everyone = occupier ? [] : people(random, number.toLowerCase(), population)
  const payer = everyone.find((one) => one !== null)
  const supplies = [supply(random, index, 0)]
  if (population.manySupplies && random.chance(0.15)) supplies.push(supply(random, index, 1))
  const household = payer === undefined ? 'The Occupier' : `${payer.givenName} ${payer.familyName}`
  return {
    index,
    number,
    accountType: business ? 'BUSINESS' : 'DOMESTIC',
    occupier,
    billingName: business && payer !== undefined ? `${payer.familyName} ${random.pick(trades)}` : household,
    billingEmail: occupier ? '' : `bills.${number.toLowerCase()}@example.org`,
    billingStreet: `${random.whole(1, 180)} ${random.pick(streets)}`,
    billingTown: random.pick(towns),
    billingPostcode: postcode(random),
    preference: random.chance(0.7) ? 'ONLINE' : 'PRINT',
    soldOn: date(random, 2023, 2024),
    balance: `${random.chance(0.3) ? '-' : ''}${random.whole(0, 400)}.${digits(random, 2)}`,
    reference: referenceOf(population.seed, index),
    people: everyone,
    supplies,
  }
}
