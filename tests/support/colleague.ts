import { sql } from 'drizzle-orm'
import type { Office } from './office.ts'
import { type Person, personOf } from './person.ts'

/** Another admin, with the first one's password: nobody but they may open the link of their invitation. */
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
