import { createProduct } from '#contract/v1/packages.ts'
import { createCalendarYear } from '#contract/v1/settings.ts'
import { createSuburb } from '#contract/v1/suburbs.ts'
import { startPostgres } from './server/postgres.ts'
import { request } from './server/timed.ts'
import { type Bench, compared, type Figure, interleaved, millis, type Options, within } from './support/figures.ts'
import { adminToken, askAt, openFixtureIn } from '../fixtures/business-on-disk.ts'

const SUBURBS = 17_000
const CUSTOMERS = 10_000
/** Rows of each kind created one by one; the remaining rows would take no less time each. */
const BY_HAND = 300
/** ms. However long a file is, it must not block the database for longer than this. */
const LONGEST = 200

/** ms a row, and the longest time another client had to wait for an answer meanwhile, ms. */
interface Moved {
  suburb: number
  customer: number
  wait: number
}

/** Imports an office's suburbs and customers by file, compared with the same rows one by one through the same API. */
export async function imports({ rounds }: Options): Promise<Bench> {
  const method = [...METHOD]
  const figures = await onDatabase('embedded', rounds, async () => ({}))
  const postgres = await startPostgres()
  if (postgres === null) method.push('PostgreSQL is not installed here: its figures are left out.')
  else {
    try {
      figures.push(
        ...(await onDatabase('PostgreSQL', rounds, async () => ({
          DATABASE_URL: await postgres.newDatabase(),
          SECRET_KEY: 'a secret key for the bench, long enough',
        }))),
      )
      method.push(`PostgreSQL ${postgres.version} on the same machine, fsync on.`)
    } finally {
      await postgres.stop()
    }
  }
  return { figures, method }
}

async function onDatabase(
  name: string,
  rounds: number,
  environment: () => Promise<Record<string, string>>,
): Promise<Figure[]> {
  const move = async (how: (office: Office) => Promise<Omit<Moved, 'wait'>>): Promise<Moved> => {
    const fixture = await openFixtureIn(await environment())
    try {
      const office = await furnished(fixture.product.origin)
      const waiter = somebodyElse(office)
      return { ...(await how(office)), wait: await waiter.longest() }
    } finally {
      await fixture.close()
    }
  }
  const pairs = await interleaved(
    rounds,
    () => move(byFile),
    () => move(byHand),
  )
  const of = (part: keyof Moved) => pairs.map(({ ours, rival }) => ({ ours: ours[part], rival: rival[part] }))
  return [
    compared(`Import of ${CUSTOMERS} customers, ${name}`, of('customer'), aSecond),
    compared(`Import of ${SUBURBS} suburbs, ${name}`, of('suburb'), aSecond),
    within(`… the longest anybody else waited meanwhile, ${name}`, of('wait'), millis, LONGEST),
  ]
}

const aSecond = (ms: number) => `${Math.round(1000 / ms)} rows/s`

interface Office {
  readonly origin: string
  readonly headers: Record<string, string>
  readonly suburbID: string
  readonly productID: string
}

async function furnished(origin: string): Promise<Office> {
  const ask = askAt(origin)
  const token = await adminToken(ask)
  await ask(createCalendarYear, { yearNumber: 2026, mode: 'MONTHS' }, token)
  const { suburbID } = await ask(
    createSuburb,
    { label: 'Wattle Grove', postCode: '2173', state: 'NSW', weekNumber: 2 },
    token,
  )
  const { productID } = await ask(
    createProduct,
    {
      name: 'Garden bag',
      serviceType: 'GARDEN_BAG',
      isPublic: true,
      features: [],
      paymentScheme: 'POSTPAID',
      collectionScheme: 'MONTHLY',
      price: 25,
    },
    token,
  )
  return {
    origin,
    suburbID,
    productID,
    headers: { authorization: `Bearer ${token}`, cookie: 'XSRF-TOKEN=bench', 'x-xsrf-token': 'bench' },
  }
}

/** Reads the list of suburbs again and again, like another admin during the import. */
function somebodyElse({ origin, headers }: Office): { longest(): Promise<number> } {
  let longest = 0
  let over = false
  const looking = (async () => {
    while (!over) {
      const began = performance.now()
      await request(`${origin}/v1/users/suburbs?perPage=1&weekNumber=5`, { headers }, 200)
      longest = Math.max(longest, performance.now() - began)
    }
  })()
  return {
    longest: async () => {
      over = true
      await looking
      return longest
    },
  }
}

async function byFile(office: Office): Promise<Omit<Moved, 'wait'>> {
  const suburbs = [
    'label,postCode,weekNumber',
    ...Array.from(
      { length: SUBURBS },
      (_, at) => `Suburb ${at},2${String(at % 1000).padStart(3, '0')},${(at % 4) + 1}`,
    ),
  ]
  const names = [
    'firstName',
    'lastName',
    'email',
    'mobilePhone',
    'address',
    'suburbLabel',
    'packageName',
    'startDate',
    'accountType',
    'invoiceType',
    'notes',
    'openingBalance',
  ]
  const customers = [
    names.join(','),
    ...Array.from({ length: CUSTOMERS }, (_, at) =>
      names
        .map((name) =>
          String(
            { ...person(at), suburbLabel: 'Wattle Grove', packageName: 'Garden bag', openingBalance: '-60' }[name],
          ),
        )
        .join(','),
    ),
  ]
  return { suburb: await sent(office, 'suburbs', suburbs), customer: await sent(office, 'customers', customers) }
}

const person = (at: number): Record<string, string> => ({
  firstName: 'Anna',
  lastName: `Abbott ${at}`,
  email: `customer-${at}@bench.example`,
  mobilePhone: `04${10_000_000 + at}`,
  address: `${at} Banksia Street`,
  startDate: '2026-01-01',
  accountType: 'PERSONAL',
  invoiceType: '1A',
  notes: 'Gate code 1234',
})

async function sent(
  { origin, headers }: Office,
  kind: 'suburbs' | 'customers',
  lines: readonly string[],
): Promise<number> {
  const began = performance.now()
  const answer = await request(
    `${origin}/v1/users/${kind}/import`,
    { method: 'POST', headers: { ...headers, 'content-type': 'text/csv' }, body: lines.join('\n') },
    200,
  )
  const took = performance.now() - began
  const { created } = (await answer.json()) as { created: number }
  if (created !== lines.length - 1) throw new Error(`Of ${lines.length - 1} ${kind} ${created} were made.`)
  return took / created
}

async function byHand({ origin, headers, suburbID, productID }: Office): Promise<Omit<Moved, 'wait'>> {
  const make = async (path: string, body: (at: number) => object) => {
    const began = performance.now()
    for (let at = 0; at < BY_HAND; at += 1)
      await request(
        `${origin}${path}`,
        { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body(at)) },
        201,
      )
    return (performance.now() - began) / BY_HAND
  }
  return {
    suburb: await make('/v1/users/suburbs', (at) => ({
      label: `Suburb ${at}`,
      postCode: `2${String(at % 1000).padStart(3, '0')}`,
      state: 'NSW',
      weekNumber: (at % 4) + 1,
    })),
    customer: await make('/v1/users/customers', (at) => ({
      ...person(at),
      suburbID,
      productID,
      state: 'NSW',
      postcode: '2173',
    })),
  }
}

const METHOD = [
  `Imports: a server of its own each round, ${SUBURBS} suburbs and then ${CUSTOMERS} customers with e-mail, phone, notes and opening balance by file, each line judged and audited. Beside it: ${BY_HAND} of each, one after the other, through the API the forms call. All the while an admin looks at a list; the longest wait is the longest the database or the process was held.`,
]
