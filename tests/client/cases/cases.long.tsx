import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import CasesRoutes from '#client/features/cases/cases-routes.tsx'
import { answerCase, type Case, closeCase, getCase, listCases } from '#contract/v1/cases.ts'
import { previewGoodwill } from '#contract/v1/transactions.ts'
import { ok, lineBroke, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'
import { byRecord, CASE_ID, makeListedCase, makeMessage, makeOfficeCase } from '../../fixtures/answers/cases.ts'
import tones from '#client/ui/core/tones.module.css'

const noPhoto = async () => null

interface Answers {
  one?: () => Case
  listed?: readonly object[]
  command?: (sent: Sent) => ReturnType<typeof ok>
  mailServer?: boolean
}

const show = (at: string, { one = () => makeOfficeCase(), listed, command, mailServer = true }: Answers = {}) =>
  showOffice(
    <Routes>
      <Route path="/cases/*" element={<CasesRoutes fetchPhoto={noPhoto} notFound={<p>Not found</p>} />} />
    </Routes>,
    {
      at,
      config: { mailServer },
      answer: (sent) => {
        if (sent.endpoint === listCases) return pageOfRows(listed ?? [makeListedCase()])
        if (sent.endpoint === getCase) return ok(one())
        if (sent.endpoint === previewGoodwill)
          return ok({ paid: [{ number: 'INV-000318', amount: 12.5, owing: 47.5 }], credit: 0, owing: 47.5 })
        return sent.endpoint.method === 'GET' ? pageOfRows([]) : (command?.(sent) ?? ok(one()))
      },
    },
  )

test('the list says what each case is about, whose turn it is, and leads to it', async () => {
  const { sentTo } = show('/cases?state=open', {
    listed: [
      makeListedCase({ disagreed: true }),
      makeListedCase({
        caseID: CASE_ID.replace('e0001', 'e0002'),
        refId: '13',
        kind: 'close_account',
        reason: null,
        week: null,
      }),
    ],
  })
  const row = (await screen.findByText('Case 12')).closest('tr')!
  expect(within(row).getByText('Missed · Week 2 · Mon 9/11')).toBeTruthy()
  expect(within(row).getByText('Doesn’t agree')).toBeTruthy()
  expect(screen.getByText('Close account', { selector: 'td *, td' })).toBeTruthy()
  expect(sentTo(listCases)[0]!.input).toMatchObject({ state: 'open' })
  expect(screen.getByRole('link', { name: 'Case 12' }).getAttribute('href')).toBe(`/cases/${CASE_ID}`)
})

test('a case shows the stop as recorded, with links to run and customer, and the thread', async () => {
  show(`/cases/${CASE_ID}`, {
    one: () =>
      makeOfficeCase({
        state: 'open',
        disagreed: true,
        messages: [
          makeMessage({ author: 'Anna Bright' }),
          byRecord(),
          makeMessage({ kind: 'disagreed', author: 'Anna Bright', text: 'It was behind the tree' }),
        ],
      }),
  })
  expect(await screen.findByText('Gate locked')).toBeTruthy()
  expect(screen.getByRole('link', { name: '2026-11-W2-1' }).getAttribute('href')).toContain('stop=')
  expect(screen.getAllByRole('link', { name: 'Anna Bright' })[0]!.getAttribute('href')).toMatch(/^\/customers\//)
  const thread = screen.getByRole('list', { name: 'Messages' })
  expect(within(thread).getAllByRole('listitem')).toHaveLength(3)
  expect(thread.textContent).toContain('The driver was there and recorded: Not out. 10/11/2026, 8:05 am')
  expect(thread.textContent).toContain('It was behind the tree')
})

test('an answer with a credit says first which invoice the credit pays', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/cases/${CASE_ID}`)
  await user.type(await screen.findByLabelText(/Credit/), '12.50')
  expect(
    await screen.findByText('$12.50 pays INV-000318 at once, which then owes $47.50. The customer then owes $47.50.'),
  ).toHaveClass(tones.warn!)
  expect(sentTo(previewGoodwill).at(-1)!.input).toEqual({ customerID: makeOfficeCase().customerID, amount: 12.5 })
  expect(sentTo(answerCase)).toHaveLength(0)
  expect(screen.queryByText(/Settings/)).toBeNull()
})

test('an answer with a credit is sent with the version that was read', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/cases/${CASE_ID}`)
  await user.type(await screen.findByLabelText(/Your answer/), 'We are sorry')
  await user.type(screen.getByLabelText(/Credit/), '12.50')
  await user.click(screen.getByLabelText(/Close the case/))
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  await screen.findByText('Answer saved. Sending the email')
  const [{ input, options }] = sentTo(answerCase) as [Sent]
  expect(input).toMatchObject({ caseID: CASE_ID, text: 'We are sorry', credit: 12.5, close: true })
  expect(options.ifMatch).toBe(3)
  expect((screen.getByLabelText(/Your answer/) as HTMLTextAreaElement).value).toBe('')
})

test('an answer that closes the case doesn’t say that the customer can reply', async () => {
  const user = userEvent.setup()
  show(`/cases/${CASE_ID}`)
  expect(await screen.findByText('The customer gets it by email and can reply for 10 days.')).toBeVisible()
  await user.click(screen.getByLabelText(/Close the case/))
  expect(screen.getByText('The customer gets it by email.')).toBeVisible()
  expect(screen.queryByText(/disagree/)).toBeNull()
})

test('without a mail server an answer is saved, and nothing says that it was sent', async () => {
  const user = userEvent.setup()
  show(`/cases/${CASE_ID}`, { mailServer: false })
  await user.type(await screen.findByLabelText(/Your answer/), 'We are sorry')
  expect(screen.getByText(/No email goes out with this: no mail server is set up\./)).toBeTruthy()
  expect(screen.queryByText(/gets it by email/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText('Answer saved, not emailed: the customer sees it after signing in')).toBeTruthy()
  expect(screen.queryByText('Answer saved. Sending the email')).toBeNull()
})

test('an answer needs words', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/cases/${CASE_ID}`)
  await user.click(await screen.findByRole('button', { name: 'Send answer' }))
  expect(screen.getByText('This field is mandatory')).toBeTruthy()
  expect(sentTo(answerCase)).toHaveLength(0)
})

test('when the customer has added words meanwhile, the answer stays typed and says so; then it is sent', async () => {
  const user = userEvent.setup()
  let version = 3
  const { sentTo } = show(`/cases/${CASE_ID}`, {
    one: () =>
      makeOfficeCase({
        version,
        messages:
          version === 3 ? [makeMessage()] : [makeMessage(), makeMessage({ kind: 'added', text: 'One more thing' })],
      }),
    command: ({ options }) => {
      if (options.ifMatch === 4) return ok(makeOfficeCase({ version: 5 }))
      version = 4
      return refused('version_conflict') as ReturnType<typeof ok>
    },
  })
  await user.type(await screen.findByLabelText(/Your answer/), 'Sorry')
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  expect(await screen.findByText(/The customer has added to this case/)).toBeTruthy()
  expect(await screen.findByText('One more thing')).toBeTruthy()
  expect((screen.getByLabelText(/Your answer/) as HTMLTextAreaElement).value).toBe('Sorry')
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  await screen.findByText('Answer saved. Sending the email')
  expect(sentTo(answerCase).map(({ options }) => options.ifMatch)).toEqual([3, 4])
  const ids = sentTo(answerCase).map(({ input }) => input['messageID'])
  expect(ids[0]).toBe(ids[1])
})

test('after a broken line the same answer is sent again under the same ID', async () => {
  const user = userEvent.setup()
  let tries = 0
  const { sentTo } = show(`/cases/${CASE_ID}`, {
    command: () => (++tries === 1 ? (lineBroke as ReturnType<typeof ok>) : ok(makeOfficeCase())),
  })
  await user.type(await screen.findByLabelText(/Your answer/), 'Sorry')
  await user.click(screen.getByRole('button', { name: 'Send answer' }))
  await waitFor(() => expect(sentTo(answerCase)).toHaveLength(1))
  await user.click(await screen.findByRole('button', { name: 'Send answer' }))
  await screen.findByText('Answer saved. Sending the email')
  const ids = sentTo(answerCase).map(({ input }) => input['messageID'])
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])
})

test.each([
  ['outcome', 'reported this'],
  ['other', 'asked'],
] as const)('what a customer wrote first is called what it is: %s', async (kind, words) => {
  show(`/cases/${CASE_ID}`, { one: () => makeOfficeCase({ kind, messages: [makeMessage({ author: 'Anna Bright' })] }) })
  expect(await screen.findByText(words)).toBeTruthy()
})

test('a second credit can’t be given', async () => {
  show(`/cases/${CASE_ID}`, {
    one: () =>
      makeOfficeCase({
        state: 'answered',
        disagreeUntil: '2026-11-20T13:00:00Z',
        messages: [
          makeMessage({
            kind: 'answered',
            fromOffice: true,
            author: 'Olive Office',
            credit: { transactionID: CASE_ID, amount: 12.5 },
          }),
        ],
      }),
  })
  expect(await screen.findByText('Credit given: $12.50')).toBeTruthy()
  expect(screen.getByText('A credit was given from this case.')).toBeTruthy()
  expect(screen.queryByLabelText(/^Credit/)).toBeNull()
  expect(screen.getByText('The customer can reply until 20/11/2026.')).toBeTruthy()
})

test('closing asks first; a closed case takes no answer', async () => {
  const user = userEvent.setup()
  let closed = false
  const { sentTo } = show(`/cases/${CASE_ID}`, {
    one: () => makeOfficeCase({ state: closed ? 'closed' : 'open' }),
    command: () => {
      closed = true
      return ok(makeOfficeCase({ state: 'closed' }))
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Close case' }))
  const question = await screen.findByRole('alertdialog').catch(() => screen.findByRole('dialog'))
  await user.click(within(question).getByRole('button', { name: 'Close case' }))
  expect(await screen.findByText('This case is closed.')).toBeTruthy()
  expect(sentTo(closeCase)[0]).toMatchObject({ input: { caseID: CASE_ID }, options: { ifMatch: 3 } })
  expect(screen.queryByRole('button', { name: 'Send answer' })).toBeNull()
})
