import { useMemo } from 'react'
import type { Driver } from '#contract/v1/drivers.ts'
import { isAbaAccountNumber, isBSB } from '#domain/aba.ts'
import { bareNumber, isABN, isTFN } from '#domain/identifiers.ts'
import { pairProblem, pairText, readPoint } from '#domain/place.ts'
import { showPhone } from '#domain/phone-number-text.ts'
import { t } from '#client/ui/core/texts.ts'
import { FIELD_NAMES } from './field-names.ts'

/** Fields that are masked: an empty box leaves the stored value unchanged, null deletes it. */
export const PRIVATE_FIELDS = ['dob', 'nextOfKin', 'licenseNumber', 'taxFileNumber', 'bsb', 'accountNumber'] as const
export type PrivateField = (typeof PRIVATE_FIELDS)[number]

const TEXTS = [
  'firstName',
  'lastName',
  'email',
  'address',
  'employmentType',
  'depotID',
  'employmentStartDate',
  'employmentEndDate',
  'licenseExpiresAt',
  'licenseClass',
  'otherLicense',
  'businessName',
  'abn',
  'rctiAgreedOn',
  'notes',
] as const
type Texts = Record<(typeof TEXTS)[number], string>

const textsOf = (driver: Partial<Driver>) =>
  Object.fromEntries(TEXTS.map((name) => [name, driver[name] ?? ''])) as Texts

export type DriverValues = Record<PrivateField, string | null> &
  Texts & {
    password: string
    mobilePhone: string
    weekNumbers: number[]
    payRate: string | number
    payPercentage: string | number
    gstRegistered: boolean
    startsAt: string
    endsAt: string
    /** A pasted pair; empty: not set. */
    home: string
    truckBags: number | string
    longestDay: number | string
  }

export const DRIVER_REQUIRED = [
  'firstName',
  'lastName',
  'email',
  'mobilePhone',
  'employmentType',
  'employmentStartDate',
  'payRate',
  'payPercentage',
] as const

const UNTOUCHED = {
  dob: '',
  nextOfKin: '',
  licenseNumber: '',
  taxFileNumber: '',
  bsb: '',
  accountNumber: '',
  password: '',
}

export const newDriver = (today: string): DriverValues => ({
  ...UNTOUCHED,
  ...textsOf({ employmentStartDate: today }),
  mobilePhone: '',
  weekNumbers: [1, 2, 3, 4, 5],
  payRate: '',
  payPercentage: '',
  gstRegistered: false,
  startsAt: 'anywhere',
  endsAt: 'anywhere',
  home: '',
  truckBags: '',
  longestDay: '',
})

export const driverValues = (driver: Driver): DriverValues => ({
  ...UNTOUCHED,
  ...textsOf(driver),
  mobilePhone: showPhone(driver.mobilePhone),
  weekNumbers: driver.weekNumbers,
  payRate: driver.payRate ?? '',
  payPercentage: driver.payPercentage ?? '',
  gstRegistered: driver.gstRegistered ?? false,
  startsAt: driver.startsAt,
  endsAt: driver.endsAt,
  home: driver.home === null ? '' : pairText(driver.home),
  truckBags: driver.truckBags ?? '',
  longestDay: driver.longestDay ?? '',
})

export function driverInput(values: DriverValues): Readonly<Record<string, unknown>> {
  const kept = PRIVATE_FIELDS.map((field) => [field, values[field]?.trim() === '' ? undefined : values[field]] as const)
  return {
    ...values,
    ...Object.fromEntries(kept),
    password: values.password === '' ? undefined : values.password,
    // The check has refused a text without a pair by then.
    home: readPoint(values.home),
  }
}

/** Rules the endpoint's schema does not contain, with the server's sentences. */
export function useDriverCheck() {
  return useMemo(
    () =>
      ({
        abn,
        taxFileNumber,
        bsb,
        accountNumber,
        employmentStartDate,
        employmentEndDate,
        home,
      }: DriverValues): Record<string, string> => ({
        ...(abn.trim() !== '' && !isABN(bareNumber(abn)) && { abn: t('This isn’t a valid ABN') }),
        ...(taxFileNumber !== null &&
          taxFileNumber.trim() !== '' &&
          !isTFN(bareNumber(taxFileNumber)) && { taxFileNumber: t('This isn’t a valid tax file number') }),
        ...(isGiven(bsb) && !isBSB(bareNumber(bsb)) && { bsb: t('A BSB is six digits, such as 062-000') }),
        ...(isGiven(accountNumber) &&
          !isAbaAccountNumber(bareNumber(accountNumber)) && {
            accountNumber: t('An account number is at most nine digits'),
          }),
        ...problemAt('home', home.trim() === '' ? null : pairProblem(home)),
        ...(employmentEndDate !== '' &&
          employmentEndDate < employmentStartDate && { employmentEndDate: t('The end date is before the start date') }),
      }),
    [],
  )
}

const problemAt = (field: string, problem: string | null): Record<string, string> =>
  problem === null ? {} : { [field]: problem }

const isGiven = (text: string | null): text is string => text !== null && text.trim() !== ''

const NAMES = Object.keys(FIELD_NAMES) as (keyof typeof FIELD_NAMES)[]

export const driverLabels = () =>
  Object.fromEntries(NAMES.map((name) => [name, t(FIELD_NAMES[name])])) as Record<(typeof NAMES)[number], string>
