/** Parses an address into street and house number, which the order of stops compares (domain.md 4). */

export interface AddressParts {
  /** Lower case with the street type written out, so that "Smith St" and "Smith Street" are equal. */
  street: string
  number: number
  /** The "a" of 12a. */
  suffix: string
  unit: string
}

const PLACE =
  '(?:units?|u|flats?|apartment|apt|shops?|suites?|ste|villa|townhouse|factory|office|studio|lot|level|lvl|l|floor|#)\\.?\\s*'
/** "3a", "g01", "1-4" and "1&2". */
const NAME = '[a-z]{0,2}[0-9]+[a-z]?(?:\\s?[-&]\\s?[0-9]+[a-z]?)?'
/** "Block C, " and "Bldg 2 ", before a unit or house. */
const BUILDING = /^(?:block|blk|building|bldg|tower)\s+(?:[a-z]|\d+)(?:\s*,\s*|\s+)(?=.*\d)/
/** One of "Unit 3, ", "Level 2, ", "Lot 5, ", "#3 " and "G01/" before a further number. */
const UNIT = new RegExp(`^(?:(${PLACE})(${NAME})\\s*[,/\\s]\\s*|(${NAME})\\s*/\\s*)(?=(?:${PLACE})?${NAME})`)
const NUMBER =
  /^(?:(?:lot|no\.?|number|(?:rear|front)(?: of)?|studio|granny flat)\s+|#\s*)?(\d+)\s?([a-z]?)(?:\s*-\s*\d+[a-z]?)?[\s,]+(?=\S)/
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
  trl: 'trail',
  wlk: 'walk',
  prom: 'promenade',
  cir: 'circle',
  gdns: 'gardens',
  cv: 'cove',
  qy: 'quay',
  hts: 'heights',
}

const TYPES: ReadonlySet<string> = new Set(Object.values(KINDS))

const SIDES: Readonly<Record<string, string>> = {
  n: 'north',
  nth: 'north',
  s: 'south',
  sth: 'south',
  e: 'east',
  w: 'west',
}
/** First words of streets and suburbs; a last "St" is a street. */
export const FIRST_WORDS: Readonly<Record<string, string>> = { mt: 'mount', saint: 'st', nth: 'north', sth: 'south' }
const CORNER = /^(?:(?:on )?the )?(?:cnr|corner)\.?(?: of)? /
/** This follows a street's name and does not belong to it: words in brackets, and the other street of its corner. */
const BEHIND = /\s*\(.*|\s(?:cnr|corner)\b.*/
const STATE = /\s(?:nsw|vic|qld|sa|wa|tas|act|nt)(?:\s+\d{4})?$/

/**
 * "3/12A Smith St, rear" -> street "smith street", number 12, suffix "a", unit "3". Apostrophes and accents do not
 * count. What stands before the house, such as a level or a building's name, does not hide its street. An address that
 * can't be parsed sorts by its whole text as the street.
 */
export function parseAddress(address: string): AddressParts {
  return parsed(
    address
      // A fraction behind a house number is dropped, so that 12½ sorts with 12.
      .replace(/(?<=\d)\s?[¼½¾]/g, '')
      .normalize('NFKD')
      .replace(/[\u0300-\u036f\u00ad\u200b-\u200f\ufeff'`´‘’‛′]/g, '')
      .replace(/[\u2010-\u2015\u2212]/g, '-')
      .toLowerCase()
      .replaceAll('\\', '/')
      .replace(/\s+/g, ' ')
      // The plan of a lot: "Lot 5 DP 1234, 14 Smith St".
      .replace(/[\s,/]*\b(?:dp|sp|rp) ?\d+\b/g, '')
      // "O Connell" and "Mc Donald" are one word; the O is no house's letter.
      .replace(/\b(o|mc) (?=[a-z]{3})/g, '$1')
      .trim(),
  )
}

function parsed(text: string): AddressParts {
  let rest = text.replace(BUILDING, '')
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
  const corner = CORNER.test(text)
  const first = text.replace(CORNER, '').split(corner ? / ?[,&/] ?| and / : ',')[0] ?? ''
  const words = withoutPlace(first.replace(BEHIND, '')).replace(/\./g, '').replace(/-/g, ' ').trim().split(' ')
  const last = words.at(-1) ?? ''
  // "Smith St N": the street type is before the side.
  const isSide = words.length > 2 && (SIDES[last] !== undefined || Object.values(SIDES).includes(last))
  const named = isSide ? words.slice(0, -1) : words
  // Only the last word is the street type: "St Johns Ave" does not become "Street Johns".
  const kind = named.at(-1) ?? ''
  return [
    ...named.slice(0, -1).map((word, at) => (at === 0 ? (FIRST_WORDS[word] ?? word) : word)),
    named.length > 1 ? (KINDS[kind] ?? kind) : kind,
    ...(isSide ? [SIDES[last] ?? last] : []),
  ].join(' ')
}

/**
 * "high st gordon nsw 2072": of a line that ends with the state, what follows the street type is the suburb. The type of
 * "lane cove rd" is the last, and a second "st" begins a suburb such as St Ives.
 */
function withoutPlace(line: string): string {
  if (!STATE.test(line)) return line
  const words = line.replace(STATE, '').split(' ')
  const isType = (word = '') => word in KINDS || TYPES.has(word)
  let type = words.findIndex((word, at) => at > 0 && isType(word))
  while (isType(words[type + 1]) && words[type + 1] !== 'st') type += 1
  return type === -1 ? line : words.slice(0, type + 1).join(' ')
}
