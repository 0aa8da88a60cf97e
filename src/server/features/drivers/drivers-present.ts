import type { AnswerOf } from '#contract/endpoint.ts'
import type { getDriver } from '#contract/v1/drivers.ts'
import type { Secrets } from '../../ports.ts'
import { maskedDetails } from './driver-private.ts'
import type { DriverRow } from './drivers-reads.ts'

type Driver = AnswerOf<typeof getDriver>

export function presentDriver(secrets: Secrets, row: DriverRow): Driver {
  return {
    driverID: row.driverID,
    firstName: row.firstName,
    lastName: row.lastName,
    fullName: row.fullName,
    email: row.email,
    mobilePhone: row.mobilePhone,
    address: row.address,
    employmentType: row.employmentType,
    employmentStartDate: row.employmentStartDate,
    employmentEndDate: row.employmentEndDate,
    payRate: row.payRate,
    payPercentage: row.payPercentage / 100,
    weekNumbers: row.weekNumbers,
    ...maskedDetails(secrets, row),
    licenseExpiresAt: row.licenseExpiresAt,
    licenseClass: row.licenseClass,
    otherLicense: row.otherLicense,
    businessName: row.businessName,
    abn: row.abn,
    gstRegistered: row.gstRegistered,
    rctiAgreedOn: row.rctiAgreedOn,
    notes: row.notes,
    invited: row.invited,
    lastSeenAt: row.lastSeenAt,
    createdAt: row.createdAt,
    version: row.version,
  }
}
