import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unsubscribeUrlOf } from '#server/features/mails/public.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'

const DAY = 86_400_000

describe.each(databases)('unsubscribing from reminders on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())
  beforeEach(() => office.reset())

  const linkFor = (customerID: string) =>
    new URL(unsubscribeUrlOf(office.deps, customerID, office.clock.now())).pathname
  /** As a mail program does it: a form, without cookie and header. */
  const press = (path: string, body = 'List-Unsubscribe=One-Click', headers: Record<string, string> = {}) =>
    office.fetch(path, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    })
  const rowOf = async (customerID: string) => {
    const { rows } = await office.deps.database.db.execute<Record<string, unknown>>(
      sql`select * from customers where customer_id = ${customerID}`,
    )
    return rows[0]!
  }
  const audited = async (customerID: string) => {
    const { rows } = await office.deps.database.db.execute<Record<string, unknown>>(
      sql`select action, actor_id as actor from audit where subject_id = ${customerID} and action like 'customer.%subscribe' order by action`,
    )
    return rows
  }

  test('one POST without cookie stops collection reminders and nothing else; repeated it says the same', async () => {
    const { customerID } = await office.make.customer({ email: 'anna@customers.example' })
    const path = linkFor(customerID)
    const before = await rowOf(customerID)
    const answer = await press(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(await answer.text()).toContain('Reminders are stopped')
    const after = await rowOf(customerID)
    expect(after).toEqual({ ...before, do_not_remind: true, version: Number(before['version']) + 1 })
    const again = await press(path)
    expect([again.status, (await again.text()).includes('Reminders are stopped')]).toEqual([200, true])
    expect(await rowOf(customerID)).toEqual(after)
    expect(await audited(customerID)).toEqual([{ action: 'customer.unsubscribe', actor: null }])
  })

  test('a multipart form counts as well, as the standard allows', async () => {
    const { customerID } = await office.make.customer({})
    const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    const answer = await press(linkFor(customerID), body, { 'content-type': 'multipart/form-data; boundary=x' })
    expect(answer.status).toBe(200)
    expect(await rowOf(customerID)).toMatchObject({ do_not_remind: true })
  })

  test('nothing is promised to a customer whose service has ended, on any of the pages', async () => {
    const { customerID } = await office.make.customer({})
    await office.admin.delete(`/v1/users/customers/${customerID}/cancel?reason=Moved`)
    const path = linkFor(customerID)
    const pages = [await office.fetch(path), await press(path), await press(path, 'undo=1')]
    for (const page of pages) expect(await page.text()).not.toMatch(/still come|still collect|before each collection/)
  })

  test('GET and HEAD change nothing: the page asks, with a button', async () => {
    const { customerID } = await office.make.customer({})
    const path = linkFor(customerID)
    const before = await rowOf(customerID)
    const head = await office.fetch(path, { method: 'HEAD' })
    const page = await office.fetch(path)
    const html = await page.text()
    expect([head.status, page.status]).toEqual([200, 200])
    expect(html).toContain('Stop collection reminders?')
    expect(html).toMatch(/<form method="post"><button name="List-Unsubscribe" value="One-Click">/)
    expect(html).not.toMatch(/<script|onload|http-equiv/i)
    expect(await rowOf(customerID)).toEqual(before)
  })

  test('the page offers to undo, and undoing is audited', async () => {
    const { customerID } = await office.make.customer({})
    const path = linkFor(customerID)
    expect(await (await press(path)).text()).toContain('name="undo" value="1"')
    expect(await (await office.fetch(path)).text()).toContain('Reminders are stopped')
    const undone = await press(path, 'undo=1')
    expect(await undone.text()).toContain('Reminders are on again')
    expect(await rowOf(customerID)).toMatchObject({ do_not_remind: false })
    expect(
      (await audited(customerID))
        .map(({ action }) => action)
        .toSorted()
        .toReversed(),
    ).toEqual(['customer.unsubscribe', 'customer.resubscribe'])
  })

  test('a link works for 60 days', async () => {
    const { customerID } = await office.make.customer({})
    const path = linkFor(customerID)
    office.clock.pass(60 * DAY)
    const late = await press(path)
    expect(late.status).toBe(400)
    expect(await (await office.fetch(path)).text()).toContain('This link doesn’t work any more')
    expect(await rowOf(customerID)).toMatchObject({ do_not_remind: false })
    office.clock.pass(-1)
    expect((await press(path)).status).toBe(200)
  })

  test('a link of another customer, a changed one and a deleted customer’s change nothing', async () => {
    const anna = await office.make.customer({})
    const ben = await office.make.customer({})
    const forged = linkFor(anna.customerID).replace(anna.customerID, ben.customerID)
    const cut = linkFor(anna.customerID).slice(0, -1)
    expect((await press('/v1/unsubscribe/x')).status).toBe(404)
    for (const path of [forged, cut]) {
      expect((await press(path)).status).toBe(400)
      expect(await (await office.fetch(path)).text()).toContain('This link doesn’t work any more')
    }
    expect(await rowOf(anna.customerID)).toMatchObject({ do_not_remind: false })
    expect(await rowOf(ben.customerID)).toMatchObject({ do_not_remind: false })
    const link = linkFor(anna.customerID)
    await office.deps.database.db.execute(
      sql`update customers set hidden_at = now() where customer_id = ${anna.customerID}`,
    )
    expect((await press(link)).status).toBe(400)
  })

  test('the firm’s name and contact are on the page, as text', async () => {
    await office.admin.put('/v1/settings/business.name', { value: 'Green <b>Bags</b>' })
    await office.admin.put('/v1/settings/business.phone', { value: '0298765432' })
    const { customerID } = await office.make.customer({})
    const html = await (await office.fetch(linkFor(customerID))).text()
    expect(html).toContain('Green &#60;b&#62;Bags')
    expect(html).toContain('0298765432')
  })
})
