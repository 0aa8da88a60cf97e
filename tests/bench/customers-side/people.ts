import { sql } from 'drizzle-orm'
import { createCalendarYear, listCalendar } from '#contract/v1/settings.ts'
import type { DatabaseSettings } from '#server/db/open-database.ts'
import type { Ask } from '#server/demo/door.ts'
import { makeFixture } from '../generate/fixture.ts'

export const PEOPLE = 5_000
export const mailOf = (n: number) => `anna.${n}@people.example`

/** The firm's own words in every mail's footer, without which no reminder is sent; and the outbox's highest pace. */
const SETTINGS = {
  'business.name': 'Bench Bags',
  'business.legalName': 'Bench Bags Pty Ltd',
  'business.abn': '51 824 753 556',
  'business.address': '1 Depot Road, Hornsby NSW 2077',
  'business.phone': '02 9476 0000',
  'business.email': 'office@bench.example',
  'mail.perMinute': 6000,
}

/** A new database with five thousand customers who have an e-mail and a collection every month in their suburb's week. */
export async function makePeople(settings: Pick<DatabaseSettings, 'url' | 'dataDir'>): Promise<void> {
  const open = await makeFixture(settings, PEOPLE)
  const now = new Date()
  try {
    await open.db.execute(sql`delete from calendar_settings`)
    // The server makes the admin of its environment where there is none.
    await open.db.execute(sql`delete from users where role = 'ADMIN'`)
    await open.db.execute(sql`
      update users set email = 'anna.' || (ref_number - 10000) || '@people.example'
      from customers where customer_id = user_id and ref_number <= ${10_000 + PEOPLE}::integer`)
    await open.db.execute(sql`
      update customers set due_year = ${now.getFullYear()}::integer, due_month = ${now.getMonth() + 1}::integer
      where due_year is not null`)
    await open.pool.query('vacuum analyze')
    await open.maintain()
  } finally {
    await open.close()
  }
}

/** What an office sets before it writes to anybody. @returns the first week of the suburb two weeks ahead or later */
export async function setUpOffice(
  ask: Ask,
  token: string,
  updateSetting: (key: string, value: unknown) => Promise<unknown>,
) {
  for (const [key, value] of Object.entries(SETTINGS)) await updateSetting(key, value)
  const year = new Date().getFullYear()
  for (const yearNumber of [year, year + 1]) await ask(createCalendarYear, { yearNumber, mode: 'MONTHS' }, token)
  const from = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
  const { items } = await ask(listCalendar, { from, sort: 'from', perPage: 100 }, token)
  const week = items.find(({ weekNumber }) => weekNumber === 2)
  if (week === undefined) throw new Error('The calendar has no second week ahead.')
  const { yearNumber, monthNumber, weekNumber } = week
  return { yearNumber, monthNumber, weekNumber }
}
