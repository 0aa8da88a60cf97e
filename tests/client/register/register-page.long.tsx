import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import type { RegistrationForm } from '#contract/v1/registration.ts'
import type { Answer } from '#client/api/answers.ts'
import { ConfirmPage } from '#client/features/register/confirm-page.tsx'
import type { Offered, PublicSuburb, RegisterCalls } from '#client/features/register/register-calls.ts'
import { RegisterPage } from '#client/features/register/register-page.tsx'

const ID = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`
const BAG: Offered = {
  productID: ID(1),
  name: 'Garden bag 240',
  serviceType: 'GARDEN_BAG',
  features: ['Bag exchanged'],
  paymentScheme: 'POSTPAID',
  publicPaymentScheme: null,
  collectionScheme: 'MONTHLY',
  publicCollectionScheme: 'Every 4 weeks',
  price: 25,
}
const REMOVAL: Offered = {
  ...BAG,
  productID: ID(2),
  name: 'Rubbish removal',
  serviceType: 'RUBBISH_REMOVAL',
  collectionScheme: 'ONE_OFF',
  publicCollectionScheme: null,
  price: 180,
}
const WAHROONGA: PublicSuburb = {
  suburbID: ID(3),
  label: 'Wahroonga',
  postcode: '2076',
  state: 'NSW',
  nextWeeks: [{ yearNumber: 2026, monthNumber: 12, weekNumber: 1, from: '2026-12-07', to: '2026-12-13' }],
  nextFortnights: [{ yearNumber: 2026, monthNumber: 12, weekNumber: 3, from: '2026-12-21', to: '2026-12-27' }],
}
const FORM: RegistrationForm = {
  formToken: 'a-token',
  minMs: 0,
  terms: { version: '1111111111111111', text: 'No glass.' },
  privacy: { version: '2222222222222222', text: 'We keep little.' },
  pricesIncludeGst: true,
}
const ok = <T,>(value: T): Answer<T> => ({ kind: 'ok', value, status: 200, etag: null })
const refused = (code: string, message: string) => ({
  kind: 'refused' as const,
  status: 409,
  problem: { code, message },
  retryAfterMs: null,
})
const page = <T,>(items: T[]) => ({ items, page: 1, perPage: 25, total: items.length })

function open(over: Partial<RegisterCalls> = {}, address = '/register', sendsMail = true) {
  const calls = {
    form: vi.fn(async () => ok(FORM)),
    packages: vi.fn(async () => ok(page([BAG, REMOVAL]))),
    suburbs: vi.fn(async () => ok(page([WAHROONGA, { ...WAHROONGA, suburbID: ID(4), label: 'North Wahroonga' }]))),
    register: vi.fn(async () => ok({ customerID: ID(5), payment: { amount: 25, checkoutToken: 'pay-token' } })),
    askForSuburb: vi.fn(async () => ok(undefined)),
    pay: vi.fn(async () => ok({ url: 'https://pay.example' })),
    leave: vi.fn(),
    ...over,
  }
  const { unmount } = render(
    <MemoryRouter initialEntries={[address]}>
      <RegisterPage firm={{ name: 'Green Bags', logoUrl: null, sendsMail }} calls={calls} loginPath="/login" />
    </MemoryRouter>,
  )
  return { calls, unmount, user: userEvent.setup() }
}
type User = ReturnType<typeof userEvent.setup>

async function choose(user: User, name = /Garden bag 240/) {
  await user.click(await screen.findByRole('radio', { name }))
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByRole('heading', { name: 'Your details' })
}

async function fill(user: User) {
  await user.type(screen.getByLabelText('Name'), 'Rita')
  await user.type(screen.getByLabelText('Family name'), 'Newman')
  await user.type(screen.getByLabelText('Mobile phone'), '0412 345 678')
  await user.type(screen.getByLabelText('Suburb'), 'wahr')
  await user.click(await screen.findByRole('button', { name: 'Wahroonga NSW 2076' }))
  await user.type(screen.getByLabelText('Address'), '7 Grevillea Road')
  await user.type(screen.getByLabelText('Email'), 'rita@people.example')
  await user.click(screen.getByRole('checkbox', { name: /terms and conditions/ }))
}

test('Each package shows its price and the public words; a removal has no price by the bag and no cycle', async () => {
  const { user } = open()
  const bag = await screen.findByRole('radio', { name: /Garden bag 240/ })
  expect(bag.closest('label')).toHaveTextContent('$25.00 a bag, GST included')
  expect(bag.closest('label')).toHaveTextContent('Every 4 weeks')
  const removal = screen.getByRole('radio', { name: /Rubbish removal/ })
  expect(removal.closest('label')).toHaveTextContent('$180.00, GST included')
  await user.click(bag)
  expect(screen.getByLabelText('Collection cycle')).toHaveValue('MONTHLY')
  await user.click(removal)
  expect(screen.queryByLabelText('Collection cycle')).toBeNull()
})

test('Who chose a fortnightly service reads the weeks of that service, not the suburb’s one week a month', async () => {
  const { user } = open({
    packages: vi.fn(async () =>
      ok(page([{ ...BAG, collectionScheme: 'FORTNIGHTLY' as const, publicCollectionScheme: null }])),
    ),
  })
  await choose(user)
  await fill(user)
  expect(screen.getByText('week of Mon 21/12/2026')).toBeVisible()
  expect(screen.queryByText('week of Mon 07/12/2026')).toBeNull()
})

test('In a suburb of the spare week, “every month” is not said beside dates that are months apart', async () => {
  const spare = (monthNumber: number, from: string) => ({
    yearNumber: 2026,
    monthNumber,
    weekNumber: 5,
    from,
    to: from,
  })
  const { user } = open({
    suburbs: vi.fn(async () =>
      ok(page([{ ...WAHROONGA, nextWeeks: [spare(8, '2026-08-31'), spare(11, '2026-11-30')] }])),
    ),
  })
  await choose(user)
  expect(screen.getByText(/Every 4 weeks/)).toBeVisible()
  await fill(user)
  expect(screen.getByText(/About 4 times a year, in the fifth week of a month/)).toBeVisible()
  expect(screen.queryByText(/Every 4 weeks/)).toBeNull()
})

test('Three steps send what was chosen, with state and postcode of the suburb, and end with Pay now', async () => {
  const { user, calls } = open()
  await choose(user)
  await fill(user)
  expect(screen.getByText('week of Mon 07/12/2026')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Register' }))
  expect(await screen.findByText('Pay $25.00 for one collection now?')).toBeVisible()
  expect(screen.getByText(/rita@people\.example/)).toBeVisible()
  expect(calls.register).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      productID: ID(1),
      cycle: 'MONTHLY',
      firstName: 'Rita',
      suburbID: ID(3),
      state: 'NSW',
      postcode: '2076',
      accountType: 'PERSONAL',
      acceptTerms: true,
      termsVersion: FORM.terms.version,
      privacyVersion: FORM.privacy.version,
      formToken: 'a-token',
      website: undefined,
    }),
    expect.any(String),
  )
  await user.click(screen.getByRole('button', { name: 'Pay now' }))
  await waitFor(() => expect(calls.leave).toHaveBeenCalledExactlyOnceWith('https://pay.example'))
  expect(calls.pay).toHaveBeenCalledExactlyOnceWith('pay-token')
})

test('The second step names the service with its price, and the cycle where it was changed', async () => {
  const { user } = open()
  await choose(user)
  expect(screen.getByText('Garden bag 240, $25.00 a bag, GST included. Every 4 weeks.')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Back' }))
  await user.selectOptions(await screen.findByLabelText('Collection cycle'), 'QUARTERLY')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Garden bag 240, $25.00 a bag, GST included. Every third month.')).toBeVisible()
})

test('Letters that no invoice can show are named while the name is typed, and hinder nobody', async () => {
  const { user, calls } = open()
  await choose(user)
  await fill(user)
  expect(screen.queryByText(/Invoices can’t show/)).toBeNull()
  await user.type(screen.getByLabelText('Family name'), ' 李')
  expect(await screen.findByText('Invoices can’t show 李. Use English letters for the name and address.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Register' }))
  await waitFor(() => expect(calls.register).toHaveBeenCalledOnce())
})

test('The first day that can be chosen is today where the firm is', async () => {
  const { user } = open({ form: vi.fn(async () => ok({ ...FORM, today: '2031-05-06' })) })
  await choose(user)
  expect(await screen.findByLabelText(/Start date/)).toHaveValue('2031-05-06')
})

test('‘No, thanks’ thanks and forgets everything on this device', async () => {
  const { user } = open()
  await choose(user)
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Register' }))
  await user.click(await screen.findByRole('button', { name: 'No, thanks' }))
  expect(await screen.findByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(localStorage.getItem('rr-register')).toBeNull()
})

test('The draft is there again after the page was closed; after 7 days it is gone', async () => {
  const first = open()
  await choose(first.user)
  await fill(first.user)
  first.unmount()
  const second = open({}, '/register?step=details')
  expect(await screen.findByLabelText('Family name')).toHaveValue('Newman')
  expect(screen.getByText('Wahroonga')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: /terms and conditions/ })).not.toBeChecked()
  second.unmount()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 7 * 86_400_000 + 1)
  open({}, '/register?step=details')
  expect(await screen.findByRole('heading', { name: 'Select service' })).toBeVisible()
  expect(screen.getByRole('radio', { name: /Garden bag 240/ })).not.toBeChecked()
})

test('The address of the page chooses package and suburb', async () => {
  const suburbs = vi.fn(async () => ok(page([WAHROONGA])))
  open({ suburbs }, `/register?package=${ID(1)}&postcode=2076&step=details`)
  expect(await screen.findByText('Wahroonga')).toBeVisible()
  expect(suburbs).toHaveBeenCalledExactlyOnceWith('2076')
  expect(screen.getByText(/^Garden bag 240, \$25\.00 a bag/)).toBeVisible()
})

test('What is wrong is listed above the fields, with the focus there and a link to each field', async () => {
  const { user, calls } = open()
  await choose(user)
  await user.click(screen.getByRole('button', { name: 'Register' }))
  const summary = await screen.findByRole('group', { name: 'Please correct 7 things' })
  expect(summary).toHaveFocus()
  expect(
    summary.compareDocumentPosition(screen.getByLabelText('Suburb')) & Node.DOCUMENT_POSITION_FOLLOWING,
  ).toBeTruthy()
  expect(
    within(summary)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Suburb: Choose your suburb',
    'Address: This field is mandatory',
    'Name: This field is mandatory',
    'Family name: This field is mandatory',
    'Mobile phone: This field is mandatory',
    'Email: This field is mandatory',
    'Terms and conditions: This field is mandatory',
  ])
  await user.click(within(summary).getByRole('link', { name: /^Family name/ }))
  expect(screen.getByLabelText('Family name')).toHaveFocus()
  expect(calls.register).not.toHaveBeenCalled()
})

test('A refusal of the server about an optional field is listed too, and its link opens the folded part', async () => {
  const problem = {
    code: 'fields_invalid',
    message: 'Please check the marked fields',
    fields: { gateNotes: 'Too long' },
  }
  const { user } = open({
    register: vi.fn(async () => ({
      kind: 'refused',
      status: 422,
      problem,
      retryAfterMs: null,
    })) as RegisterCalls['register'],
  })
  await choose(user)
  await fill(user)
  expect(screen.getByLabelText('Gate notes')).not.toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Register' }))
  await user.click(await screen.findByRole('link', { name: 'Gate notes: Too long' }))
  expect(screen.getByLabelText('Gate notes')).toBeVisible()
  expect(screen.getByLabelText('Gate notes')).toHaveFocus()
})

test('What was typed is still there after going back and after a reload, chosen or not, shown or not', async () => {
  const none = { suburbs: vi.fn(async () => ok(page<PublicSuburb>([]))) }
  const first = open(none)
  await choose(first.user)
  await first.user.click(screen.getByRole('radio', { name: 'Business' }))
  await first.user.type(screen.getByLabelText('Company'), 'Newman Gardens')
  await first.user.click(screen.getByRole('radio', { name: 'Personal' }))
  await first.user.click(screen.getByText('Anything else? (optional)'))
  await first.user.type(screen.getByLabelText('Gate notes'), '4711')
  await first.user.type(screen.getByLabelText('Suburb'), 'Wahr')
  await first.user.click(screen.getByRole('link', { name: 'Back' }))
  await first.user.click(await screen.findByRole('button', { name: 'Next' }))
  expect(await screen.findByLabelText('Suburb')).toHaveValue('Wahr')
  first.unmount()
  const second = open(none, '/register?step=details')
  expect(await screen.findByLabelText('Suburb')).toHaveValue('Wahr')
  expect(screen.getByLabelText('Gate notes')).toBeVisible()
  expect(screen.getByLabelText('Gate notes')).toHaveValue('4711')
  await second.user.click(screen.getByRole('radio', { name: 'Business' }))
  expect(screen.getByLabelText('Company')).toHaveValue('Newman Gardens')
  await second.user.click(screen.getByRole('button', { name: 'My suburb isn’t listed' }))
  await second.user.type(await screen.findByLabelText('Postcode'), '2880')
  second.unmount()
  open(none, '/register?step=suburb')
  expect(await screen.findByLabelText('Suburb')).toHaveValue('Wahr')
  expect(screen.getByLabelText('Postcode')).toHaveValue('2880')
})

test('A suburb that the page’s address chose can be changed', async () => {
  const { user } = open(
    { suburbs: vi.fn(async () => ok(page([WAHROONGA]))) },
    `/register?package=${ID(1)}&postcode=2076&step=details`,
  )
  await user.click(await screen.findByRole('button', { name: 'Change suburb' }))
  expect(await screen.findByLabelText('Suburb')).toHaveValue('')
  await user.type(screen.getByLabelText('Suburb'), 'wahr')
  expect(await screen.findByRole('button', { name: 'Wahroonga NSW 2076' })).toBeVisible()
})

test('What is missing is said at its field, and nothing is sent', async () => {
  const { user, calls } = open()
  await choose(user)
  await user.click(screen.getByRole('button', { name: 'Register' }))
  expect(await screen.findByText('Choose your suburb')).toBeVisible()
  expect(screen.getByLabelText('Name')).toHaveAccessibleDescription('This field is mandatory')
  expect(screen.getByRole('checkbox', { name: /terms and conditions/ })).toHaveAccessibleDescription(
    'This field is mandatory',
  )
  expect(calls.register).not.toHaveBeenCalled()
})

test('A tripped trap asks to press Register again, and then it works, with another token and an empty hidden field', async () => {
  const answers = [refused('press_again', 'Press Register again'), ok({ customerID: ID(5) })]
  const tokens = ['a-token', 'the-next-token']
  const { user, calls } = open({
    form: vi.fn(async () => ok({ ...FORM, formToken: tokens.shift()! })),
    register: vi.fn(async () => answers.shift()!) as RegisterCalls['register'],
  })
  await choose(user)
  await fill(user)
  // As a browser that fills in every field.
  await user.type(screen.getByLabelText('Leave this field empty'), 'https://autofilled.example')
  await user.click(screen.getByRole('button', { name: 'Register' }))
  expect(await screen.findByText('Press Register again')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Register' }))
  expect(await screen.findByRole('heading', { name: 'Thank you!' })).toBeVisible()
  const sent = vi.mocked(calls.register).mock.calls.map(([input]) => [input.formToken, input.website])
  expect(sent).toEqual([
    ['a-token', 'https://autofilled.example'],
    ['the-next-token', undefined],
  ])
})

test('A price that changed meanwhile is shown before it is agreed to', async () => {
  const answers = [refused('price_changed', 'The price has changed.'), ok({ customerID: ID(5) })]
  const packages = [[BAG], [{ ...BAG, price: 27 }]]
  const { user, calls } = open({
    packages: vi.fn(async () => ok(page(packages.shift()!))),
    register: vi.fn(async () => answers.shift()!) as RegisterCalls['register'],
  })
  await choose(user)
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Register' }))
  expect(await screen.findByText('The price has changed.')).toBeVisible()
  expect(await screen.findByText(/\$27\.00/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Register' }))
  expect(await screen.findByRole('heading', { name: 'Thank you!' })).toBeVisible()
  expect(vi.mocked(calls.register).mock.calls.map(([input]) => input.price)).toEqual([25, 27])
})

test('Without a mail server nobody is told that a link was emailed', async () => {
  const { user } = open({}, '/register', false)
  await choose(user)
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Register' }))
  const words = /^We can’t send emails at the moment, so we’ll contact you to confirm/
  expect(await screen.findByText(words)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'No, thanks' }))
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByText(/emailed/)).toBeNull()
})

test('The same form after a lost answer carries the same key', async () => {
  const answers: Answer<unknown>[] = [{ kind: 'offline', why: 'network' }, ok({ customerID: ID(5) })]
  const { user, calls } = open({ register: vi.fn(async () => answers.shift()!) as RegisterCalls['register'] })
  await choose(user)
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Register' }))
  await waitFor(() => expect(calls.register).toHaveBeenCalledTimes(1))
  await user.click(await screen.findByRole('button', { name: 'Register' }))
  expect(await screen.findByRole('heading', { name: 'Thank you!' })).toBeVisible()
  const [first, second] = vi.mocked(calls.register).mock.calls
  expect(second![1]).toBe(first![1])
})

test('A suburb that isn’t listed is asked for with what was typed already', async () => {
  const answers = [refused('press_again', 'Press Register again'), ok(undefined)]
  const { user, calls } = open({ askForSuburb: vi.fn(async () => answers.shift()!) })
  await choose(user)
  await user.type(screen.getByLabelText('Name'), 'Rita')
  await user.click(screen.getByRole('button', { name: 'My suburb isn’t listed' }))
  expect(await screen.findByLabelText('Name')).toHaveValue('Rita')
  await user.type(screen.getByLabelText('Suburb'), 'Far Away')
  await user.type(screen.getByLabelText('Postcode'), '2880')
  await user.type(screen.getByLabelText('Family name'), 'Newman')
  await user.type(screen.getByLabelText('Email'), 'rita@people.example')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  // A tripped trap names this form's button.
  expect(await screen.findByText('Press Send again')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/^We’ve noted Far Away/)).toBeVisible()
  expect(calls.askForSuburb).toHaveBeenLastCalledWith(
    expect.objectContaining({ suburb: 'Far Away', postcode: '2880', formToken: 'a-token' }),
  )
})

test('Closed, the page says so; without a connection it can be tried again', async () => {
  const closed = open({ form: async () => refused('registration_closed', 'Registration is closed.') })
  expect(await screen.findByRole('heading', { name: 'Registration is closed' })).toBeVisible()
  closed.unmount()
  const answers: Answer<RegistrationForm>[] = [{ kind: 'offline', why: 'network' }, ok(FORM)]
  const { user } = open({ form: async () => answers.shift()! })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Select service' })).toBeVisible()
})

const PENDING = {
  firstName: 'Rita',
  businessName: 'Green Bags',
  servicePackage: 'Garden bag 240',
  suburb: 'Wahroonga',
  confirmed: false,
  signsIn: false,
}

function openLink(confirmed: object, token: string | null = 'a-token') {
  const confirm = vi.fn(async () => ok({ ...PENDING, ...confirmed }))
  render(
    <MemoryRouter>
      <ConfirmPage
        firm={{ name: 'Green Bags', logoUrl: null }}
        token={token}
        look={async () => ok(PENDING)}
        confirm={confirm}
        loginPath="/login"
      />
    </MemoryRouter>,
  )
  return { confirm, user: userEvent.setup() }
}

test('The mail’s link says what was registered, and its button confirms with the password chosen there', async () => {
  const { confirm, user } = openLink({ confirmed: true, signsIn: true })
  expect(await screen.findByText('Rita, you registered for Garden bag 240 in Wahroonga.')).toBeVisible()
  expect(confirm).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText('Password'), 'short')
  await user.click(screen.getByRole('button', { name: 'Confirm email' }))
  expect(confirm).not.toHaveBeenCalled()
  await user.type(screen.getByLabelText('Password'), ' is too short')
  await user.click(screen.getByRole('button', { name: 'Confirm email' }))
  expect(await screen.findByText(/log in with your password/)).toBeVisible()
  expect(confirm).toHaveBeenCalledExactlyOnceWith({ token: 'a-token', password: 'short is too short' })
})

test('Confirmed for an email that another account uses, that account’s password counts', async () => {
  const { user } = openLink({ confirmed: true, signsIn: false })
  await user.type(await screen.findByLabelText('Password'), 'correct horse battery')
  await user.click(screen.getByRole('button', { name: 'Confirm email' }))
  expect(await screen.findByText(/password of the account you have with us/)).toBeVisible()
})

test('A link without its token no longer works', async () => {
  openLink({}, null)
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})
