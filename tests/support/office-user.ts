import type { Admin } from '#contract/v1/admins.ts'
import type { OfficeRole } from '#domain/office-roles.ts'
import { tokensTo } from './mailed-links.ts'
import type { Office } from './office.ts'
import { type Person, signedIn } from './person.ts'

const PASSWORD = 'chosen by themselves'

/**
 * A user of the office with this role, who has chosen a password and is signed in.
 * @param depotID the one depot that they see; null: every depot
 */
export async function officeUser(
  office: Office,
  officeRole: OfficeRole,
  depotID: string | null = null,
): Promise<Person> {
  const email = `${officeRole.toLowerCase()}${crypto.randomUUID()}@rounds.example`
  const fields = { firstName: 'Ada', lastName: 'Abel', email, officeRole, depotID }
  const { body } = await office.admin.post<Admin>('/v1/users/admins', fields)
  const [token] = await tokensTo(office, body.email)
  await office.nobody.post('/v1/users/reset-password', { token, password: PASSWORD })
  return signedIn(office.fetch, { email, password: PASSWORD })
}
