import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseAddress } from '#domain/addresses.ts'
import { stopActions } from '#domain/stop-actions.ts'
import {
  type DriverChoice,
  driverWarnings,
  isEmployedIn,
  isFieldWorkDone,
  proposeDriver,
  runActions,
  transition,
} from '#domain/runs.ts'
import { compareStops, type OrderedStop } from '#domain/stop-order.ts'
import { JOB_STATES, RUN_STATUSES } from '#domain/words.ts'

describe('what may be done to a run', () => {
  it('depends on its status', () => {
    expect(Object.fromEntries(RUN_STATUSES.map((status) => [status, runActions(status).join(' ')]))).toEqual({
      draft: 'describe add remove assign order edit shift activate delete',
      active: 'describe add remove assign order edit shift record complete',
      completed: 'describe archive',
      archived: '',
    })
  })

  it('moves it one way, and a repeat changes nothing', () => {
    const table = RUN_STATUSES.map((status) => [
      status,
      ...(['activate', 'complete', 'archive'] as const).map((action) => transition(status, action)),
    ])
    expect(table).toEqual([
      ['draft', 'go', 'wrong_state', 'wrong_state'],
      ['active', 'already', 'go', 'wrong_state'],
      ['completed', 'wrong_state', 'already', 'go'],
      ['archived', 'wrong_state', 'wrong_state', 'already'],
    ])
  })
})

describe('what may be done to a stop', () => {
  const table = (hasOutcome: boolean) =>
    RUN_STATUSES.flatMap((run) =>
      JOB_STATES.map((state) => `${run} ${state}: ${stopActions(state, hasOutcome, run).join(' ')}`),
    ).filter((line) => !line.endsWith(': '))

  it('depends on its state and on its run’s', () => {
    expect(table(false)).toEqual([
      'draft planned: edit order assign shift remove',
      'draft done: edit order assign',
      'active planned: edit order assign shift remove record',
      'active done: edit order assign record',
    ])
  })

  it('never moves a stop that has an outcome', () => {
    expect(table(true)).toEqual([
      'draft planned: edit order assign',
      'draft done: edit order assign',
      'active planned: edit order assign record',
      'active done: edit order assign record',
    ])
  })
})

describe('addresses', () => {
  it.each([
    ['12 Smith Street', { street: 'smith street', number: 12, suffix: '', unit: '' }],
    ['12A Smith St', { street: 'smith street', number: 12, suffix: 'a', unit: '' }],
    ['3/12 Smith St.', { street: 'smith street', number: 12, suffix: '', unit: '3' }],
    ['Unit 3, 12 Smith Street', { street: 'smith street', number: 12, suffix: '', unit: '3' }],
    ['U3/12-14 Smith Street', { street: 'smith street', number: 12, suffix: '', unit: '3' }],
    ['Lot 5 Old Northern Rd, rear gate', { street: 'old northern road', number: 5, suffix: '', unit: '' }],
    ['  7   ST JOHNS AVE ', { street: 'st johns avenue', number: 7, suffix: '', unit: '' }],
    ['9 The Esplanade', { street: 'the esplanade', number: 9, suffix: '', unit: '' }],
    ['Gumnut Farm', { street: 'gumnut farm', number: 0, suffix: '', unit: '' }],
    ['Lot 5 DP 1234, 14 Smith St', { street: 'smith street', number: 14, suffix: '', unit: '5' }],
    ['12½ Smith St', { street: 'smith street', number: 12, suffix: '', unit: '' }],
    ['Lot 5, 14 Smith St', { street: 'smith street', number: 14, suffix: '', unit: '5' }],
    ['G01/10 Smith St', { street: 'smith street', number: 10, suffix: '', unit: 'g01' }],
    ['Level 2, 12 Smith St', { street: 'smith street', number: 12, suffix: '', unit: '2' }],
    ['L2/12 Smith St', { street: 'smith street', number: 12, suffix: '', unit: '2' }],
    ['Unit 3, Level 2, 12 Smith St', { street: 'smith street', number: 12, suffix: '', unit: '3' }],
    ['Level 2, Shop 4B, 12 Smith St', { street: 'smith street', number: 12, suffix: '', unit: '4b' }],
    ['#3 26 Smith St', { street: 'smith street', number: 26, suffix: '', unit: '3' }],
    ['#26 Smith St', { street: 'smith street', number: 26, suffix: '', unit: '' }],
    ['Gumnut House, 12 Smith St', { street: 'smith street', number: 12, suffix: '', unit: '' }],
    ['Ground Floor, 12 Smith St', { street: 'smith street', number: 12, suffix: '', unit: '' }],
    ['Rear 12 Smith St', { street: 'smith street', number: 12, suffix: '', unit: '' }],
    ['Lot 5, Old Northern Rd, gate 2', { street: 'old northern road', number: 5, suffix: '', unit: '' }],
    ['12–14 Smith St', { street: 'smith street', number: 12, suffix: '', unit: '' }],
    ['', { street: '', number: 0, suffix: '', unit: '' }],
  ])('reads "%s"', (address, parts) => {
    expect(parseAddress(address)).toEqual(parts)
  })
})

describe('one street', () => {
  it.each([
    ['O’Connell Street', "O'Connell St", 'OConnell St.', 'O‘CONNELL STREET'],
    ['Mount Street', 'Mt St', 'Mt. Street'],
    ['St Johns Avenue', 'Saint John’s Ave', 'St. Johns Av'],
    ['Smith Street North', 'Smith St N', 'Smith St North'],
    ['Émile Crescent', 'Emile Cres', 'EMILE CRESC'],
    [
      'O’Connell Street',
      'O Connell St',
      'OConnell St (rear)',
      'O’Connell St Gordon NSW 2072',
      'OConnell St cnr Low Rd',
    ],
    ['McDonald Walk', 'Mc Donald Wlk'],
    ['High Street', 'High St St Ives NSW 2075', 'high st, st ives'],
    ['Lane Cove Road', 'Lane Cove Rd Ryde NSW'],
    ['North Parade', 'Nth Pde', 'North Pde, Gordon'],
    ['Smith Street South', 'Smith St Sth'],
  ])('is %s, however it is written', (...names) => {
    expect(new Set(names.map((name) => parseAddress(`7 ${name}`).street)).size).toBe(1)
  })

  it('is the first of a corner without a number', () => {
    for (const corner of ['Cnr Smith St & Low Rd', 'Corner of Smith Street and Low Road', 'cnr. Smith Street / Low Rd'])
      expect(parseAddress(corner)).toMatchObject({ street: 'smith street', number: 0 })
  })

  it('is told from another of nearly the same name', () => {
    const names = ['St Johns Avenue', 'Johns Street', 'Smith Street', 'Smith Street North', 'Smith Road', 'Mount Road']
    expect(new Set(names.map((name) => parseAddress(`7 ${name}`).street)).size).toBe(names.length)
  })

  it('is driven from end to end, whatever stands before the house', () => {
    const inOrder = [
      '2 O’Connell St',
      'Lot 9, 4 OConnell Street',
      "Level 2, 6 O'Connell St",
      '1-4/7 O’Connell St',
      'G01/8 O’Connell Street',
      '#3 10 OConnell St',
      'Block C Unit 4 11 O’Connell St',
      'Gumnut House, 12 O’Connell St',
      'Rear of 13 OConnell St',
      'Factory 2/14 OConnell St',
      'Granny flat 15 OConnell St',
      '3\\16 OConnell St',
      '1 Park Avenue',
    ]
    const stops = inOrder.map((address) => ({
      runNumber: 1,
      stopOrder: null,
      suburb: 'Gordon',
      address,
      refId: '10001',
    }))
    expect(
      stops
        .toReversed()
        .toSorted(compareStops)
        .map(({ address }) => address),
    ).toEqual(inOrder)
  })
})

describe('the order of stops', () => {
  const stop = (changes: Partial<OrderedStop>): OrderedStop => ({
    runNumber: 1,
    stopOrder: null,
    suburb: 'Gordon',
    address: '1 Rosedale Road',
    refId: '10001',
    ...changes,
  })

  it('is round, place in the round, suburb, street, number, refId', () => {
    const right = [
      stop({ stopOrder: 1, suburb: 'Wahroonga' }),
      stop({ stopOrder: 2 }),
      stop({ stopOrder: 10 }),
      stop({ address: '40 Park Avenue' }),
      stop({ address: '9 Rosedale Rd' }),
      stop({ address: '10 Rosedale Road' }),
      stop({ address: '10a Rosedale Road' }),
      stop({ address: '2/12 Rosedale Road' }),
      stop({ address: '10/12 Rosedale Road' }),
      stop({ address: '14 Rosedale Road', refId: '9999' }),
      stop({ address: '14 Rosedale Road', refId: '10002' }),
      stop({ suburb: 'killara' }),
      stop({ suburb: 'Pymble' }),
      stop({ runNumber: 2, stopOrder: 1, suburb: 'Avalon' }),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(right, { minLength: right.length }), (stops) => {
        expect(stops.sort(compareStops)).toEqual(right)
      }),
    )
  })

  it('is the same for any stops, whatever order they come in', () => {
    const stops = fc.array(
      fc.record({
        runNumber: fc.integer({ min: 1, max: 2 }),
        stopOrder: fc.option(fc.integer({ min: 1, max: 3 })),
        suburb: fc.constantFrom('Gordon', 'Pymble'),
        address: fc
          .tuple(
            fc.constantFrom('', '2/', 'Unit 9, '),
            fc.integer({ min: 1, max: 12 }),
            fc.constantFrom('', 'a', 'B', '-14'),
            fc.constantFrom(' High St', ' High Street', ' Park Ave'),
          )
          .map((parts) => parts.join('')),
        refId: fc.uniqueArray(fc.nat(99_999), { minLength: 1, maxLength: 1 }).map(String),
      }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(
        stops.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const key = (one: OrderedStop) => [
            one.runNumber,
            one.stopOrder,
            one.suburb,
            parseAddress(one.address),
            one.refId,
          ]
          expect(shuffled.sort(compareStops).map(key)).toEqual(all.sort(compareStops).map(key))
        },
      ),
    )
  })
})

describe('the driver of a round', () => {
  const week = { yearNumber: 2026, monthNumber: 11, weekNumber: 2, from: '2026-11-09', to: '2026-11-15' }
  const dan: DriverChoice = {
    driverID: 'dan',
    weekNumbers: [1, 2],
    employmentStartDate: '2020-01-01',
    employmentEndDate: null,
  }
  const eve: DriverChoice = { ...dan, driverID: 'eve', weekNumbers: [3, 4] }
  const round = { runNumber: 1, week, named: [], lastDriverID: null, drivers: [dan, eve] }

  it('is the one named, else the last one to drive it, else the only one who works that week, else none', () => {
    expect(proposeDriver({ ...round, named: [{ runNumber: 1, driverID: 'eve' }], lastDriverID: 'dan' })).toBe('eve')
    expect(proposeDriver({ ...round, named: [{ runNumber: 2, driverID: 'eve' }] })).toBe('dan')
    expect(proposeDriver({ ...round, lastDriverID: 'eve' })).toBe('eve')
    expect(proposeDriver(round)).toBe('dan')
    expect(proposeDriver({ ...round, drivers: [dan, { ...eve, weekNumbers: [2] }] })).toBeNull()
    expect(proposeDriver({ ...round, drivers: [] })).toBeNull()
  })

  it('is nobody who is not employed in that week', () => {
    const left = { ...dan, employmentEndDate: '2026-11-08' }
    expect(proposeDriver({ ...round, lastDriverID: 'dan', drivers: [left] })).toBeNull()
    expect(proposeDriver({ ...round, lastDriverID: 'dan', drivers: [left, { ...eve, weekNumbers: [2] }] })).toBe('eve')
    expect([
      isEmployedIn({ ...dan, employmentEndDate: '2026-11-09' }, week),
      isEmployedIn({ ...dan, employmentStartDate: '2026-11-15' }, week),
      isEmployedIn({ ...dan, employmentStartDate: '2026-11-16' }, week),
    ]).toEqual([true, true, false])
  })

  it('may be one who does not work in that week, with a warning', () => {
    expect(driverWarnings({ name: 'Eve Moss', weekNumbers: [3, 4] }, week)).toEqual([
      { code: 'driver_week', message: 'Eve Moss doesn’t work in week 2.' },
    ])
    expect(driverWarnings({ name: 'Dan', weekNumbers: [2] }, week)).toEqual([])
  })
})

describe('a run', () => {
  it('is done in the field when every stop still on it has an outcome', () => {
    const collected = { state: 'done' as const, outcome: 'COLLECTED' as const }
    expect(
      isFieldWorkDone([collected, { state: 'shifted', outcome: null }, { state: 'cancelled', outcome: null }]),
    ).toBe(true)
    expect(isFieldWorkDone([collected, { state: 'planned', outcome: null }])).toBe(false)
    expect(isFieldWorkDone([{ state: 'shifted', outcome: null }])).toBe(false)
    expect(isFieldWorkDone([])).toBe(false)
  })
})
