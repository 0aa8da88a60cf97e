import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import type { Answer } from '#client/api/answers.ts'
import SettingsRoutes from '#client/features/settings/settings-routes.tsx'
import { putLogo } from '#contract/v1/photos.ts'
import { listSettings, previewMail, updateSettings } from '#contract/v1/settings.ts'
import { fillIn, fillInLine, MAIL_TEMPLATE, type MailTemplateName, sampleFields } from '#domain/mail-templates.ts'
import { lineBroke, ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'
import { storedSettings } from '../../fixtures/answers/settings.ts'
import { chunk, png } from '../../fixtures/png.ts'
// A long timeout for busy machines: no test here measures time.
vi.setConfig({ testTimeout: 30_000 })

interface SettingSent {
  key: string
  value: unknown
  version: number
}

interface Fixture {
  values?: Parameters<typeof storedSettings>[0]
  update?: (sent: Sent) => Answer<unknown>
  logo?: () => Answer<unknown>
}

/** Opens settings at an address; saved values are returned by the next request. */
function open(part: string, { values = {}, update, logo }: Fixture = {}) {
  const kept = new Map(storedSettings(values).map((one) => [one.key, one]))
  const shown = showOffice(
    <Routes>
      <Route path="/settings/*" element={<SettingsRoutes />} />
    </Routes>,
    {
      at: `/settings/${part}`,
      answer: (sent) => {
        const { endpoint, input } = sent
        if (endpoint === listSettings) return pageOfRows([...kept.values()])
        if (endpoint === putLogo) return logo?.() ?? ok({ logoUrl: '/v1/logo/x' })
        if (endpoint === previewMail) {
          const fields = sampleFields(input['template'] as MailTemplateName, 'Green Round')
          const [subject, text] = [fillInLine(String(input['subject']), fields), fillIn(String(input['text']), fields)]
          return ok({
            subject: subject.text,
            text: text.text,
            html: `<p>${text.text}</p>`,
            unknown: [...subject.unknown, ...text.unknown],
          })
        }
        const answer = update?.(sent) ?? null
        if (answer !== null && answer.kind !== 'ok') return answer
        for (const { key, value } of input['settings'] as SettingSent[]) {
          const before = kept.get(key)!
          kept.set(key, {
            ...before,
            value: value ?? before.default,
            isDefault: value === null,
            version: before.version + 1,
          })
        }
        return ok({ items: [...kept.values()] })
      },
    },
  )
  const saves = () => shown.sentTo(updateSettings).map(({ input }) => input)
  /** The settings of all saves, in the order they were sent. */
  const savedKeys = () => saves().flatMap(({ settings }) => settings as SettingSent[])
  return { ...shown, kept, saves, savedKeys }
}
const save = () => screen.getByRole('button', { name: 'Save' })

test('Of several settings only the changed ones are saved, each with the version that was loaded', async () => {
  const user = userEvent.setup()
  const { savedKeys } = open('invoices', { values: { 'invoice.dueDays': 14 } })
  const due = await screen.findByLabelText('Due after (days)')
  expect(due).toHaveValue('14')
  expect(screen.getByText('Days from issue to due date. Default: 7.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await user.clear(due)
  await user.type(due, '21')
  await user.click(screen.getByRole('switch', { name: /^Use credit automatically/ }))
  expect(screen.getByText('2 unsaved changes')).toBeVisible()
  await user.click(save())
  expect(await screen.findByText('Settings saved')).toBeVisible()
  expect(savedKeys()).toEqual([
    { key: 'invoice.dueDays', value: 21, version: 3 },
    { key: 'credit.autoApply', value: false, version: 0 },
  ])
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('Closing the books beyond today is saved only when the question is answered', async () => {
  const user = userEvent.setup()
  const { saves } = open('invoices', {
    update: ({ input }) => (input['lockAhead'] === true ? ok({}) : refused('lock_ahead')),
  })
  const day = await screen.findByLabelText(/^Books closed through/)
  await user.type(day, '10/11/2027')
  await user.click(save())
  expect(await screen.findByRole('alert')).toHaveTextContent('This closes the books beyond today')
  await user.click(screen.getByRole('button', { name: 'Close them anyway' }))
  expect(await screen.findByText('Settings saved')).toBeVisible()
  const settings = [{ key: 'books.lockedThrough', value: '2027-11-10', version: 0 }]
  expect(saves()).toEqual([{ settings }, { settings, lockAhead: true }])
})

test('A value set back to what it was is no change', async () => {
  const user = userEvent.setup()
  open('invoices')
  const credit = await screen.findByRole('switch', { name: /^Use credit automatically/ })
  await user.click(credit)
  expect(save()).toBeVisible()
  await user.click(credit)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('A value outside its limits is an error at its field, and nothing is sent', async () => {
  const user = userEvent.setup()
  const { savedKeys } = open('invoices')
  const due = await screen.findByLabelText('Due after (days)')
  await user.clear(due)
  await user.type(due, '500')
  await user.click(save())
  expect(await screen.findByText('This must be a whole number from 0 to 120.')).toBeVisible()
  expect(due).toHaveAttribute('aria-invalid', 'true')
  expect(savedKeys()).toEqual([])
})

test('When one of several is refused none is saved, and the refused one says why', async () => {
  const user = userEvent.setup()
  const { saves, kept } = open('invoices', {
    update: () => refused('fields_invalid', { fields: { 'remind.firstDays': 'Not on a Tuesday.' } }),
  })
  const first = await screen.findByLabelText('First reminder (days)')
  await user.clear(first)
  await user.type(first, '9')
  const second = screen.getByLabelText('Second reminder (days)')
  await user.clear(second)
  await user.type(second, '20')
  await user.click(save())
  expect(await screen.findByText('Not on a Tuesday.')).toBeVisible()
  expect(screen.getByText('Please check the marked fields.')).toBeVisible()
  expect(saves()).toHaveLength(1)
  expect(kept.get('remind.secondDays')?.value).not.toBe(20)
  expect(first).toHaveValue('9')
  expect(second).toHaveValue('20')
  expect(screen.getByText('2 unsaved changes')).toBeVisible()
})

test.each(['Keep mine', 'Use theirs'])(
  'When two admins change one setting at once, both values are shown, then “%s” is chosen',
  async (choice) => {
    const user = userEvent.setup()
    let tries = 0
    const { savedKeys, kept } = open('collections', {
      update: () => (++tries === 1 ? refused('version_conflict') : ok(null)),
    })
    const lead = await screen.findByLabelText('Lead days')
    await user.clear(lead)
    await user.type(lead, '5')
    kept.set('start.leadDays', { ...kept.get('start.leadDays')!, value: 10, version: 7 })
    await user.click(save())
    const alert = within(await screen.findByRole('alert', { name: /Someone else/ }))
    expect(alert.getByRole('row', { name: 'Lead days 5 10' })).toBeVisible()
    await user.click(alert.getByRole('button', { name: choice }))
    if (choice === 'Keep mine') {
      expect(await screen.findByText('Settings saved')).toBeVisible()
      expect(savedKeys().at(-1)).toEqual({ key: 'start.leadDays', value: 5, version: 7 })
    } else {
      await waitFor(() => expect(screen.getByLabelText('Lead days')).toHaveValue('10'))
      expect(savedKeys()).toHaveLength(1)
    }
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  },
)

test('A setting that another admin set to the same value does not hold up the others', async () => {
  const user = userEvent.setup()
  let tries = 0
  const { saves, kept } = open('invoices', {
    update: () => (++tries === 1 ? refused('version_conflict') : ok(null)),
  })
  const due = await screen.findByLabelText('Due after (days)')
  await user.clear(due)
  await user.type(due, '21')
  await user.click(screen.getByRole('switch', { name: /^Use credit automatically/ }))
  kept.set('credit.autoApply', { ...kept.get('credit.autoApply')!, value: false, version: 4 })
  await user.click(save())
  expect(await screen.findByText('Settings saved')).toBeVisible()
  expect(saves().at(-1)).toEqual({ settings: [{ key: 'invoice.dueDays', value: 21, version: 0 }] })
})

test('A connection that breaks after the saving is no conflict with another admin', async () => {
  const user = userEvent.setup()
  const { kept } = open('collections', { update: () => refused('version_conflict') })
  const lead = await screen.findByLabelText('Lead days')
  await user.clear(lead)
  await user.type(lead, '5')
  kept.set('start.leadDays', { ...kept.get('start.leadDays')!, value: 5, version: 1 })
  await user.click(save())
  expect(await screen.findByText('Settings saved')).toBeVisible()
  expect(screen.queryByRole('alert', { name: /Someone else/ })).toBeNull()
})

test('Without signal the entered values are kept', async () => {
  const user = userEvent.setup()
  open('collections', { update: () => lineBroke })
  const lead = await screen.findByLabelText('Lead days')
  await user.clear(lead)
  await user.type(lead, '5')
  await user.click(save())
  expect(await screen.findByText('No connection to the server. What you entered is still here.')).toBeVisible()
  expect(lead).toHaveValue('5')
})

test('The cut-off is a weekday and a time', async () => {
  const user = userEvent.setup()
  const { savedKeys } = open('collections')
  await user.selectOptions(await screen.findByLabelText('Weekday'), 'Friday')
  await user.click(save())
  await waitFor(() => expect(savedKeys()).toEqual([{ key: 'noPickup.cutoff', value: 'FRI 23:59', version: 0 }]))
})

test('The time bags are put out by is on the week’s first day or the day before', async () => {
  const user = userEvent.setup()
  const { savedKeys } = open('collections')
  await user.selectOptions(await screen.findByLabelText('Day'), 'The day before')
  await user.click(save())
  await waitFor(() => expect(savedKeys()).toEqual([{ key: 'collection.putOut', value: 'BEFORE 06:00', version: 0 }]))
})

test('A notice and its last day are saved together', async () => {
  const user = userEvent.setup()
  const { savedKeys } = open('collections')
  await user.type(await screen.findByLabelText('Notice'), 'Closed')
  await user.type(screen.getByLabelText('Last day'), '26/01/2027')
  await user.click(save())
  await waitFor(() =>
    expect(savedKeys()).toEqual([
      { key: 'notice.text', value: 'Closed', version: 0 },
      { key: 'notice.until', value: '2027-01-26', version: 0 },
    ]),
  )
})

test('An emptied attempt fee is set back to the price of one bag', async () => {
  const user = userEvent.setup()
  const { savedKeys } = open('prices', { values: { 'fee.attempt': 12.5 } })
  await user.clear(await screen.findByLabelText('Attempt fee'))
  await user.click(save())
  await waitFor(() => expect(savedKeys()).toEqual([{ key: 'fee.attempt', value: null, version: 3 }]))
})

test('A fee entered in whole dollars is shown with cents as soon as the box is left', async () => {
  const user = userEvent.setup()
  const { savedKeys } = open('prices')
  await user.type(await screen.findByLabelText('Attempt fee'), '8.5')
  await user.tab()
  expect(screen.getByLabelText('Attempt fee')).toHaveValue('$8.50')
  expect(screen.queryByText(/must be an amount in dollars/)).toBeNull()
  await user.click(save())
  await waitFor(() => expect(savedKeys()).toEqual([{ key: 'fee.attempt', value: 8.5, version: 0 }]))
})

test('A new name of the business is shown in the menu at once', async () => {
  const user = userEvent.setup()
  const { profilesAsked, savedKeys } = open('business', { values: { 'business.name': 'Hills' } })
  await user.type(await screen.findByLabelText('Business name'), ' Green Bag ')
  await user.click(save())
  await waitFor(() => expect(profilesAsked()).toBe(1))
  expect(savedKeys()).toEqual([{ key: 'business.name', value: 'Hills Green Bag', version: 3 }])
})

test('Australia’s time zones come first, and any other is found by a few letters', async () => {
  const user = userEvent.setup()
  const { savedKeys } = open('business')
  const zone = await screen.findByRole('combobox', { name: 'Time zone' })
  await user.click(zone)
  expect((await screen.findAllByRole('option', { name: /\// }))[0]).toHaveTextContent('Australia/Adelaide')
  await user.clear(zone)
  await user.type(zone, 'auckl')
  await user.click(await screen.findByRole('option', { name: 'Pacific/Auckland' }))
  await user.click(save())
  await waitFor(() =>
    expect(savedKeys()).toEqual([{ key: 'business.timeZone', value: 'Pacific/Auckland', version: 0 }]),
  )
})

test('Going to another section with unsaved values needs a confirmation', async () => {
  const user = userEvent.setup()
  open('business')
  await user.type(await screen.findByLabelText('Phone'), '9')
  await user.click(screen.getByRole('link', { name: 'Prices and fees' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', {
      name: 'Cancel',
    }),
  )
  expect(screen.getByLabelText('Phone')).toHaveValue('9')
  await user.click(screen.getByRole('link', { name: 'Prices and fees' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByLabelText('Attempt fee')).toBeVisible()
})

test('A logo is sent without metadata; a large, damaged or wrong file is refused; the menu shows the new logo', async () => {
  const user = userEvent.setup({ applyAccept: false })
  const { sentTo, profilesAsked } = open('business')
  await screen.findByLabelText('Business name')
  const file = screen.getByLabelText('Choose image', { selector: 'input' })
  await user.upload(file, new File([png({ size: 300_000 })], 'big.png', { type: 'image/png' }))
  expect(await screen.findByText('Max file size: 200 kB')).toBeVisible()
  await user.upload(file, new File(['x'], 'logo.gif', { type: 'image/gif' }))
  expect(await screen.findByText('Only jpg, jpeg and png photos can be used.')).toBeVisible()
  await user.upload(file, new File([png().slice(0, -1)], 'logo.png', { type: 'image/png' }))
  expect(await screen.findByText('This photo is incomplete or damaged.')).toBeVisible()
  expect(sentTo(putLogo)).toHaveLength(0)
  // Over the size limit only because of metadata beside the picture.
  const remarks = chunk('tEXt', new Uint8Array(150_000))
  await user.upload(file, new File([png({ size: 250_000, beside: [remarks] })], 'logo.png', { type: 'image/png' }))
  expect(await screen.findByText('Logo saved')).toBeVisible()
  const sent = sentTo(putLogo)[0]!.options.body as Blob
  expect([sent.type, sent.size]).toEqual(['image/png', 250_000 - remarks.length])
  expect(profilesAsked()).toBe(1)
})

test('The firm’s own words for a reminder are said not to name the other overdue invoices', async () => {
  open('templates', { values: { 'mail.overdueSecond.text': 'Please pay {total}. {howToPay}' } })
  // Once: the words of the other reminders name them.
  expect(await screen.findByText(/^Without \{alsoOverdue\}/)).toHaveTextContent(
    'Without {alsoOverdue} it doesn’t name the customer’s other overdue invoices.',
  )
})

test('A mail’s field is inserted at the cursor, and the preview follows', async () => {
  const user = userEvent.setup()
  open('templates')
  const quotation = within(await screen.findByRole('region', { name: 'Quotation' }))
  const subject = quotation.getByLabelText<HTMLInputElement>('Subject')
  await user.clear(subject)
  await user.type(subject, 'Dear , hello')
  subject.setSelectionRange(5, 5)
  await user.click(quotation.getByRole('button', { name: '{firstName}' }))
  expect(subject).toHaveValue('Dear {firstName}, hello')
  expect(await screen.findByText('Dear Anna, hello')).toBeVisible()
  const preview = within(quotation.getByRole('region', { name: 'Preview of Quotation' }))
  const frame = await preview.findByTitle('Preview of Quotation')
  expect(frame).toHaveAttribute('src', expect.stringMatching(/^blob:/))
  // Nothing is allowed in it.
  expect(frame).toHaveAttribute('sandbox', '')
})

test('A field the mail does not have gives a warning, and null brings back the default words', async () => {
  const user = userEvent.setup()
  const { savedKeys } = open('templates', { values: { 'mail.welcome.subject': 'Hi {nick}' } })
  expect(await screen.findByText(/^\{nick\} isn’t a field of this email/)).toBeVisible()
  const welcome = within(screen.getByRole('region', { name: 'Welcome' }))
  await user.click(welcome.getByRole('button', { name: 'Reset to default' }))
  expect(welcome.getByLabelText('Subject')).toHaveValue(MAIL_TEMPLATE.welcome.subject)
  await user.click(save())
  await waitFor(() => expect(savedKeys()).toEqual([{ key: 'mail.welcome.subject', value: null, version: 3 }]))
})

test('A mail without its required link is refused at its field', async () => {
  const user = userEvent.setup()
  const { savedKeys } = open('templates')
  const text = within(await screen.findByRole('region', { name: 'Welcome' })).getByLabelText('Text')
  await user.clear(text)
  await user.type(text, 'Welcome!')
  await user.click(save())
  expect(await screen.findByText('Without {passwordLink} the email has no link.')).toBeVisible()
  expect(savedKeys()).toEqual([])
})
