import { type OfficeRole, permits } from '#domain/office-roles.ts'
import type { Endpoint } from './endpoint.ts'

/** The role of a user of the office. Servers before there were roles leave it out; everybody was an owner there. */
export const officeRoleOf = ({ officeRole = 'OWNER' }: { officeRole?: OfficeRole | undefined }): OfficeRole =>
  officeRole

/**
 * Whether a user of the office may call an operation: a GET reads its area, any other method changes it. The server's
 * gate and the office's screens ask here.
 */
export function mayCall(role: OfficeRole, { area, method }: Pick<Endpoint, 'area' | 'method'>): boolean {
  return area === null || permits(role, area, method === 'GET' ? 'read' : 'change')
}
