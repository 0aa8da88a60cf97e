import { isAbaAccountNumber, isBSB } from '#domain/aba.ts'
import { bareNumber, isABN, isTFN, masked, typedBSB } from '#domain/identifiers.ts'
import { refuseField } from '../../http/refused.ts'
import type { Secrets } from '../../ports.ts'
import type { DriverRow } from './drivers-reads.ts'

/**
 * Details that only an admin may request, one driver at a time (domain.md 10, Privacy). They are encrypted at rest and
 * masked in every other answer.
 */

export const PRIVATE_FIELDS = ['dob', 'nextOfKin', 'licenseNumber', 'taxFileNumber', 'bsb', 'accountNumber'] as const
export type PrivateField = (typeof PRIVATE_FIELDS)[number]
export type PrivateDetails = Record<PrivateField, string | null>
type SealedDetails = Pick<DriverRow, `${PrivateField}Sealed`>

export const PURPOSE = 'driver-private'

/** The given fields, encrypted; null clears. 422 for an invalid number. */
export function sealDetails(secrets: Secrets, given: Partial<PrivateDetails>): Partial<SealedDetails> {
  const seal = (text: string | null | undefined) => (text ? secrets.seal(PURPOSE, text) : null)
  const { dob, nextOfKin, licenseNumber, taxFileNumber, bsb, accountNumber } = given
  for (const field of ['nextOfKin', 'licenseNumber'] as const) refuseMask(field, given[field])
  return {
    ...(dob !== undefined && { dobSealed: seal(dob) }),
    ...(nextOfKin !== undefined && { nextOfKinSealed: seal(nextOfKin) }),
    ...(licenseNumber !== undefined && { licenseNumberSealed: seal(licenseNumber) }),
    ...(taxFileNumber !== undefined && { taxFileNumberSealed: seal(storedTaxFileNumber(taxFileNumber)) }),
    ...(bsb !== undefined && { bsbSealed: seal(storedBSB(bsb)) }),
    ...(accountNumber !== undefined && { accountNumberSealed: seal(storedAccountNumber(accountNumber)) }),
  }
}

/**
 * The same for fields that differ from the stored ones. Encrypting one text twice gives two values, so the decrypted
 * texts are compared.
 */
export function changedDetails(
  secrets: Secrets,
  before: SealedDetails,
  given: Partial<PrivateDetails>,
): Partial<SealedDetails> {
  const sealed = sealDetails(secrets, given)
  const was = openDetails(secrets, before)
  const is = openDetails(secrets, { ...before, ...sealed })
  const kept = PRIVATE_FIELDS.filter((field) => was[field] === is[field]).map((field) => `${field}Sealed`)
  return Object.fromEntries(Object.entries(sealed).filter(([column]) => !kept.includes(column)))
}

export function openDetails(secrets: Secrets, row: SealedDetails): PrivateDetails {
  const open = (sealed: Buffer | null) => (sealed === null ? null : secrets.open(PURPOSE, sealed))
  return {
    dob: open(row.dobSealed),
    nextOfKin: open(row.nextOfKinSealed),
    licenseNumber: open(row.licenseNumberSealed),
    taxFileNumber: open(row.taxFileNumberSealed),
    bsb: open(row.bsbSealed),
    accountNumber: open(row.accountNumberSealed),
  }
}

export function maskedDetails(secrets: Secrets, row: SealedDetails): PrivateDetails {
  const { licenseNumber, taxFileNumber, bsb, accountNumber } = openDetails(secrets, {
    ...row,
    dobSealed: null,
    nextOfKinSealed: null,
  })
  return {
    dob: row.dobSealed && '**/**/****',
    nextOfKin: row.nextOfKinSealed && '*** ***',
    licenseNumber: licenseNumber && masked(licenseNumber),
    taxFileNumber: taxFileNumber && masked(taxFileNumber),
    bsb: bsb && masked(bsb),
    accountNumber: accountNumber && masked(accountNumber),
  }
}

/** The digits alone; an empty text -> null. */
export function storedABN(text: string | null | undefined): string | null {
  if (!text) return null
  const digits = bareNumber(text)
  if (!isABN(digits)) refuseField('abn', 'This isn’t a valid ABN')
  return digits
}

function storedTaxFileNumber(text: string | null): string | null {
  if (!text) return null
  const digits = bareNumber(text)
  if (!isTFN(digits)) refuseField('taxFileNumber', 'This isn’t a valid tax file number')
  return digits
}

/** "062-000"; an empty text -> null. */
function storedBSB(text: string | null): string | null {
  if (!text) return null
  const bsb = typedBSB(text)
  if (!isBSB(bsb)) refuseField('bsb', 'A BSB is six digits, such as 062-000')
  return bsb
}

function storedAccountNumber(text: string | null): string | null {
  if (!text) return null
  const digits = bareNumber(text)
  if (!isAbaAccountNumber(digits)) refuseField('accountNumber', 'An account number is at most nine digits')
  return digits
}

/** A form that sends back the masked value must not overwrite the number with it. */
function refuseMask(field: PrivateField, text: string | null | undefined): void {
  if (text?.includes('***')) refuseField(field, 'Leave this out to keep it, or enter it in full')
}
