import { asc, sql } from 'drizzle-orm'
import { LINK_PLACE, linkOf } from '#server/db/mail-outbox.ts'
import { mails } from '#server/db/tables/mails.ts'
import type { Office } from './office.ts'

/** The mails to an address, oldest first: their texts with the links, which only the recipient sees. */
export async function lettersTo(office: Office, email: string): Promise<string[]> {
  const { database, secrets } = office.deps
  const rows = await database.db
    .select()
    .from(mails)
    .where(sql`lower(${mails.to}) = lower(${email})`)
    .orderBy(asc(mails.createdAt), asc(mails.mailID))
  return rows.map((mail) => mail.text.replaceAll(LINK_PLACE, () => linkOf(mail, secrets, mail.createdAt) ?? LINK_PLACE))
}

/** The tokens of the links in those mails, oldest first. */
export async function tokensTo(office: Office, email: string): Promise<string[]> {
  return (await lettersTo(office, email)).flatMap((text) => /[?&]token=([\w.-]+)/.exec(text)?.[1] ?? [])
}
