/** Parses an address into street and house number, which the order of stops compares (domain.md 4). */

export interface AddressParts {
  /** Lower case with the street type written out, so that "Smith St" and "Smith Street" are equal. */
  street: string
  number: number
  /** The "a" of 12a. */
  suffix: string
  unit: string
}

const UNIT =
  /^(?:(?:unit|u|flat|apartment|apt|shop|suite|villa|townhouse)\.?\s*([0-9]+[a-z]?)\s*[,/\s]\s*|([0-9]+[a-z]?)\s*\/\s*)(?=\D*\d)/
const NUMBER = /^(?:lot\s+)?(\d+)\s?([a-z]?)(?:\s*-\s*\d+[a-z]?)?[\s,]+(?=\S)/

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
}

/**
 * "3/12A Smith St, rear" -> street "smith street", number 12, suffix "a", unit "3". An address that can't be parsed
 * sorts by its whole text as the street.
 */
export function parseAddress(address: string): AddressParts {
  const text = address.trim().toLowerCase().replace(/\s+/g, ' ')
  const unit = UNIT.exec(text)
  const afterUnit = unit ? text.slice(unit[0].length) : text
  const number = NUMBER.exec(afterUnit)
  const rest = number ? afterUnit.slice(number[0].length) : afterUnit
  return {
    street: streetName(rest),
    number: number ? Number(number[1]) : 0,
    suffix: number?.[2] ?? '',
    unit: unit?.[1] ?? unit?.[2] ?? '',
  }
}

function streetName(text: string): string {
  const words = (text.split(',')[0] ?? '').replace(/\./g, '').trim().split(' ')
  const last = words.at(-1) ?? ''
  // Only the last word is the street type: "St Johns Ave" does not become "Street Johns".
  return [...words.slice(0, -1), words.length > 1 ? (KINDS[last] ?? last) : last].join(' ')
}
