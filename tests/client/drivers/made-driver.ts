import type { Driver } from '#contract/v1/drivers.ts'

export const DRIVER_ID = '01890000-0000-7000-8000-00000000d001'

export function makeDriver(changes: Partial<Driver> = {}): Driver {
  return {
    driverID: DRIVER_ID,
    firstName: 'Dan',
    lastName: 'Green',
    fullName: 'Dan Green',
    email: 'dan@example.com',
    mobilePhone: '0400 000 001',
    address: null,
    employmentType: 'CONTRACTOR',
    employmentStartDate: '2025-01-06',
    employmentEndDate: null,
    payRate: 5,
    payPercentage: 50,
    weekNumbers: [1, 3],
    dob: '**/**/****',
    nextOfKin: null,
    licenseNumber: '*** *** 782',
    taxFileNumber: '*** *** 321',
    licenseExpiresAt: null,
    licenseClass: 'C',
    otherLicense: null,
    businessName: null,
    abn: null,
    notes: null,
    invited: false,
    lastSeenAt: null,
    createdAt: '2025-01-01T00:00:00Z',
    version: 7,
    ...changes,
  }
}
