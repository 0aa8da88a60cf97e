import { sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/v1/audit.ts'
import { addToCase, listCases, openCase } from '#contract/v1/cases.ts'
import { databases } from '../../support/databases.ts'
import { lettersTo } from '../../support/mailed-links.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { type Body, signedIn } from '../../support/person.ts'
import { answered, aRound, caseNow, collected, notOut, report, type Round } from '../../fixtures/cases-office.ts'
import { refusal } from '../../fixtures/office-bodies.ts'
import { act, NEVER } from '../../fixtures/runs.ts'

const DAY_MS = 86_400_000

describe.each(databases)('cases on %s', (kind) => {
  let office: Office
  let mine: Round
  let bringBack: () => Promise<void>
  beforeAll(async () => {
    office = await openOffice(kind)
    mine = await aRound(office)
    bringBack = await office.keep()
  })
  afterAll(() => office.close())
  beforeEach(async () => {
    await bringBack()
    // A session of its own for each test: words are counted by session.
    mine = { ...mine, customer: await signedIn(office.fetch, mine.customer) }
  })

  const open = (body: object) => mine.customer.post<Body & { caseID: string }>('/v1/cases', body)
  const about = (more: object = {}) => ({
    kind: 'outcome',
    assignmentID: mine.stop.assignmentID,
    reason: 'missed',
    text: 'My bag was out',
    ...more,
  })
  const etag = (version: number) => ({ 'if-match': `"${version}"` })
  const daysLater = (days: number) =>
    office.clock.set(new Date(office.clock.now().getTime() + days * DAY_MS).toISOString())
  const signedInAgain = () => signedIn(office.fetch, mine.customer)

  describe('“missed” where the driver recorded Not out', () => {
    test('is answered at once with the record and its time, and waits for nobody', async () => {
      await notOut(mine)
      const opened = await report(office, mine)
      expect(opened).toMatchObject({
        refId: '1',
        state: 'answered',
        disagreed: false,
        disagreeUntil: '2026-11-20T13:00:00.000Z',
        stop: { assignmentID: mine.stop.assignmentID, outcome: 'NOT_OUT', photos: [] },
        messages: [
          { kind: 'opened', text: 'My bag was out', fromOffice: false },
          {
            kind: 'record',
            text: '',
            fromOffice: true,
            record: { outcome: 'NOT_OUT', doneAt: '2026-11-09T21:00:01.000Z' },
          },
        ],
      })
      expect(opened.stop).not.toHaveProperty('office')
      expect((await office.call(office.admin, listCases, { state: 'open' })).total).toBe(0)
    })

    test('can be disagreed with, once even in two tabs; then the office has it', async () => {
      await notOut(mine)
      const { caseID } = await report(office, mine)
      const disagree = () => mine.customer.post(`/v1/cases/${caseID}/messages`, { disagree: true })
      expect((await Promise.all([disagree(), disagree()])).map(({ status }) => status)).toEqual([201, 201])
      const now = await caseNow(office, mine.customer, caseID)
      expect(now).toMatchObject({ state: 'open', disagreed: true, disagreeUntil: null })
      expect(now.messages.map(({ kind: what }) => what)).toEqual(['opened', 'record', 'disagreed'])
      expect((await office.call(office.admin, listCases, { state: 'open', disagreed: 'true' })).total).toBe(1)
    })

    test('can be disagreed with until the end of the tenth day, and can’t be started again after it', async () => {
      await notOut(mine)
      const { caseID } = await report(office, mine)
      office.clock.set('2026-11-20T12:59:59Z')
      expect((await caseNow(office, mine.customer, caseID)).state).toBe('answered')
      office.clock.set('2026-11-20T13:00:00Z')
      const customer = await signedInAgain()
      expect((await caseNow(office, customer, caseID)).state).toBe('closed')
      expect((await office.call(customer, listCases, { state: 'closed' })).total).toBe(1)
      expect(await customer.post(`/v1/cases/${caseID}/messages`, { disagree: true })).toMatchObject(
        refusal(409, 'wrong_state'),
      )
      expect(await customer.post('/v1/cases', about())).toMatchObject(refusal(409, 'disagree_over'))
      expect((await customer.post('/v1/cases', about({ reason: 'damage', text: 'The gate' }))).status).toBe(201)
    })

    test('goes to the office when it is said again after a disagreement that was closed', async () => {
      await notOut(mine)
      const { caseID } = await report(office, mine)
      await office.call(mine.customer, addToCase, { caseID, disagree: true })
      await answered(office, { caseID }, { close: true })
      expect(await report(office, mine)).toMatchObject({ state: 'open', messages: [{ kind: 'opened' }] })
    })
  })

  test('any other reason or outcome waits for the office', async () => {
    await collected(mine, 2)
    const opened = await report(office, mine, { reason: 'bags', text: 'Three bags\nnot two' })
    expect(opened).toMatchObject({ state: 'open', disagreed: false, disagreeUntil: null, text: 'Three bags' })
    const { items } = await office.call(office.admin, listCases, { state: 'open' })
    expect(items).toMatchObject([
      { caseID: opened.caseID, reason: 'bags', week: { weekNumber: 2, from: '2026-11-09' } },
    ])
    const seen = await caseNow(office, office.admin, opened.caseID)
    expect(seen).toMatchObject({
      stop: { pu: 2, outcome: 'COLLECTED', office: { runOrderID: mine.run.runOrderID, runOrder: '2026-11-W2-1' } },
      messages: [{ author: seen.customer }],
    })
  })

  test('a stop without an outcome can be reported when its week is over, not before', async () => {
    expect(await open(about())).toMatchObject(refusal(409, 'wrong_state'))
    daysLater(6)
    const customer = await signedInAgain()
    expect((await customer.post('/v1/cases', about())).status).toBe(201)
  })

  test('one case is open about a stop, also from two tabs at once; a closed one makes room', async () => {
    await collected(mine)
    const both = await Promise.all([open(about()), open(about({ reason: 'damage' }))])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)).toMatchObject(refusal(409, 'case_open'))
    const { caseID } = both.find(({ status }) => status === 201)!.body
    await answered(office, { caseID })
    expect(await open(about())).toMatchObject(refusal(409, 'case_open'))
    await office.admin.put(`/v1/cases/${caseID}/close`)
    expect((await open(about())).status).toBe(201)
  })

  test('the same request twice, with its key, is one case', async () => {
    await collected(mine)
    const key = { 'idempotency-key': randomUUID() }
    const twice = [
      await mine.customer.post('/v1/cases', about(), key),
      await mine.customer.post('/v1/cases', about(), key),
    ]
    expect(twice.map(({ status }) => status)).toEqual([201, 201])
    expect(twice[0]!.body).toEqual(twice[1]!.body)
  })

  test('a request to the office names no collection; a new address and closing the account are one at a time', async () => {
    const ask = (what: string) => open({ kind: what, text: 'Please' })
    expect((await ask('close_account')).status).toBe(201)
    // A customer reads it, to whom a case has no such name.
    expect(await ask('close_account')).toMatchObject({
      status: 409,
      body: { code: 'case_open', message: expect.not.stringMatching(/\bcase\b/i) },
    })
    expect((await ask('address_change')).status).toBe(201)
    expect((await Promise.all([ask('other'), ask('other')])).map(({ status }) => status)).toEqual([201, 201])
    expect((await open({ kind: 'other', text: 'x', assignmentID: mine.stop.assignmentID })).status).toBe(422)
    expect((await open({ kind: 'other', text: 'x', reason: 'missed' })).status).toBe(422)
    expect((await open({ kind: 'outcome', text: 'x', reason: 'missed' })).body.fields).toHaveProperty('assignmentID')
    expect((await open(about({ reason: undefined, assignmentID: mine.stop.assignmentID }))).status).toBe(409)
    expect((await open({ kind: 'other', text: '  ' })).body.fields).toHaveProperty('text')
  })

  test('another customer’s case and stop don’t exist for a customer; drivers have none', async () => {
    await collected(mine)
    const { caseID } = await report(office, mine)
    const other = await office.customer()
    const path = `/v1/cases/${caseID}`
    const tried = [
      await other.get(path),
      await other.post(`${path}/messages`, { text: 'Me too' }),
      await other.post('/v1/cases', about()),
      await other.get(`/v1/cases?customerID=${mine.customer.userID}`),
      await mine.customer.get(`/v1/cases/${NEVER}`),
    ]
    expect(tried.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    expect((await office.call(other, listCases, {})).total).toBe(0)
    expect((await office.call(other, listCases, { assignmentID: mine.stop.assignmentID })).total).toBe(0)
    const refused = [
      await mine.driver.get(path),
      await mine.customer.put(`${path}/answer`, { messageID: randomUUID(), text: 'Yes' }),
      await mine.customer.put(`${path}/close`),
      await office.admin.post('/v1/cases', about()),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })

  describe('the office', () => {
    let caseID: string
    let version: number
    beforeEach(async () => {
      await collected(mine)
      ;({ caseID, version } = await report(office, mine))
    })
    const answer = (body: object, headers?: Record<string, string>) =>
      office.admin.put<Body & { version: number }>(
        `/v1/cases/${caseID}/answer`,
        { messageID: randomUUID(), text: 'We are sorry', ...body },
        headers,
      )
    const deposits = async () =>
      (
        await office.admin.get<{ items: Body[] }>(
          `/v1/transactions?customerID=${mine.customer.userID}&type=CUSTOMER_CREDIT_DEPOSIT`,
        )
      ).body.items

    test('answers, and the customer has an email with the words and the day until which to disagree', async () => {
      const now = await answered(office, { caseID }, { text: 'We come on Friday.' })
      expect(now).toMatchObject({ state: 'answered', disagreeUntil: '2026-11-20T13:00:00.000Z' })
      const letters = await lettersTo(office, mine.customer.email)
      expect(letters.at(-1)).toContain('We come on Friday.')
      expect(letters.at(-1)).toContain('by 20/11/2026 that you don’t agree')
      expect(letters.at(-1)).toContain(`/cases/${caseID}`)
      const seen = await caseNow(office, mine.customer, caseID)
      expect(seen.messages.at(-1)).toMatchObject({ kind: 'answered', fromOffice: true, author: null })
    })

    test('answers a question, and the email offers to ask again, not to disagree', async () => {
      const { body } = await open({ kind: 'other', text: 'Do you come on Fridays?' })
      await answered(office, { caseID: body['caseID'] as string }, { text: 'We do.' })
      const letters = await lettersTo(office, mine.customer.email)
      expect(letters.at(-1)).toContain('You can read it, or ask again by 20/11/2026: ')
      expect(letters.at(-1)).not.toContain('agree')
    })

    test('answers a customer who can’t sign in without a link into another account', async () => {
      await office.admin.put('/v1/settings/business.phone', { value: '02 9876 5432' })
      await office.deps.database.db.execute(sql`update users set signs_in = 0 where user_id = ${mine.customer.userID}`)
      await answered(office, { caseID }, { text: 'We come on Friday.' })
      const letter = (await lettersTo(office, mine.customer.email)).at(-1)
      expect(letter).toContain('You can tell us by 20/11/2026 that you don’t agree: call 02 9876 5432')
      expect(letter).not.toContain('/cases/')
    })

    test('answers once, when the answer is sent twice', async () => {
      const messageID = randomUUID()
      const before = (await lettersTo(office, mine.customer.email)).length
      for (const _ of [1, 2]) expect((await answer({ messageID, credit: 5 })).status).toBe(200)
      expect((await caseNow(office, office.admin, caseID)).messages).toHaveLength(2)
      expect(await lettersTo(office, mine.customer.email)).toHaveLength(before + 1)
      expect(await deposits()).toHaveLength(1)
    })

    test('gives one credit from a case, linked to it, by one deposit; two admins at once give one', async () => {
      const both = await Promise.all([answer({ credit: 12.5 }), answer({ credit: 12.5 })])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(both.find(({ status }) => status === 409)).toMatchObject(refusal(409, 'credit_given'))
      expect(await answer({ credit: 1 })).toMatchObject(refusal(409, 'credit_given'))
      expect((await answer({})).status).toBe(200)
      const given = await deposits()
      expect(given).toMatchObject([{ amount: 12.5, notes: 'Case 1' }])
      const { messages } = await caseNow(office, mine.customer, caseID)
      expect(messages.flatMap(({ credit }) => credit ?? [])).toEqual([
        { transactionID: given[0]!['transactionID'], amount: 12.5 },
      ])
      const { body } = await office.admin.get<{ credit: number }>(
        `/v1/transactions/ledger?customerID=${mine.customer.userID}`,
      )
      expect(body.credit).toBe(12.5)
      expect((await lettersTo(office, mine.customer.email)).join()).toContain('a credit of $12.50')
    })

    test('answers nothing and gives nothing when the credit is refused', async () => {
      const before = (await lettersTo(office, mine.customer.email)).length
      expect((await answer({ credit: 0 })).body.fields).toHaveProperty('credit')
      await office.admin.put('/v1/settings/books.lockedThrough', { value: '2026-11-30', lockAhead: true })
      expect(await answer({ credit: 5 })).toMatchObject(refusal(409, 'books_closed'))
      expect((await caseNow(office, office.admin, caseID)).messages).toHaveLength(1)
      expect(await lettersTo(office, mine.customer.email)).toHaveLength(before)
    })

    test('does not answer over words it has not read', async () => {
      await office.call(mine.customer, addToCase, { caseID, text: 'And the gate is broken' })
      expect(await answer({}, etag(version))).toMatchObject(refusal(412, 'version_conflict'))
      expect((await office.admin.put(`/v1/cases/${caseID}/close`, undefined, etag(version))).status).toBe(412)
      expect((await answer({}, etag(version + 1))).status).toBe(200)
    })

    test('and the customer at once leave an order: whichever comes last decides whose turn it is', async () => {
      await answer({})
      const disagree = () => mine.customer.post(`/v1/cases/${caseID}/messages`, { disagree: true, text: 'No' })
      const both = await Promise.all([disagree(), answer({ text: 'Once more' })])
      expect(both.map(({ status }) => status)).toEqual([201, 200])
      const now = await caseNow(office, office.admin, caseID)
      const last = now.messages.at(-1)!
      expect(now.messages.map(({ kind: what }) => what).toSorted()).toEqual(
        ['opened', 'answered', 'answered', 'disagreed'].toSorted(),
      )
      expect(now.state).toBe(last.kind === 'disagreed' ? 'open' : 'answered')
      expect(now.disagreed).toBe(last.kind === 'disagreed')
    })

    test('closes it, answered or not: then nothing more is said', async () => {
      const close = () => office.admin.put(`/v1/cases/${caseID}/close`)
      expect((await close()).status).toBe(200)
      expect((await close()).status).toBe(200)
      expect(await answer({})).toMatchObject(refusal(409, 'wrong_state'))
      expect(await mine.customer.post(`/v1/cases/${caseID}/messages`, { text: 'But' })).toMatchObject(
        refusal(409, 'wrong_state'),
      )
      const { messages, state } = await caseNow(office, mine.customer, caseID)
      expect([state, messages.map(({ kind: what }) => what)]).toEqual(['closed', ['opened', 'closed']])
    })

    test('sees in the audit log who did what, without the words', async () => {
      await answered(office, { caseID }, { credit: 3, text: 'Something private' })
      const { items } = await office.call(office.admin, listAudit, { subjectID: caseID })
      expect(items.map(({ action }) => action).toSorted()).toEqual(['case.answer', 'case.open'])
      expect(JSON.stringify(items)).not.toContain('private')
      expect(items.every(({ subject }) => subject?.startsWith('Case 1, '))).toBe(true)
    })

    test('finds a case by name, number and words, and in its order of work', async () => {
      office.clock.set('2026-11-09T22:00:00Z')
      const { caseID: second } = await office.call(mine.customer, openCase, {
        kind: 'other',
        text: 'A second bag please',
      })
      const found = async (query: string) =>
        (await office.admin.get<{ items: { caseID: string }[] }>(`/v1/cases?${query}`)).body.items.map(
          ({ caseID: id }) => id,
        )
      expect(await found('keyword=second')).toEqual([second])
      expect(await found('keyword=abbott&sort=waitingSince')).toEqual([caseID, second])
      expect(await found('kind=other')).toEqual([second])
      expect(await found(`customerID=${mine.customer.userID}&kind=outcome`)).toEqual([caseID])
      expect((await office.admin.get('/v1/cases?sort=text')).status).toBe(422)
    })

    test('deletes a customer: the words go, the case and its credit stay', async () => {
      await answered(office, { caseID }, { credit: 5 })
      await act(office.admin, mine.run, 'complete')
      expect((await office.admin.delete(`/v1/users/customers/${mine.customer.userID}`)).status).toBe(204)
      const now = await caseNow(office, office.admin, caseID)
      expect(now).toMatchObject({ customer: 'Deleted customer', state: 'closed', text: '' })
      expect(now.messages.map(({ text }) => text)).toEqual(['', ''])
      expect(now.messages[1]!.credit).toMatchObject({ amount: 5 })
    })
  })

  test('a customer sends at most a hundred messages an hour, by how many sign-ins ever', async () => {
    const said = []
    for (let at = 0; at < 101; at++) said.push((await open({ kind: 'other' })).status)
    expect(said.filter((status) => status === 422)).toHaveLength(100)
    expect(said.at(-1)).toBe(429)
    const other = await signedIn(office.fetch, mine.customer)
    expect((await other.post('/v1/cases', { kind: 'other' })).status).toBe(429)
  })

  test('what was said can’t be changed or deleted in the database', async () => {
    await collected(mine)
    await report(office, mine)
    const { db } = office.deps.database
    await expect(db.execute("update case_messages set text = 'Something else'")).rejects.toThrow()
    await expect(db.execute('delete from case_messages')).rejects.toThrow()
  })
})
