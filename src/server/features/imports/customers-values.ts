import { type CellValue, type CustomerColumn, REF_MAX } from '#domain/import-rows.ts'
import { storedCents, storedPhone, storedPostcode } from '../../http/stored-values.ts'
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
export function checkFields({ refId, postcode, homePhone, mobilePhone, amount }: Values, faults: Faults): void {
  if (typeof refId === 'number' && (refId < 1 || refId > REF_MAX)) faults.expected('refId')
  if (typeof postcode === 'string') faults.rule(() => storedPostcode('postcode', postcode))
  if (typeof homePhone === 'string') faults.rule(() => storedPhone('homePhone', homePhone))
  if (typeof mobilePhone === 'string') faults.rule(() => storedPhone('mobilePhone', mobilePhone))
  if (typeof amount === 'number') faults.rule(() => storedCents('amount', amount))
}

export function dueOf({
  dueYear,
  dueMonth,
  dueWeek,
}: Pick<Values, 'dueYear' | 'dueMonth' | 'dueWeek'>): Record<string, unknown> | null {
  if (dueYear === undefined && dueMonth === undefined && dueWeek === undefined) return null
  return { yearNumber: dueYear, monthNumber: dueMonth, ...(dueWeek !== undefined && { weekNumber: dueWeek }) }
}
