import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import type { Answer } from '#client/api/answers.ts'
import SettingsRoutes from '#client/features/settings/settings-routes.tsx'
import { settingsWords } from '#client/features/settings/settings-words.ts'
import { addWords } from '#client/ui/core/i18n.ts'
import { putLogo } from '#contract/v1/photos.ts'
import { getSetting, listSettings, previewMail, updateSetting } from '#contract/v1/settings.ts'
import { fillIn, fillInLine, MAIL_TEMPLATE, type MailTemplateName, sampleFields } from '#domain/mail-templates.ts'
import { lineBroke, ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'
import { storedSettings } from '../../fixtures/answers/settings.ts'
import { chunk, png } from '../../fixtures/png.ts'

addWords('settings', settingsWords)
// A long timeout for busy machines: no test here measures time.
vi.setConfig({ testTimeout: 30_000 })

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
        if (endpoint === getSetting) return ok(kept.get(String(input['key'])))
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
        const before = kept.get(String(input['key']))!
        const after = {
          ...before,
          value: input['value'] ?? before.default,
          isDefault: input['value'] === null,
          version: before.version + 1,
        }
        kept.set(before.key, after)
        return ok(after)
      },
    },
  )
  const savedKeys = () =>
    shown.sentTo(updateSetting).map(({ input, options }) => ({ ...input, ifMatch: options.ifMatch }))
  return { ...shown, kept, savedKeys }
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
    { key: 'invoice.dueDays', value: 21, ifMatch: 3 },
    { key: 'credit.autoApply', value: false, ifMatch: 0 },
  ])
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('Closing the books beyond today is saved only when the question is answered', async () => {
  const user = userEvent.setup()
  const { savedKeys } = open('invoices', {
    update: ({ input }) => (input['lockAhead'] === true ? ok({}) : refused('lock_ahead')),
  })
  const day = await screen.findByLabelText(/^Books closed through/)
  await user.type(day, '10/11/2027')
  await user.click(save())
  expect(await screen.findByRole('alert')).toHaveTextContent('This closes the books beyond today')
  await user.click(screen.getByRole('button', { name: 'Close them anyway' }))
  expect(await screen.findByText('Settings saved')).toBeVisible()
  expect(savedKeys()).toMatchObject([
    { key: 'books.lockedThrough', value: '2027-11-10' },
    { key: 'books.lockedThrough', value: '2027-11-10', lockAhead: true },
  ])
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

test('When one of several is refused the others are saved, and the refused one stays with the reason', async () => {
  const user = userEvent.setup()
  const { savedKeys, kept } = open('invoices', {
    update: ({ input }) =>
      input['key'] === 'remind.firstDays'
        ? refused('fields_invalid', { fields: { value: 'Not on a Tuesday.' } })
        : ok(null),
  })
  const first = await screen.findByLabelText('First reminder (days)')
  await user.clear(first)
  await user.type(first, '9')
  const second = screen.getByLabelText('Second reminder (days)')
  await user.clear(second)
  await user.type(second, '20')
  await user.click(save())
  expect(await screen.findByText('Not on a Tuesday.')).toBeVisible()
  expect(screen.getByText('Saved, except the marked fields.')).toBeVisible()
  expect(savedKeys()).toHaveLength(2)
  expect(kept.get('remind.secondDays')?.value).toBe(20)
  expect(first).toHaveValue('9')
  expect(screen.getByText('1 unsaved change')).toBeVisible()
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
      expect(savedKeys().at(-1)).toEqual({ key: 'start.leadDays', value: 5, ifMatch: 7 })
    } else {
      await waitFor(() => expect(screen.getByLabelText('Lead days')).toHaveValue('10'))
      expect(savedKeys()).toHaveLength(1)
    }
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  },
)

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
  await waitFor(() => expect(savedKeys()).toEqual([{ key: 'noPickup.cutoff', value: 'FRI 23:59', ifMatch: 0 }]))
})

test('The time bags are put out by is on the week’s first day or the day before', async () => {
  const user = userEvent.setup()
  const { savedKeys } = open('collections')
  await user.selectOptions(await screen.findByLabelText('Day'), 'The day before')
  await user.click(save())
  await waitFor(() => expect(savedKeys()).toEqual([{ key: 'collection.putOut', value: 'BEFORE 06:00', ifMatch: 0 }]))
})

test('The last day of a notice is saved before its text, which needs it', async () => {
  const user = userEvent.setup()
  const { savedKeys } = open('collections')
  await user.type(await screen.findByLabelText('Notice'), 'Closed')
  await user.type(screen.getByLabelText('Last day'), '26/01/2027')
  await user.click(save())
  await waitFor(() =>
    expect(savedKeys()).toEqual([
      { key: 'notice.until', value: '2027-01-26', ifMatch: 0 },
      { key: 'notice.text', value: 'Closed', ifMatch: 0 },
    ]),
  )
})

test('An emptied attempt fee is set back to the price of one bag', async () => {
  const user = userEvent.setup()
  const { savedKeys } = open('prices', { values: { 'fee.attempt': 12.5 } })
  await user.clear(await screen.findByLabelText('Attempt fee'))
  await user.click(save())
  await waitFor(() => expect(savedKeys()).toEqual([{ key: 'fee.attempt', value: null, ifMatch: 3 }]))
})

test('A fee entered in whole dollars is shown with cents as soon as the box is left', async () => {
  const user = userEvent.setup()
  const { savedKeys } = open('prices')
  await user.type(await screen.findByLabelText('Attempt fee'), '8.5')
  await user.tab()
  expect(screen.getByLabelText('Attempt fee')).toHaveValue('$8.50')
  expect(screen.queryByText(/must be an amount in dollars/)).toBeNull()
  await user.click(save())
  await waitFor(() => expect(savedKeys()).toEqual([{ key: 'fee.attempt', value: 8.5, ifMatch: 0 }]))
})

test('A new name of the business is shown in the menu at once', async () => {
  const user = userEvent.setup()
  const { profilesAsked, savedKeys } = open('business', { values: { 'business.name': 'Hills' } })
  await user.type(await screen.findByLabelText('Business name'), ' Green Bag ')
  await user.click(save())
  await waitFor(() => expect(profilesAsked()).toBe(1))
  expect(savedKeys()).toEqual([{ key: 'business.name', value: 'Hills Green Bag', ifMatch: 3 }])
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
    expect(savedKeys()).toEqual([{ key: 'business.timeZone', value: 'Pacific/Auckland', ifMatch: 0 }]),
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
  await waitFor(() => expect(savedKeys()).toEqual([{ key: 'mail.welcome.subject', value: null, ifMatch: 3 }]))
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
