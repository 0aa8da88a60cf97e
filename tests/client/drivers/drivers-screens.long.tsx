import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import DriversRoutes from '#client/features/drivers/drivers-routes.tsx'
import { listAudit } from '#contract/v1/audit.ts'
import {
  createDriver,
  deleteDriver,
  type Driver,
  getDriver,
  inviteDriver,
  listDrivers,
  revealDriver,
  updateDriver,
} from '#contract/v1/drivers.ts'
import { addDays } from '#domain/dates.ts'
import type { OfficeRole } from '#domain/office-roles.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import { ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'
import { DRIVER_ID, makeDriver } from '../../fixtures/answers/drivers.ts'
afterEach(() => void vi.useRealTimers())

const today = new Date().toISOString().slice(0, 10)

interface Office {
  driver?: Partial<Driver>
  deleting?: RefusalCode
  mailServer?: boolean
  officeRole?: OfficeRole
}

function show(at: string, { driver = {}, deleting, mailServer = true, officeRole = 'OWNER' }: Office = {}) {
  const kept = makeDriver(driver)
  const answer = ({ endpoint }: Sent) => {
    if (endpoint === listDrivers) return pageOfRows([kept])
    if (endpoint === listAudit) return pageOfRows([])
    if (endpoint === revealDriver)
      return ok({
        driverID: DRIVER_ID,
        dob: '1980-02-03',
        nextOfKin: null,
        licenseNumber: '12345782',
        taxFileNumber: '876 543 210',
      })
    if (endpoint === deleteDriver && deleting !== undefined) return refused(deleting)
    if (endpoint === deleteDriver || endpoint === inviteDriver) return ok(undefined, 204)
    return ok(kept)
  }
  return showOffice(
    <Routes>
      <Route path="/drivers/*" element={<DriversRoutes />} />
    </Routes>,
    { at, answer, config: { mailServer }, user: { officeRole } },
  )
}

test('The list warns of a licence that ends soon or has ended, and shows who has left', async () => {
  show('/drivers', { driver: { licenseExpiresAt: addDays(today, 30), employmentEndDate: '2025-06-30' } })
  const row = (await screen.findByRole('link', { name: 'Dan Green' })).closest('tr')!
  expect(within(row).getByText('ends soon')).toBeVisible()
  expect(within(row).getByText('ended')).toBeVisible()
  expect(within(row).queryByText(/876/)).toBeNull()
})

test('A new driver is sent with the chosen weeks and without the empty fields', async () => {
  const user = userEvent.setup()
  const fill = async (box: HTMLElement, text: string) => {
    await user.click(box)
    await user.paste(text)
  }
  const { sentTo } = show('/drivers/new')
  await fill(await screen.findByLabelText(/^Name/), 'Dan')
  await fill(screen.getByLabelText(/^Family name/), 'Green')
  await fill(screen.getByLabelText(/^Mobile phone/), '0400 000 001')
  await fill(screen.getByLabelText(/^Email/), 'dan@example.com')
  await user.selectOptions(screen.getByLabelText(/^Employment type/, { selector: 'form select' }), 'CONTRACTOR')
  await fill(screen.getByLabelText(/^Pay rate/), '5.50')
  await fill(screen.getByLabelText(/^Pay percentage/), '50')
  await user.click(screen.getByRole('checkbox', { name: 'Week 2' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(createDriver)).toHaveLength(1))
  expect(sentTo(createDriver)[0]!.input).toMatchObject({
    firstName: 'Dan',
    payRate: 5.5,
    payPercentage: 50,
    weekNumbers: [1, 3, 4, 5],
  })
  const sent = Object.keys(sentTo(createDriver)[0]!.input)
  expect([sent.includes('taxFileNumber'), sent.includes('password')]).toEqual([false, false])
})

test('A driver’s password can be set; an empty box keeps the present one, and a short one is an error at its field', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/drivers/${DRIVER_ID}/edit`)
  const password = await screen.findByLabelText(/^Password/)
  await user.type(password, 'short')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This field is too short')).toBeVisible()
  await user.type(password, ' but longer now')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sentTo(updateDriver).map(({ input }) => input)).toEqual([
      { driverID: DRIVER_ID, password: 'short but longer now' },
    ]),
  )
})

test('A wrong tax file number is an error at its field, and nothing is sent', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/drivers/${DRIVER_ID}/edit`)
  const box = await screen.findByLabelText('Tax file number')
  expect(box).toHaveAttribute('placeholder', '*** *** 321')
  await user.type(box, '123 456 789')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This isn’t a valid tax file number')).toBeVisible()
  expect(sentTo(updateDriver)).toHaveLength(0)
})

test('A masked value stays as it is unless it is typed again or cleared', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/drivers/${DRIVER_ID}/edit`)
  await user.click(await screen.findByRole('button', { name: 'Clear: Licence number' }))
  await user.type(screen.getByLabelText('Notes'), 'Starts at six')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sentTo(updateDriver)).toHaveLength(1))
  expect(sentTo(updateDriver)[0]!.input).toEqual({ driverID: DRIVER_ID, licenseNumber: null, notes: 'Starts at six' })
  expect(sentTo(updateDriver)[0]!.options.ifMatch).toBe(7)
})

test('Private details are shown on request, and hidden again after a minute', async () => {
  const { sentTo } = show(`/drivers/${DRIVER_ID}`)
  const button = await screen.findByRole('button', { name: 'Reveal' })
  expect(screen.getByText('*** *** 321')).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await act(async () => button.click())
  expect(screen.getByText('876 543 210')).toBeVisible()
  expect(screen.getByText('03/02/1980')).toBeVisible()
  expect(sentTo(revealDriver)).toHaveLength(1)
  await act(async () => void vi.advanceTimersByTime(60_000))
  expect(screen.queryByText('876 543 210')).toBeNull()
  expect(screen.getByText('*** *** 321')).toBeVisible()
})

/** What a role without money is answered. */
const NO_PAY = {
  payRate: undefined,
  payPercentage: undefined,
  abn: undefined,
  gstRegistered: undefined,
  rctiAgreedOn: undefined,
}

test('Who only reads sees what a driver earns, and no button that reveals private details', async () => {
  show(`/drivers/${DRIVER_ID}`, { officeRole: 'READ_ONLY' })
  expect(await screen.findByText('Pay rate')).toBeVisible()
  expect(screen.getByText('*** *** 321')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Reveal' })).toBeNull()
})

test('A dispatcher sees nothing of what a driver earns, and no empty place for it', async () => {
  show(`/drivers/${DRIVER_ID}`, { driver: NO_PAY, officeRole: 'DISPATCHER' })
  expect(await screen.findByText('Employment type')).toBeVisible()
  for (const label of ['Pay rate', 'Pay percentage', 'ABN', 'GST registered', 'Tax invoice agreement'])
    expect(screen.queryByText(label), label).toBeNull()
  expect(screen.queryByText(/NaN|undefined/)).toBeNull()
})

test('nor in the list', async () => {
  show('/drivers', { driver: NO_PAY, officeRole: 'DISPATCHER' })
  expect(await screen.findByRole('link', { name: 'Dan Green' })).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Pay' })).toBeNull()
})

test('A driver who has worked can’t be deleted: ending the employment is offered instead', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/drivers/${DRIVER_ID}`, { deleting: 'driver_has_history' })
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Delete Dan Green?' })).getByRole('button', { name: 'Delete' }),
  )
  const instead = await screen.findByRole('dialog', { name: 'Dan Green has worked' })
  expect(screen.queryByRole('alert')).toBeNull()
  await user.click(within(instead).getByRole('button', { name: 'End employment' }))
  await user.click(await screen.findByRole('button', { name: 'Today' }))
  await user.click(
    within(screen.getByRole('dialog', { name: /employment$/ })).getByRole('button', { name: 'End employment' }),
  )
  await waitFor(() => expect(sentTo(updateDriver)).toHaveLength(1))
  expect(Object.keys(sentTo(updateDriver)[0]!.input)).toEqual(['driverID', 'employmentEndDate'])
})

test('An invitation is sent again only to a driver who has not chosen a password', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/drivers/${DRIVER_ID}`, { driver: { invited: true } })
  await user.click(await screen.findByRole('button', { name: 'Resend invitation' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Resend invitation' }))
  await waitFor(() => expect(sentTo(inviteDriver)).toHaveLength(1))
})

test('Without a mail server a driver whose second step is reset is not said to be told by email', async () => {
  const user = userEvent.setup()
  show(`/drivers/${DRIVER_ID}`, { mailServer: false })
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Reset second step' }))
  const question = within(await screen.findByRole('dialog', { name: /second step\?$/ }))
  expect(question.getByText(/^No email goes out with this: no mail server is set up\./)).toBeVisible()
  expect(question.queryByText(/told by email/)).toBeNull()
})

test('Without a mail server a new email or password is said to go untold', async () => {
  const user = userEvent.setup()
  show(`/drivers/${DRIVER_ID}/edit`, { mailServer: false })
  const password = await screen.findByLabelText('Password')
  expect(screen.queryByText(/No email goes out with this/)).toBeNull()
  await user.type(password, 'a-new-password')
  expect(screen.getByText(/^No email goes out with this: no mail server is set up\./)).toBeVisible()
})

test('Phone, email and the usual action are in the header, the other actions behind More', async () => {
  const user = userEvent.setup()
  show(`/drivers/${DRIVER_ID}`)
  expect(await screen.findByRole('link', { name: 'Edit' })).toBeVisible()
  const header = within(screen.getByRole('banner'))
  expect(header.getByRole('link', { name: '0400 000 001' })).toBeVisible()
  for (const rare of ['Reset second step', 'End employment', 'Delete'])
    expect(screen.queryByRole('button', { name: rare })).toBeNull()
  await user.click(header.getByRole('button', { name: 'More' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Reset second step',
    'End employment',
    'Delete',
  ])
})

test('A driver who has left can’t be invited again', async () => {
  const { sentTo } = show(`/drivers/${DRIVER_ID}`, { driver: { invited: true, employmentEndDate: '2025-06-30' } })
  expect(await screen.findByRole('button', { name: 'More' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Resend invitation' })).toBeNull()
  expect(sentTo(getDriver).length).toBeGreaterThan(0)
})

test.each([
  [[5, 2, 3, 1, 4], '1–5'],
  [[1, 2, 3, 5], '1–3, 5'],
  [[1, 2, 4], '1, 2, 4'],
  [[], 'None'],
])('The working weeks %j are shown as %s', async (weekNumbers, words) => {
  show('/drivers', { driver: { weekNumbers } })
  const row = within((await screen.findByRole('link', { name: 'Dan Green' })).closest('tr')!)
  expect(row.getByText(words)).toBeVisible()
})
