import type { CellValue } from '#domain/import-cells.ts'
import { type CustomerColumn, REF_MAX } from '#domain/import-rows.ts'
import { emailsIn } from '#domain/emails.ts'
import { placeProblem, type Point, rounded } from '#domain/place.ts'
import { PHONE_WRONG, phonesIn } from '#domain/phone-numbers.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { readOrderWish } from '#domain/round-rules.ts'
import { changes } from '../../http/changes.ts'
import { storedCents, storedPostcode } from '../../http/stored-values.ts'
import type { PlaceRow } from '../places/public.ts'
import type { Faults } from './read-cells.ts'

/** A row of a customers' file as values, and the columns whose names differ from the contract's fields. */

export type Values = Partial<Record<CustomerColumn, CellValue>>

const COLUMNS: Readonly<Record<string, CustomerColumn>> = {
  suburbID: 'suburbLabel',
  productID: 'packageName',
  due: 'dueYear',
  'due.yearNumber': 'dueYear',
  'due.monthNumber': 'dueMonth',
  'due.weekNumber': 'dueWeek',
}

export function columnOf(field: string): string {
  return COLUMNS[field] ?? field.split('.')[0]!
}

/** The rules of single fields, applied together so that all faults of a row are reported at once. */
export function checkFields(values: Values, faults: Faults): void {
  const { refId, postcode, amount, orderWish } = values
  if (typeof refId === 'number' && (refId < 1 || refId > REF_MAX)) faults.expected('refId')
  if (typeof postcode === 'string')
    values.postcode = faults.rule(() => storedPostcode('postcode', postcode)) ?? postcode
  if (typeof amount === 'number') faults.rule(() => storedCents('amount', amount))
  if (typeof orderWish === 'string') {
    const wish = readOrderWish(orderWish)
    if (wish === null) faults.expected('orderWish')
    else values.orderWish = wish
  }
}

/** The place that the row gives; null: it gives none, the stored one, or one in place of what was set by hand. */
export function placeIn({ lat, lng }: Values, stored: PlaceRow | null, faults: Faults): Point | null {
  if (lat === undefined && lng === undefined) return null
  if (typeof lat !== 'number' || typeof lng !== 'number') {
    // A cell that could not be read has its own fault.
    faults.add(lat === undefined ? 'lat' : 'lng', 'A place needs both lat and lng')
    return null
  }
  const point = rounded({ latitude: lat, longitude: lng })
  const problem = placeProblem(point)
  if (problem !== null) faults.add('lat', problem.replace(/\.$/, ''))
  if (problem !== null || (stored && !changes(stored, point))) return null
  if (stored?.source !== 'placed') return point
  faults.warn('lat', 'This customer’s place was set by hand and stays')
  return null
}

/** What people write instead of a number or address that they don't have. */
const NO_CONTACT = /^(?:no(?:ne)?(?: (?:e-?mail|mobile|phone|home phone)(?: address| phone| number)?)?|x+|0+)$/i

/**
 * Reads phones and emails out of what people write beside them. What remains of a cell is kept as a line of the notes,
 * and no row is refused for it.
 * @returns the lines for the notes
 */
export function readContacts(values: Values, faults: Faults): string[] {
  const kept: string[] = []
  for (const [column, label] of Object.entries(CONTACTS) as [Contact, string][]) {
    const cell = values[column]
    if (typeof cell !== 'string') continue
    delete values[column]
    if (NO_CONTACT.test(cell)) continue
    const isPhone = column === 'mobilePhone' || column === 'homePhone'
    const { first, isAll } = isPhone ? firstPhone(cell) : firstEmail(cell)
    // An email is needed for invoices, so one that can't be read is a fault of the row.
    if (first !== undefined) values[column] = first
    else if (!isPhone) values[column] = cell
    if (isAll || (first === undefined && !isPhone)) continue
    kept.push(`${label} in the file: ${cell}`)
    faults.warn(
      column,
      first === undefined
        ? `${PHONE_WRONG}. It is kept in the notes`
        : `${isPhone ? showPhone(first) : first} was taken. The rest is kept in the notes`,
    )
  }
  return kept
}

const CONTACTS = {
  mobilePhone: 'Mobile phone',
  homePhone: 'Home phone',
  email: 'Email',
  billToEmail: 'Bill-to email',
} as const
type Contact = keyof typeof CONTACTS

function firstPhone(cell: string): { first: string | undefined; isAll: boolean } {
  const { phones, isAll } = phonesIn(cell)
  return { first: phones[0], isAll }
}

function firstEmail(cell: string): { first: string | undefined; isAll: boolean } {
  const { emails, isAll } = emailsIn(cell)
  return { first: emails[0], isAll }
}

/**
 * Adds these lines to the row's notes.
 * @param before the notes of an existing customer, which stay when the row has none
 */
export function addToNotes(values: Values, kept: readonly string[], before: string | null): void {
  const notes = typeof values.notes === 'string' ? values.notes : (before ?? '')
  const missing = kept.filter((line) => !notes.split('\n').includes(line))
  if (missing.length > 0) values.notes = [notes, ...missing].filter(Boolean).join('\n')
}

export function dueOf({
  dueYear,
  dueMonth,
  dueWeek,
}: Pick<Values, 'dueYear' | 'dueMonth' | 'dueWeek'>): Record<string, unknown> | null {
  if (dueYear === undefined && dueMonth === undefined && dueWeek === undefined) return null
  return { yearNumber: dueYear, monthNumber: dueMonth, ...(dueWeek !== undefined && { weekNumber: dueWeek }) }
}
