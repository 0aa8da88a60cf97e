import { type OfficeRole, permits } from '#domain/office-roles.ts'
import type { Endpoint } from './endpoint.ts'

/** Who a user of the office is: their role, and the one depot that they see; null: every depot. */
export interface OfficeUser {
  readonly officeRole: OfficeRole
  readonly depotID: string | null
}

/** Servers before there were roles leave them out; everybody was an owner there. */
export const officeUserOf = ({
  officeRole = 'OWNER',
  depotID = null,
}: {
  officeRole?: OfficeRole | undefined
  depotID?: string | null | undefined
}): OfficeUser => ({ officeRole, depotID })

/**
 * Whether a user of the office may call an operation: a GET reads its area, any other method changes it, and what is
 * about the whole firm is not for a user of one depot. The server's gate and the office's screens ask here.
 */
export function mayCall(
  { officeRole, depotID }: OfficeUser,
  { area, method, depot }: Pick<Endpoint, 'area' | 'method' | 'depot'>,
): boolean {
  return (
    area === null ||
    (permits(officeRole, area, method === 'GET' ? 'read' : 'change') && (depotID === null || depot !== 'firm'))
  )
}
