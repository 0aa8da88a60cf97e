/** Parses an address into street and house number, which the order of stops compares (domain.md 4). */

export interface AddressParts {
  /** Lower case with the street type written out, so that "Smith St" and "Smith Street" are equal. */
  street: string
  number: number
  /** The "a" of 12a. */
  suffix: string
  unit: string
}

const PLACE = '(?:unit|u|flat|apartment|apt|shop|suite|ste|villa|townhouse|lot|level|lvl|l|floor|#)\\.?\\s*'
const NAME = '[a-z]{0,2}[0-9]+[a-z]?'
/** One of "Unit 3, ", "Level 2, ", "Lot 5, ", "#3 " and "G01/" before a further number. */
const UNIT = new RegExp(`^(?:(${PLACE})(${NAME})\\s*[,/\\s]\\s*|(${NAME})\\s*/\\s*)(?=(?:${PLACE})?${NAME})`)
const NUMBER = /^(?:(?:lot|no\.?|rear|front)\s+|#\s*)?(\d+)\s?([a-z]?)(?:\s*-\s*\d+[a-z]?)?[\s,]+(?=\S)/
const LEVEL = /^(?:l|lvl|level|floor)\b/

const KINDS: Readonly<Record<string, string>> = {
  st: 'street',
  rd: 'road',
  ave: 'avenue',
  av: 'avenue',
  dr: 'drive',
  dve: 'drive',
  cl: 'close',
  ct: 'court',
  crt: 'court',
  pl: 'place',
  cres: 'crescent',
  cr: 'crescent',
  pde: 'parade',
  hwy: 'highway',
  tce: 'terrace',
  ln: 'lane',
  bvd: 'boulevard',
  blvd: 'boulevard',
  cct: 'circuit',
  gr: 'grove',
  gve: 'grove',
  pkwy: 'parkway',
  sq: 'square',
  esp: 'esplanade',
  cresc: 'crescent',
  crs: 'crescent',
  ter: 'terrace',
  terr: 'terrace',
  la: 'lane',
  wy: 'way',
  gdns: 'gardens',
  cv: 'cove',
  qy: 'quay',
  hts: 'heights',
}

const SIDES: Readonly<Record<string, string>> = { n: 'north', s: 'south', e: 'east', w: 'west' }
/** First words; a last "St" is a street. */
const FIRST: Readonly<Record<string, string>> = { mt: 'mount', saint: 'st' }

/**
 * "3/12A Smith St, rear" -> street "smith street", number 12, suffix "a", unit "3". Apostrophes and accents do not
 * count. What stands before the house, such as a level or a building's name, does not hide its street. An address that
 * can't be parsed sorts by its whole text as the street.
 */
export function parseAddress(address: string): AddressParts {
  return parsed(
    address
      .normalize('NFKD')
      .replace(/[\u0300-\u036f\u00ad\u200b-\u200f\ufeff'`´‘’‛′]/g, '')
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

function parsed(text: string): AddressParts {
  let rest = text
  let unit = ''
  for (let found = UNIT.exec(rest); found; found = UNIT.exec(rest)) {
    const [before, place = '', named = '', slashed = ''] = found
    // Of "Level 2, Unit 3" the unit counts.
    if (unit === '' || !LEVEL.test(place)) unit = named || slashed
    rest = rest.slice(before.length)
  }
  const number = NUMBER.exec(rest)
  if (number) {
    const [before, digits, suffix = ''] = number
    return { street: streetName(rest.slice(before.length)), number: Number(digits), suffix, unit }
  }
  const comma = rest.indexOf(',')
  const later = comma === -1 ? null : parsed(rest.slice(comma + 1).trim())
  if (later && later.number > 0) return { ...later, unit: later.unit || unit }
  return { street: streetName(rest), number: 0, suffix: '', unit }
}

function streetName(text: string): string {
  const words = (text.split(',')[0] ?? '').replace(/\./g, '').replace(/-/g, ' ').trim().split(' ')
  const last = words.at(-1) ?? ''
  // "Smith St N": the street type is before the side.
  const side = words.length > 2 ? SIDES[last] : undefined
  const named =
    side === undefined && !(words.length > 2 && Object.values(SIDES).includes(last)) ? words : words.slice(0, -1)
  // Only the last word is the street type: "St Johns Ave" does not become "Street Johns".
  const kind = named.at(-1) ?? ''
  return [
    ...named.slice(0, -1).map((word, at) => (at === 0 ? (FIRST[word] ?? word) : word)),
    named.length > 1 ? (KINDS[kind] ?? kind) : kind,
    ...(named === words ? [] : [side ?? last]),
  ].join(' ')
}
