import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { searchEverywhere } from '#contract/v1/search.ts'
import { formatDay } from '#domain/dates.ts'
import { databases } from '../../support/databases.ts'
import { type Office, openOffice } from '../../support/office.ts'
import { generated } from '../../fixtures/runs.ts'
import {
  aCustomer,
  aDriver,
  aHome,
  another,
  aSuburb,
  type Fields,
  made,
  refusal,
  wrongField,
} from '../../fixtures/office-bodies.ts'

type Found = OutputOf<typeof searchEverywhere>['items'][number]

describe.each(databases)('Search everywhere, on %s', (kind) => {
  let office: Office
  beforeAll(async () => {
    office = await openOffice(kind)
  })
  afterAll(() => office.close())

  const search = async (keyword: string) =>
    (await office.admin.get<{ items: Found[] }>(`/v1/search?keyword=${encodeURIComponent(keyword)}`)).body.items
  const found = async (keyword: string) => (await search(keyword)).map(({ kind, title }) => `${kind} ${title}`)
  const customer = async (fields: Fields = {}, suburb: Fields = {}) =>
    made<{ customerID: string; refId: string }>(
      office.admin,
      '/v1/users/customers',
      aCustomer(await aHome(office.admin, { suburb }), fields),
    )

  test('one search finds customers, requests, drivers and suburbs by name, grouped by kind', async () => {
    const word = `Quokka${another()}`
    const person = { firstName: 'Anna', lastName: word, mobilePhone: '0498 111 222' }
    const { customerID, refId } = await customer(person, { label: 'Cowan', postCode: '2081' })
    await customer({ ...person, firstName: 'Rita', status: 'PENDING' })
    await made(office.admin, '/v1/users/drivers', aDriver({ ...person, firstName: 'Dan' }))
    await made(office.admin, '/v1/users/suburbs', aSuburb({ label: `${word} Heights`, postCode: '2082' }))
    expect(await found(word.toLowerCase())).toEqual([
      `customer Anna ${word}`,
      `request Rita ${word}`,
      `driver Dan ${word}`,
      `suburb ${word} Heights`,
    ])
    const [anna, rita, dan, heights] = await search(word)
    expect(anna).toEqual({
      kind: 'customer',
      id: customerID,
      title: `Anna ${word}`,
      detail: `${refId} · 12 High Street, Cowan 2076`,
      status: 'ACTIVE',
    })
    expect([rita!.status, dan!.status, heights!.status]).toEqual(['PENDING', null, null])
    expect([dan!.detail, heights!.detail]).toEqual(['0498 111 222', 'NSW 2082'])
    expect(await found(`anna ${word}`)).toEqual([`customer Anna ${word}`])
  })

  test('people of that name come before those who live in a street of that name', async () => {
    const word = `Bilby${another()}`
    for (const firstName of ['Ada', 'Bea', 'Cleo']) await customer({ firstName, address: `3 ${word} Street` })
    await customer({ firstName: 'Zoe', lastName: word })
    await customer({ firstName: 'Yan', lastName: 'Zander', company: `${word} Cafe` })
    const titles = (await search(word)).map(({ title }) => title)
    expect(titles.slice(0, 2)).toEqual([`Zoe ${word}`, 'Yan Zander'])
    expect(titles.slice(2).map((title) => title.split(' ')[0])).toEqual(['Ada', 'Bea', 'Cleo'])
  })

  test('an invoice is found by its number, however it is typed', async () => {
    const { customerID } = await customer({ firstName: 'Ina', lastName: 'Numbat' })
    const lines = [{ description: 'Extra green waste', quantity: 1, price: 12.5 }]
    const { invoiceID, number, dueDate } = await made<{ invoiceID: string; number: string; dueDate: string }>(
      office.admin,
      '/v1/invoices',
      { customerID, lines },
    )
    const detail = `Ina Numbat · $12.50 · due ${formatDay(dueDate)}`
    const bare = number.replace('-', '').toLowerCase()
    for (const typed of [number, bare, number.replace('INV-', '')])
      expect((await search(typed)).filter(({ kind }) => kind === 'invoice')).toEqual([
        { kind: 'invoice', id: invoiceID, title: number, detail, status: null },
      ])
    expect(await found(number.replace('INV', 'OPEN'))).toEqual([])
  })

  test('it finds by phone as dialled, by e-mail, by address and by company', async () => {
    const n = another()
    await customer({
      firstName: 'Bea',
      lastName: 'Bilby',
      mobilePhone: '0477 888 999',
      email: `bea.bilby${n}@rounds.example`,
      address: `${n} Echidna Crescent`,
      company: `Emu ${n} Pty Ltd`,
    })
    for (const keyword of [
      '0477 888 999',
      '+61 477 888',
      '477888999',
      `bea.bilby${n}@`,
      `${n} echidna`,
      `emu ${n} pty`,
    ])
      expect(await found(keyword), keyword).toContain('customer Bea Bilby')
  })

  test('apostrophes, accents and hyphens make no difference to any kind', async () => {
    const word = `Lyrebird${another()}`
    const person = { firstName: 'Rene', lastName: `O’${word}-Müller` }
    await customer(person)
    await made(office.admin, '/v1/users/drivers', aDriver({ ...person, mobilePhone: '0498 765 432' }))
    await made(office.admin, '/v1/users/suburbs', aSuburb({ label: `O'${word} Müller` }))
    const all = [`customer Rene O’${word}-Müller`, `driver Rene O’${word}-Müller`, `suburb O'${word} Müller`]
    for (const keyword of [`O'${word}-Muller`, `o’${word} müller`, `O${word}-MÜLLER`])
      expect([keyword, await found(keyword)]).toEqual([keyword, all])
    for (const keyword of [`${word} 0498`, `${word} 0498 765`, `${word} (0498)`])
      expect([keyword, await found(keyword)]).toEqual([keyword, [all[1]]])
  })

  test('a postcode finds its suburbs', async () => {
    const { label } = await made<{ label: string }>(office.admin, '/v1/users/suburbs', aSuburb({ postCode: '2879' }))
    expect(await found('2879')).toEqual([`suburb ${label}`])
  })

  test('it finds a run by the name people use, whole or in part; the exact one comes first', async () => {
    await office.reset()
    const suburb = await office.make.suburb()
    await office.make.calendarYear()
    await office.make.customer({ suburbID: suburb.suburbID })
    const run = await generated(office)
    expect(await search(run.readableID.toLowerCase())).toEqual([
      {
        kind: 'run',
        id: run.runOrderID,
        title: 'Week 2, November · 9–15 Nov',
        detail: '',
        status: 'draft',
      },
    ])
    expect(await found(run.refId)).toEqual(['run Week 2, November · 9–15 Nov'])
    expect(await found('2026-11')).toEqual(['run Week 2, November · 9–15 Nov'])
  })

  test('an exact number comes before all others, whatever their kind or name', async () => {
    await office.reset()
    const home = await aHome(office.admin)
    const zoe = await made<{ refId: string }>(
      office.admin,
      '/v1/users/customers',
      aCustomer(home, { firstName: 'Zoe', lastName: 'Zander' }),
    )
    for (let n = 0; n < 7; n += 1)
      await made(
        office.admin,
        '/v1/users/customers',
        aCustomer(home, { firstName: 'Abe', address: `${zoe.refId} High Street` }),
      )
    const all = await found(zoe.refId)
    expect([all[0], all.length]).toEqual(['customer Zoe Zander', 6])
  })

  test('it shows at most six of each kind, in order of their names', async () => {
    const word = `Wombat${another()}`
    const home = await aHome(office.admin)
    for (const letter of 'hgfedcba') {
      await made(office.admin, '/v1/users/customers', aCustomer(home, { firstName: letter, lastName: word }))
      await made(office.admin, '/v1/users/drivers', aDriver({ firstName: letter, lastName: word }))
    }
    expect(await found(word)).toEqual([
      ...[...'abcdef'].map((letter) => `customer ${letter} ${word}`),
      ...[...'abcdef'].map((letter) => `driver ${letter} ${word}`),
    ])
  })

  test('a deleted customer is not found, and characters with a meaning in the database find nothing', async () => {
    const word = `Gone${another()}`
    const { customerID } = await customer({ lastName: word })
    await office.admin.delete(`/v1/users/customers/${customerID}`)
    expect(await found(word)).toEqual([])
    expect(await found('%%%')).toEqual([])
    expect(await found('___')).toEqual([])
  })

  test('it needs three characters at least, and is for admins only', async () => {
    for (const keyword of ['', 'ab', '  a '])
      expect(await office.admin.get(`/v1/search?keyword=${encodeURIComponent(keyword)}`)).toMatchObject(
        refusal(400, 'keyword_too_short'),
      )
    expect(await office.admin.get('/v1/search')).toMatchObject(wrongField('keyword'))
    const driver = await office.driver()
    expect(await driver.get('/v1/search?keyword=anna')).toMatchObject(refusal(403, 'forbidden'))
  })
})
