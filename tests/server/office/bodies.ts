import { expect } from 'vitest'

/** Request bodies of the office, realistic and different each time, and helpers to read answers. */

let count = 0
/** A number that no other call in this file gets. */
export const another = () => ++count

export interface Answer {
  readonly status: number
  readonly body: unknown
}
export type Fields = Record<string, unknown>
interface Caller {
  post(path: string, body?: unknown): Promise<Answer>
}

export const aSuburb = (fields: Fields = {}) => ({
  label: `Suburb ${another()}`,
  postCode: '2076',
  state: 'NSW',
  weekNumber: 2,
  ...fields,
})

export const aPackage = (fields: Fields = {}) => ({
  name: `Garden bag ${another()}`,
  serviceType: 'GARDEN_BAG',
  paymentScheme: 'POSTPAID',
  collectionScheme: 'MONTHLY',
  price: 25,
  ...fields,
})

export const aCustomer = (home: { suburbID: string; productID: string }, fields: Fields = {}) => ({
  firstName: 'Anna',
  lastName: `Smith ${another()}`,
  address: '12 High Street',
  state: 'NSW',
  postcode: '2076',
  startDate: '2026-01-01',
  accountType: 'PERSONAL',
  invoiceType: '1A',
  ...home,
  ...fields,
})

export const aDriver = (fields: Fields = {}) => ({
  firstName: 'Dan',
  lastName: `Driver ${another()}`,
  email: `driver${another()}@rounds.example`,
  mobilePhone: '0412 345 678',
  employmentType: 'CASUAL',
  employmentStartDate: '2026-01-05',
  payRate: 4,
  payPercentage: 50,
  weekNumbers: [1, 2],
  ...fields,
})

/** The object that a POST has created. */
export async function made<Shape = Fields>(caller: Caller, path: string, body: unknown): Promise<Shape> {
  const answer = await caller.post(path, body)
  expect(answer).toMatchObject({ status: 201 })
  return answer.body as Shape
}

/** A suburb and a package for a customer. */
export async function aHome(
  caller: Caller,
  { suburb = {}, product = {} }: { suburb?: Fields; product?: Fields } = {},
): Promise<{ suburbID: string; productID: string }> {
  const { suburbID } = await made<{ suburbID: string }>(caller, '/v1/users/suburbs', aSuburb(suburb))
  const { productID } = await made<{ productID: string }>(caller, '/v1/products', aPackage(product))
  return { suburbID, productID }
}

/** Refused by a rule: the status, the code, and the fields it names. */
export function refusal(status: number, code: string, fields?: Fields) {
  return { status, body: { code, ...(fields && { fields }) } }
}

/** A field is wrong: 422 with a sentence on it. */
export function wrongField(field: string, sentence: unknown = expect.any(String)) {
  return { status: 422, body: { code: 'fields_invalid', fields: { [field]: sentence } } }
}

export function ids(answer: Answer, key: string): unknown[] {
  return (answer.body as { items: Fields[] }).items.map((item) => item[key])
}
