import { sql } from 'drizzle-orm'
import type { Office } from './office.ts'
import { type Person, personOf } from './person.ts'

/** Adds another admin. Only the invited admin opens the invitation link; the password is the first admin's. */
export async function colleagueIn(office: Office): Promise<Person> {
  const { userID, password } = office.admin
  const email = 'ada@bagrun.example'
  const made = await office.admin.post<{ adminID: string }>('/v1/users/admins', {
    firstName: 'Ada',
    lastName: 'Abel',
    email,
  })
  await office.deps.database.db.execute(sql`
    update users set password_hash = (select password_hash from users where user_id = ${userID})
    where user_id = ${made.body.adminID}`)
  return personOf(office.fetch, made.body.adminID, { email, password })
}
