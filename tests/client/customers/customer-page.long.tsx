import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import { getTimeline, noteCall } from '#contract/v1/customer-timeline.ts'
import { addCustomerPhoto, signUpload } from '#contract/v1/photos.ts'
import {
  blockCustomer,
  cancelCustomer,
  type Customer,
  getCustomer,
  liftHold,
  previewCancel,
  reactivateCustomer,
  updateCustomer,
  updateCycle,
} from '#contract/v1/customers.ts'
import { getLedger } from '#contract/v1/transactions.ts'
import { getProduct } from '#contract/v1/packages.ts'
import { getPlace } from '#contract/v1/places.ts'
import { listCalendar } from '#contract/v1/settings.ts'
import { getSuburb, listSuburbs } from '#contract/v1/suburbs.ts'
import type { CustomerStatus } from '#domain/words.ts'
import { ANNA, GARDEN_BAG, makeCustomer, WAHROONGA } from '../../fixtures/answers/customers.ts'
import { LEDGER } from '../../fixtures/answers/invoices.ts'
import { openCustomers, pageOf, refused } from './open-customers.tsx'
import { jpeg } from '../../fixtures/jpeg.ts'

const week = (monthNumber: number, weekNumber: number, from: string, to: string) => ({
  calendarSettingID: `01890000-0000-7000-8000-0000000000${String(monthNumber).padStart(2, '0')}`,
  yearNumber: 2100,
  monthNumber,
  weekNumber,
  from,
  to,
  version: 1,
  warnings: [],
})

/** A calendar in the far future, so that no test depends on the day it runs on. */
const CALENDAR = [
  week(1, 2, '2100-01-11', '2100-01-17'),
  week(2, 2, '2100-02-08', '2100-02-14'),
  week(2, 3, '2100-02-15', '2100-02-21'),
]

function openAnna(
  tab: string,
  now: () => Customer,
  put: (input: Record<string, unknown>) => unknown = () => now(),
  config: { mailServer?: boolean } = {},
  user: Parameters<typeof openCustomers>[4] = {},
) {
  const office: Parameters<typeof openCustomers>[1] = ({ path, method }, input) => {
    if (method !== 'GET') return put(input)
    if (path === previewCancel.path) return { invoices: 1, amount: 75, givenBack: 0, balance: -75 }
    if (path === getCustomer.path) return now()
    if (path === getLedger.path) return LEDGER
    if (path === listCalendar.path) return pageOf(CALENDAR)
    if (path === getSuburb.path) return WAHROONGA
    if (path === getProduct.path) return GARDEN_BAG
    return path === getTimeline.path || path === getPlace.path ? undefined : pageOf([])
  }
  return openCustomers(`/customers/${ANNA}${tab}`, office, undefined, config, user)
}

const OFFERED: readonly [CustomerStatus, readonly string[]][] = [
  ['ACTIVE', ['Edit', 'Update cycles', 'Block', 'Cancel service', 'Delete']],
  ['BLOCKED', ['Edit', 'Update cycles', 'Reactivate', 'Cancel service', 'Delete']],
  ['CANCELED', ['Edit', 'Reactivate', 'Delete']],
  ['PENDING', ['Edit']],
]
const RARE = ['Block', 'Cancel service', 'Delete']

/** Opens one of the actions in the menu More. */
async function chooseRare(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

test.each(OFFERED)('For a customer who is %s exactly the allowed actions are offered', async (status, offered) => {
  openAnna('', () => makeCustomer({ status }))
  await screen.findByRole('button', { name: 'Edit' })
  const rare = offered.filter((name) => RARE.includes(name))
  const buttons = within(screen.getByRole('banner'))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  expect(buttons).toEqual([...offered.filter((name) => !RARE.includes(name)), ...(rare.length === 0 ? [] : ['More'])])
  if (rare.length === 0) return
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(rare)
})

test('Before a customer is deleted the office is shown the money that stays open', async () => {
  openAnna('', () => makeCustomer({}))
  await chooseRare('Delete')
  const dialog = within(await screen.findByRole('dialog', { name: /^Delete / }))
  expect(await dialog.findByText(/^The customer owes \$50.00: it stays in the books/)).toHaveTextContent(
    'The customer has $20.00 in credit: it stays in the books. Refund it first. Collections for $25.00 aren’t invoiced yet.',
  )
})

test('The customer’s address and contact details are in the page’s header, on every tab', async () => {
  const anna = makeCustomer({
    address: '14 Old Castle Rd',
    suburb: 'Castle Hill',
    postcode: '2154',
    mobilePhone: '+61412345678',
    email: 'anna@mail.example',
  })
  openAnna('/history', () => anna)
  const header = within(await screen.findByRole('banner'))
  expect(await header.findByText('14 Old Castle Rd, Castle Hill 2154')).toBeVisible()
  expect(header.getByRole('link', { name: '0412 345 678' })).toHaveAttribute('href', 'tel:+61412345678')
  expect(header.getByRole('link', { name: /^anna/ })).toBeVisible()
})

test('Beside “Every month” stands how often the spare week comes', async () => {
  openAnna('', () => makeCustomer({ collectionScheme: 'MONTHLY', weekNumber: 5 }))
  expect((await screen.findAllByText(/^Every month/))[0]).toHaveTextContent('Week 5 comes about 4 times a year.')
})

test.each([
  ['Invoices', 'Invoices of Anna Green'],
  ['Ledger', 'The ledger'],
])('The tab %s shows the money with the commands on it', async (tab, part) => {
  openAnna('', makeCustomer)
  await userEvent.click(await screen.findByRole('link', { name: tab }))
  expect(await screen.findByText(part)).toBeVisible()
  for (const name of ['Record payment', 'Settle']) expect(screen.getByRole('button', { name })).toBeVisible()
})

test('The balance leads to its explanation', async () => {
  openAnna('', makeCustomer)
  expect(await screen.findByRole('link', { name: '-$25.00' })).toHaveAttribute('href', `/customers/${ANNA}/ledger`)
})

test('A block needs a reason, and is sent with it', async () => {
  const { sent } = openAnna('', () => makeCustomer())
  await chooseRare('Block')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Block' }))
  expect(await within(dialog).findByText('This field is mandatory')).toBeVisible()
  expect(sent.some(({ method }) => method === 'PUT')).toBe(false)
  await userEvent.type(within(dialog).getByLabelText(/Reason/), 'Moved away for a while')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Block' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === blockCustomer.path)?.input).toEqual({
      customerID: ANNA,
      reason: 'Moved away for a while',
    }),
  )
})

test('When another admin was quicker, the refusal and the new state are shown', async () => {
  let status: CustomerStatus = 'ACTIVE'
  openAnna(
    '',
    () => makeCustomer({ status }),
    () => {
      status = 'CANCELED'
      return refused(409, 'wrong_state', 'This can’t be done in its current state.')
    },
  )
  await chooseRare('Cancel service')
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText(/Reason/), 'Moved away')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel service' }))
  expect((await screen.findAllByText('This can’t be done in its current state.'))[0]).toBeVisible()
  expect(await screen.findByText('Cancelled')).toBeVisible()
})

test('A service is cancelled with its reason, after saying what goes on an invoice', async () => {
  const { sent } = openAnna(
    '',
    () => makeCustomer(),
    () => undefined,
  )
  await chooseRare('Cancel service')
  const dialog = await screen.findByRole('dialog')
  expect(
    await within(dialog).findByText(
      'Collections not billed yet go on an invoice: $75.00. The customer then owes $75.00.',
    ),
  ).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Keep customer' })).toBeVisible()
  await userEvent.type(within(dialog).getByLabelText(/Reason/), 'Moved away')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel service' }))
  await waitFor(() =>
    expect(sent.find(({ method }) => method === cancelCustomer.method)?.input).toEqual({
      customerID: ANNA,
      reason: 'Moved away',
    }),
  )
})

test.each([
  [true, /anna@example\.com gets an email about it\./, /No email goes out/],
  [false, /No email goes out with this: no mail server is set up\./, /gets an email/],
])('Cancelling a service says whether an email goes out (mail server: %s)', async (mailServer, said, unsaid) => {
  openAnna('', () => makeCustomer({ email: 'anna@example.com' }), undefined, { mailServer })
  await chooseRare('Cancel service')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(said)).toBeVisible()
  expect(dialog.queryByText(unsaid)).toBeNull()
})

test('A reactivated customer gets the first due period from the calendar, of the own week only', async () => {
  const { sent } = openAnna('', () => makeCustomer({ status: 'CANCELED' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Reactivate' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('combobox', { name: /First collection/ }))
  const offered = await screen.findAllByRole('option', { hidden: true })
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'Week 2, January · 11–17 Jan 2100',
    'Week 2, February · 8–14 Feb 2100',
  ])
  await userEvent.click(offered[1]!)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Reactivate' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === reactivateCustomer.path)?.input).toEqual({
      customerID: ANNA,
      due: { yearNumber: 2100, monthNumber: 2 },
    }),
  )
})

test('A cycle is sent whole, with the version it was opened with', async () => {
  const { sent } = openAnna('/cycle', () => makeCustomer())
  await userEvent.click(await screen.findByRole('button', { name: 'Update cycles' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.selectOptions(within(dialog).getByLabelText(/Collection scheme/), 'QUARTERLY')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.find(({ path }) => path === updateCycle.path)).toBeDefined())
  const { input, options } = sent.find(({ path }) => path === updateCycle.path)!
  expect(input).toEqual({ customerID: ANNA, collectionScheme: 'QUARTERLY', weekNumber: 2, runNumber: 1 })
  expect(options?.ifMatch).toBe(3)
})

test('Of edited details only the changed ones are sent; an emptied box clears the field', async () => {
  const { sent } = openAnna('', () => makeCustomer({ company: 'Green & Co' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = await screen.findByRole('form', { name: 'Edit Anna Green' })
  await userEvent.clear(within(form).getByLabelText('Company'))
  await userEvent.type(within(form).getByLabelText('Notes to driver'), 'Dog')
  await userEvent.click(within(form).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent.find(({ path, method }) => method === 'PUT' && path === updateCustomer.path)?.input).toEqual({
      customerID: ANNA,
      company: null,
      adminNotes: 'Dog',
    }),
  )
})

test('Whose role doesn’t include money changes no terms of billing, and sees no sales', async () => {
  const billed = { propertyManagement: true, billToEmail: 'agent@rounds.example' }
  const { totalSales: _, ...anna } = makeCustomer(billed)
  openAnna('/details', () => anna, undefined, {}, { officeRole: 'DISPATCHER' })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('form', { name: 'Edit Anna Green' }))
  for (const label of [
    'Account type',
    'Payment scheme',
    'Invoice type',
    'Bill-to email',
    'Do not remind',
    'Do not send invoice email',
  ])
    expect(form.getByLabelText(new RegExp(`^${label}`), { selector: 'form *' }), label).toBeDisabled()
  expect(form.getByLabelText('Notes to driver')).toBeEnabled()
  expect(screen.queryByText('Total sales')).toBeNull()
  expect(screen.queryByText(/NaN/)).toBeNull()
})

test('An email that another account uses is shared once the office says so', async () => {
  const taken = 'Another account uses this email.'
  const { sent } = openAnna(
    '',
    () => makeCustomer(),
    (input) => ('shareEmail' in input ? makeCustomer() : refused(409, 'email_taken', taken, { email: taken })),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('form', { name: 'Edit Anna Green' }))
  await userEvent.clear(form.getByLabelText('Email'))
  await userEvent.type(form.getByLabelText('Email'), 'couple@people.example')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  const question = within(await screen.findByRole('alert'))
  expect(question.getByText(/can’t log in/)).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'Use it for both' }))
  await waitFor(() =>
    expect(sent.findLast(({ method }) => method === 'PUT')?.input).toEqual({
      customerID: ANNA,
      email: 'couple@people.example',
      shareEmail: true,
    }),
  )
})

test('A sixth photo is refused in the specification’s words before anything is sent', async () => {
  const photos = Array.from({ length: 5 }, (_, at) => ({
    photoID: `01890000-0000-7000-8000-00000000aa0${at}`,
    url: '/v1/photos/x',
    takenAt: null,
  }))
  const { sent } = openAnna('/notes', () => makeCustomer({ photos }))
  await screen.findByRole('button', { name: 'Remove photo 5' })
  await userEvent.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File([jpeg()], 'gate.jpg', { type: 'image/jpeg' }),
  )
  expect(await screen.findByText('Too many files. The maximum number of files is 5.')).toBeVisible()
  expect(sent.some(({ path }) => path === signUpload.path || path === addCustomerPhoto.path)).toBe(false)
})

test.each([
  ['This photo is incomplete or damaged. Please choose another.', jpeg().slice(0, -1)],
  ['A photo can have at most 50 megapixels.', jpeg({ width: 10_000, height: 5_001 })],
])('A value the server would refuse is refused before it is sent: %s', async (said, bytes) => {
  const { sent } = openAnna('/notes', () => makeCustomer())
  await screen.findByRole('button', { name: 'Add photo' })
  await userEvent.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File([bytes], 'gate.jpg', { type: 'image/jpeg' }),
  )
  expect(await screen.findByText(said)).toBeVisible()
  expect(sent.some(({ path }) => path === signUpload.path)).toBe(false)
})

test('A file that is no photo is refused by its content, whatever its name is', async () => {
  const { sent } = openAnna('/notes', () => makeCustomer())
  await screen.findByRole('button', { name: 'Add photo' })
  await userEvent.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['no photo at all'], 'gate.jpg', { type: 'image/jpeg' }),
  )
  expect(await screen.findByText('Only jpg, jpeg and png photos can be used.')).toBeVisible()
  expect(sent.some(({ path }) => path === signUpload.path)).toBe(false)
})

const TIMELINE: OutputOf<typeof getTimeline> = {
  items: [
    {
      kind: 'call',
      id: '01890000-0000-7000-8000-00000000ca11',
      at: '2100-01-12T01:00:00.000Z',
      answered: 'no_answer',
      note: 'Tries again tonight',
      by: 'Olive Office',
    },
    {
      kind: 'mail',
      id: '01890000-0000-7000-8000-00000000a111',
      at: '2100-01-11T01:00:00.000Z',
      subject: 'Your invoice',
      to: 'anna@mail.example',
      state: 'failed',
    },
    {
      kind: 'collection',
      id: '01890000-0000-7000-8000-00000000c011',
      at: '2100-01-10T01:00:00.000Z',
      runOrderID: '01890000-0000-7000-8000-00000000e011',
      outcome: 'NO_ACCESS',
      serviceType: 'GARDEN_BAG',
      pu: 0,
      extraAmount: 0,
      driver: 'Dan',
      driverNotes: 'Dog',
      photos: 1,
    },
    {
      kind: 'not-reached',
      id: '01890000-0000-7000-8000-00000000c012',
      at: '2100-01-03T01:00:00.000Z',
      runOrderID: '01890000-0000-7000-8000-00000000e012',
      movedTo: '2100-01-11',
    },
  ],
  next: null,
  lastContact: null,
}

function openTimeline(answer: OutputOf<typeof getTimeline>) {
  return openCustomers(`/customers/${ANNA}`, ({ path, method }) => {
    if (method !== 'GET') return TIMELINE.items[0]
    if (path === getTimeline.path) return answer
    return path === getCustomer.path ? makeCustomer() : path === getPlace.path ? undefined : pageOf([])
  })
}

test('What happened is listed with the words of the office, and the last contact stands at the top', async () => {
  openTimeline({ ...TIMELINE, lastContact: TIMELINE.items[0]! })
  const list = within(await screen.findByRole('region', { name: 'What happened' }))
  expect((await list.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Call: no answerTries again tonightOlive Office$/),
    expect.stringMatching(/Email: Your invoiceCouldn’t be sent to anna@mail\.example$/),
    expect.stringMatching(/Not collected: No accessNote: “Dog”Dan · 1 photo$/),
    expect.stringMatching(/Not reached: the run was completed firstMoved to the week of Mon 11\/01\/2100$/),
  ])
  expect(list.getByRole('link', { name: 'Not collected: No access' })).toBeVisible()
  expect(screen.getByText(/^Call: no answer, Tue 12\/01\/2100$/)).toBeVisible()
})

test('A call is noted with its result', async () => {
  const { sent } = openTimeline({ items: [], next: null, lastContact: null })
  expect(await screen.findByText('None yet')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Note call' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(dialog.getByLabelText(/Result/), 'Left a message')
  await userEvent.type(dialog.getByLabelText('Note'), 'Side gate')
  await userEvent.click(dialog.getByRole('button', { name: 'Note call' }))
  await waitFor(() =>
    expect(sent.find(({ path }) => path === noteCall.path)?.input).toEqual({
      customerID: ANNA,
      answered: 'message',
      note: 'Side gate',
    }),
  )
})

test('What is not filled in is only named', async () => {
  openAnna('', () => makeCustomer({ company: null, homePhone: null }))
  expect((await screen.findAllByText(/^Not filled in: .*Company.*Home phone/))[0]).toBeVisible()
  expect(screen.queryByText('Company')).toBeNull()
})

test('Choosing a suburb sets state and postcode, which are shown and not typed', async () => {
  const galston = {
    ...WAHROONGA,
    suburbID: '01890000-0000-7000-8000-00000000a159',
    label: 'Galston',
    postCode: '2159',
    state: 'QLD' as const,
  }
  const { sent } = openCustomers(`/customers/${ANNA}`, ({ path, method }, input) => {
    if (method !== 'GET' || path === getCustomer.path) return makeCustomer()
    if (path === listSuburbs.path) return pageOf([galston])
    if (path === getSuburb.path) return input['suburbID'] === galston.suburbID ? galston : WAHROONGA
    if (path === getProduct.path) return GARDEN_BAG
    return path === getTimeline.path || path === getPlace.path ? undefined : pageOf([])
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('form', { name: 'Edit Anna Green' }))
  const place = form.getByLabelText('State and postcode')
  expect(place).toHaveAttribute('readonly')
  const suburb = form.getByRole('combobox', { name: /Suburb/ })
  await userEvent.clear(suburb)
  await userEvent.type(suburb, 'Gals')
  await userEvent.click(await screen.findByRole('option', { name: /Galston/ }))
  expect(place).toHaveValue('QLD 2159')
  // 1C, 2A and 3A are billed alike, so one of them is offered.
  expect([...form.getByLabelText<HTMLSelectElement>(/Invoice type/).options].map(({ value }) => value)).toEqual([
    '1A',
    '1B',
    '1C',
  ])
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent.find(({ path, method }) => method === 'PUT' && path === updateCustomer.path)?.input).toEqual({
      customerID: ANNA,
      suburbID: galston.suburbID,
      state: 'QLD',
      postcode: '2159',
    }),
  )
})

test('Without a mail server a new email or password is said to go untold', async () => {
  const user = userEvent.setup()
  openAnna('', () => makeCustomer({ email: 'anna@example.com' }), undefined, { mailServer: false })
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const email = await screen.findByRole('textbox', { name: 'Email' })
  expect(screen.queryByText(/No email goes out with this/)).toBeNull()
  await user.type(email, '.au')
  expect(screen.getByText(/^No email goes out with this: no mail server is set up\./)).toBeVisible()
})

test('After lifting a hold the page says until when nothing is paused', async () => {
  let anna: Customer = {
    ...makeCustomer(),
    onHold: { since: '2026-11-16T00:00:00Z', owing: 50 },
    holdLiftedUntil: null,
  }
  openAnna(
    '',
    () => anna,
    () => (anna = { ...anna, onHold: null, holdLiftedUntil: '2099-12-31', version: anna.version + 1 }),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Lift hold' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText(/^Lift until/), '31/12/2099')
  await user.click(within(dialog).getByRole('button', { name: 'Lift hold' }))
  expect(await screen.findByText('Until 31/12/2099')).toBeVisible()
})

test('An announced price stands beside today’s, with its day or that its notice still has to be sent (P58)', async () => {
  const priceChangeID = '01890000-0000-7000-8000-00000000c001'
  openAnna('', () => ({
    ...makeCustomer(),
    amount: 25,
    pendingPrices: [
      { priceChangeID, price: 27.5, from: '2100-02-01' },
      { priceChangeID, price: 30, from: null },
    ],
  }))
  const shown = (await screen.findAllByText('Pending price')).map((label) => label.nextElementSibling?.textContent)
  expect(shown).toEqual(['$27.50 from 01/02/2100', '$30.00 once the notice is sent'])
  expect(screen.getByText('Amount').nextElementSibling).toHaveTextContent('$25.00')
})

test('A lifted hold is given another last day, or is ended, on the customer’s page', async () => {
  let anna: Customer = { ...makeCustomer(), onHold: null, holdLiftedUntil: '2099-12-31' }
  const { sent } = openAnna(
    '',
    () => anna,
    (input) =>
      (anna = {
        ...anna,
        holdLiftedUntil: (input as { liftUntil: string | null }).liftUntil,
        version: anna.version + 1,
      }),
  )
  const user = userEvent.setup()
  const openDialog = async () => {
    await chooseRare('Change lifted hold')
    const dialog = await screen.findByRole('dialog')
    return { dialog, day: within(dialog).getByLabelText(/^Lift until/) }
  }
  const first = await openDialog()
  expect(first.day).toHaveValue('31/12/2099')
  await user.clear(first.day)
  await user.type(first.day, '30/11/2099')
  await user.click(within(first.dialog).getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Until 30/11/2099')).toBeVisible()
  const second = await openDialog()
  expect(within(second.dialog).getByText(/^Leave blank to end it now\./)).toBeVisible()
  await user.clear(second.day)
  await user.click(within(second.dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByText('Hold lifted')).toBeNull())
  expect(sent.filter(({ path }) => path === liftHold.path).map(({ input }) => input)).toEqual([
    { customerID: ANNA, liftUntil: '2099-11-30' },
    { customerID: ANNA, liftUntil: null },
  ])
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(await screen.findByRole('menuitem', { name: 'Block' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Change lifted hold' })).toBeNull()
})
