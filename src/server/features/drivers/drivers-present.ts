import type { AnswerOf } from '#contract/endpoint.ts'
import type { getDriver } from '#contract/v1/drivers.ts'
import type { Secrets } from '../../ports.ts'
import { maskedDetails } from './driver-private.ts'
import type { DriverRow } from './drivers-reads.ts'

type Driver = AnswerOf<typeof getDriver>

export function presentDriver(secrets: Secrets, row: DriverRow): Driver {
  return {
    ...row,
    payPercentage: row.payPercentage / 100,
    ...maskedDetails(secrets, row),
  }
}
