import fc from 'fast-check'
import { expect, test } from 'vitest'
import { customersColumns, type CustomerRow } from '#client/features/customers/customers-columns.tsx'
import { guessColumns } from '#client/features/imports/guess-columns.ts'
import { FIELD_NAMES } from '#client/features/imports/field-names.ts'
import { type Field, IMPORT_KINDS, type ImportKind } from '#client/features/imports/import-kinds.ts'
import { numberedRows } from '#client/features/imports/corrections.ts'
import { type ChosenFile, readFile } from '#client/features/imports/read-file.ts'
import { suburbsColumns } from '#client/features/suburbs/suburbs-columns.tsx'
import { exportCsv } from '#client/shells/csv-export.ts'
import type { Column } from '#client/ui/office/data-table.tsx'
import { listCustomers } from '#contract/v1/customers.ts'
import { listSuburbs } from '#contract/v1/suburbs.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { readCell } from '#domain/import-cells.ts'
import { phonesIn } from '#domain/phone-numbers.ts'
import { normalPostcode } from '#domain/postcodes.ts'
import {
  ACCOUNT_TYPES,
  COLLECTION_SCHEMES,
  CUSTOMER_STATUSES,
  INVOICE_TYPES,
  STATES_OF_AUSTRALIA,
} from '#domain/words.ts'

/** What an import reads of each row of an export, by field. */
async function readBack<Row>(
  kind: ImportKind,
  endpoint: Endpoint,
  columns: readonly Column<Row>[],
  items: readonly Row[],
): Promise<Partial<Record<Field, unknown>>[]> {
  const call = async () => ({ kind: 'ok', value: { items, total: items.length }, status: 200, etag: null })
  const { signal } = new AbortController()
  const text = await exportCsv({
    call: call as never,
    endpoint,
    query: {},
    columns,
    onProgress: () => undefined,
    signal,
  })
  const file = (await readFile(new File(['\uFEFF', text!], 'export.csv'))) as ChosenFile
  const chosen = guessColumns(file.headings, kind, (field) => FIELD_NAMES[field])
  return numberedRows(file)
    .filter(({ cells }) => cells.length > 1)
    .map(({ cells }) =>
      Object.fromEntries(
        chosen.flatMap((field, place) =>
          field === null || cells[place] === '' ? [] : [[field, readCell(kind.fields[field]!, cells[place]!)]],
        ),
      ),
    )
}

/** Also texts in which a spreadsheet sees a formula, quotes, separators and other letters. */
const text = fc
  .tuple(fc.constantFrom('', '=', '+', '-', '@', '“'), fc.stringMatching(/^[A-Za-zé’'",;.&/ -]{1,20}$/))
  .map(([first, rest]) => `${first}a${rest}z`)
const phone = fc.oneof(fc.stringMatching(/^\+614\d{8}$/), fc.stringMatching(/^\+612\d{8}$/), fc.constant('+6421234567'))
const week = fc.option(fc.integer({ min: 1, max: 5 }))

const customer = fc.record({
  refId: fc.integer({ min: 1, max: 99_999_999 }).map(String),
  fullName: text,
  company: fc.option(text),
  address: text,
  suburb: text,
  state: fc.constantFrom(...STATES_OF_AUSTRALIA),
  postcode: fc.constantFrom('0800', '2076', '3121'),
  weekNumber: week,
  runNumber: fc.integer({ min: 1, max: 99 }),
  stopOrder: fc.option(fc.nat(500)),
  orderWish: fc.option(fc.constantFrom('first', 'last', '09:00', '15:30')),
  status: fc.constantFrom(...CUSTOMER_STATUSES),
  mobilePhone: fc.option(phone),
  email: fc.option(fc.constantFrom('anna@home.example', "o'neill@home.example", '+anna@home.example')),
  servicePackage: text,
  serviceType: fc.constantFrom('GARDEN_BAG', 'RUBBISH_REMOVAL'),
  collectionScheme: fc.constantFrom(...COLLECTION_SCHEMES),
  accountType: fc.constantFrom(...ACCOUNT_TYPES),
  invoiceType: fc.constantFrom(...INVOICE_TYPES),
  nextPickUp: fc.constant(null),
  accountBalance: fc.constantFrom(-60, 0, 25.5),
  totalSales: fc.constantFrom(0, 1234.5),
  origin: fc.constantFrom('NEW', 'MIGRATED'),
  createdAt: fc.constant('2026-11-10T00:00:00Z'),
})

/** A place to a millionth of a degree, or none. */
const place = fc.constantFrom<[number | null, number | null]>(
  [null, null],
  [-33.752_891, 151.07],
  [-12, 130.000_001],
  [-43.1, 147],
)
const placed = fc.tuple(customer, place).map(([row, [latitude, longitude]]) => ({ ...row, latitude, longitude }))

test('An export of the customers is read by the import as it was: nothing is changed, and no balance booked', async () => {
  const columns = customersColumns({
    timeZone: 'Australia/Sydney',
    today: '2026-11-10',
  })
  await fc.assert(
    fc.asyncProperty(fc.array(placed, { minLength: 1, maxLength: 5 }), async (rows) => {
      const read = await readBack(IMPORT_KINDS.customers, listCustomers, columns, rows as unknown as CustomerRow[])
      const meant = rows.map((row) => ({
        refId: Number(row.refId),
        company: row.company,
        address: row.address,
        suburbLabel: row.suburb,
        state: row.state,
        postcode: row.postcode,
        lat: row.latitude,
        lng: row.longitude,
        weekNumber: row.weekNumber,
        runNumber: row.runNumber,
        stopOrder: row.stopOrder,
        orderWish: row.orderWish,
        status: row.status,
        mobilePhone: row.mobilePhone,
        email: row.email,
        packageName: row.servicePackage,
        collectionScheme: row.collectionScheme,
        accountType: row.accountType,
        invoiceType: row.invoiceType,
      }))
      expect(
        read.map(({ mobilePhone = null, postcode, ...fields }) => ({
          company: null,
          lat: null,
          lng: null,
          weekNumber: null,
          stopOrder: null,
          orderWish: null,
          email: null,
          ...fields,
          postcode: normalPostcode(String(postcode)),
          mobilePhone: mobilePhone === null ? null : phonesIn(String(mobilePhone)).phones[0],
        })),
      ).toEqual(meant)
    }),
    { numRuns: 60 },
  )
})

test('An export of the suburbs is read by the import as it was', async () => {
  const columns = suburbsColumns('Australia/Sydney')
  const suburb = fc.record({
    label: text,
    postCode: fc.constantFrom('0800', '2076'),
    state: fc.constantFrom(...STATES_OF_AUSTRALIA),
    weekNumber: week,
    customers: fc.nat(100),
    createdAt: fc.constant('2026-11-10T00:00:00Z'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(suburb, { minLength: 1, maxLength: 5 }), async (rows) => {
      const read = await readBack(IMPORT_KINDS.suburbs, listSuburbs, columns, rows as never[])
      expect(
        read.map(({ postCode, ...fields }) => ({ ...fields, postCode: normalPostcode(String(postCode)) })),
      ).toEqual(
        rows.map(({ label, postCode, state, weekNumber }) => ({
          label,
          postCode,
          state,
          ...(weekNumber !== null && { weekNumber }),
        })),
      )
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['lat', 'lng'],
  ['Latitude', 'Longitude'],
  ['LAT', 'LON'],
  ['Lat.', 'Long.'],
  ['GPS lat', 'GPS long'],
  ['y', 'x'],
])('A file’s columns %s and %s are taken for latitude and longitude', (lat, lng) => {
  const columns = guessColumns(['Ref ID', lng, lat], IMPORT_KINDS.customers, (field) => FIELD_NAMES[field])
  expect(columns).toEqual(['refId', 'lng', 'lat'])
})
