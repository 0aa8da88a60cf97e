import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import OwnCasesRoutes from '#client/features/cases/own-cases-routes.tsx'
import { addToCase, type Case, getCase, listCases, openCase, signCasePhoto } from '#contract/v1/cases.ts'
import { customerSchedules } from '#contract/v1/customer-schedules.ts'
import { ok, pageOfRows, refused, type Sent, showOffice } from '../../support/office-screen.tsx'
import { byRecord, CASE_ID, makeCase, makeListedCase, makeMessage, STOP_ID } from '../../fixtures/answers/cases.ts'
import { jpeg } from '../../fixtures/jpeg.ts'

const noPhoto = async () => null
const past = {
  yearNumber: 2026,
  monthNumber: 11,
  weekNumber: 2,
  from: '2026-11-09',
  to: '2026-11-15',
  cutoff: '2026-11-08T13:00:00Z',
}
const SIGNED = { key: 'case-photo.key', url: 'https://store.example/photo', method: 'PUT', headers: {}, expiresAt: '' }

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

interface Answers {
  one?: () => Case
  listed?: () => readonly object[]
  weeks?: readonly object[]
  command?: (sent: Sent) => ReturnType<typeof ok> | undefined
}

const show = (at: string, { one = () => makeCase(), listed = () => [], weeks = [], command }: Answers = {}) =>
  showOffice(
    <Routes>
      <Route path="/cases/*" element={<OwnCasesRoutes fetchPhoto={noPhoto} notFound={<p>Not found</p>} />} />
    </Routes>,
    {
      at,
      answer: (sent) => {
        if (sent.endpoint === listCases) return pageOfRows(listed())
        if (sent.endpoint === getCase) return ok(one())
        if (sent.endpoint === customerSchedules) return ok(weeks)
        const said = command?.(sent)
        if (said !== undefined) return said
        return sent.endpoint === signCasePhoto ? ok(SIGNED, 201) : ok(one())
      },
    },
  )

const photoFile = (name = 'gate.jpg') => new File([jpeg({ size: 200 })], name, { type: 'image/jpeg' })
const choose = async (user: ReturnType<typeof userEvent.setup>, files: File[]) =>
  user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, files)

test('the page lists the customer’s cases, and the past collections that can be reported', async () => {
  const OTHER_ID = '01890000-0000-7000-8000-0000000d0002'
  show('/cases', {
    listed: () => [makeListedCase({ state: 'answered' })],
    weeks: [
      { ...past, from: '2026-10-12', to: '2026-10-18', state: 'done', outcome: 'COLLECTED', assignmentID: OTHER_ID },
      { ...past, state: 'missed', outcome: 'NOT_OUT', pu: 0, assignmentID: STOP_ID },
      { ...past, from: '2026-10-05', to: '2026-10-11', state: 'shifted', assignmentID: CASE_ID },
      { ...past, from: '2099-12-14', to: '2099-12-20', state: 'upcoming', assignmentID: CASE_ID },
      { ...past, from: '2026-09-07', to: '2026-09-13', state: 'skipped' },
    ],
  })
  const cases = await screen.findByRole('list', { name: 'Questions and problems' })
  expect(within(cases).getByRole('link', { name: 'My collection was missed' }).getAttribute('href')).toBe(
    `/cases/${CASE_ID}`,
  )
  expect(within(cases).getByText('Answered')).toBeTruthy()
  const collections = await screen.findByRole('list', { name: 'Past collections' })
  expect(within(collections).getAllByRole('listitem')).toHaveLength(2)
  expect(within(collections).getByText('Nothing was out')).toBeTruthy()
  const linkNamed = (name: string) => within(collections).findByRole('link', { name })
  const reported = await linkNamed('Reported: the office answered: week of Mon 09/11/2026')
  expect(reported.getAttribute('href')).toBe(`/cases/${CASE_ID}`)
  const link = await linkNamed('Report a problem: week of Mon 12/10/2026')
  expect(link.getAttribute('href')).toBe(`/cases/about/${OTHER_ID}`)
  expect(screen.getByRole('link', { name: 'Close my account' }).getAttribute('href')).toBe('/cases/new/close_account')
})

test('a report has what was wrong, words and photos, and leads to its thread', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }))
  const user = userEvent.setup()
  const { sentTo } = show(`/cases/about/${STOP_ID}`, {
    weeks: [{ ...past, state: 'done', outcome: 'COLLECTED', pu: 1, assignmentID: STOP_ID }],
  })
  await user.click(await screen.findByLabelText('Something was damaged'))
  expect(screen.getByText('Week of Mon 09/11/2026 · Collected')).toBeTruthy()
  await user.type(screen.getByLabelText(/What happened/), 'The gate')
  await choose(user, [photoFile()])
  expect(await screen.findByRole('img', { name: 'Photo 1' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(location.pathname).toBe(`/cases/${CASE_ID}`))
  const [signed] = sentTo(signCasePhoto)
  expect(signed!.input).toMatchObject({ contentType: 'image/jpeg' })
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(sentTo(openCase)[0]!.input).toEqual({
    kind: 'outcome',
    assignmentID: STOP_ID,
    reason: 'damage',
    text: 'The gate',
    photos: [
      {
        photoID: signed!.input['photoID'],
        key: SIGNED.key,
        sha256: signed!.input['sha256'],
        size: signed!.input['size'],
      },
    ],
  })
})

test('what is missing is said at its field, and nothing is sent', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/cases/about/${STOP_ID}`)
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  expect(screen.getAllByText('This field is mandatory')).toHaveLength(2)
  expect(sentTo(openCase)).toHaveLength(0)
})

test('a photo that did not arrive is not sent again with the ones that did, and the words stay', async () => {
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockResolvedValueOnce(new Response(null, { status: 204 }))
    .mockRejectedValueOnce(new TypeError('line'))
    .mockResolvedValue(new Response(null, { status: 204 }))
  const user = userEvent.setup()
  const { sentTo } = show(`/cases/new/other`)
  await user.type(await screen.findByLabelText(/Your question/), 'A second bag?')
  await choose(user, [photoFile('a.jpg'), photoFile('b.jpg')])
  expect(await screen.findByRole('img', { name: 'Photo 2' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Couldn’t upload the photo. Please try again.')).toBeTruthy()
  expect(sentTo(openCase)).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sentTo(openCase)).toHaveLength(1))
  expect(fetched).toHaveBeenCalledTimes(3)
  expect(sentTo(openCase)[0]!.input).toMatchObject({ text: 'A second bag?', photos: [{}, {}] })
})

test('a sixth photo, and a file that is no photo, are refused before anything is sent', async () => {
  const user = userEvent.setup({ applyAccept: false })
  const { sentTo } = show(`/cases/about/${STOP_ID}`)
  await screen.findByRole('button', { name: 'Send' })
  await choose(user, [new File(['hello'], 'note.txt', { type: 'text/plain' })])
  expect(await screen.findByText('Only jpg, jpeg and png photos can be used.')).toBeTruthy()
  await choose(
    user,
    Array.from({ length: 6 }, (_, at) => photoFile(`${at}.jpg`)),
  )
  expect(await screen.findByText('Too many files. The maximum number of files is 5.')).toBeTruthy()
  expect(screen.getAllByRole('img')).toHaveLength(5)
  await user.click(screen.getByRole('button', { name: 'Remove photo 5' }))
  expect(screen.getAllByRole('img')).toHaveLength(4)
  expect(sentTo(signCasePhoto)).toHaveLength(0)
})

test('a collection with an open case leads to it, also when another tab opened it first', async () => {
  let open = false
  const user = userEvent.setup()
  show(`/cases/about/${STOP_ID}`, {
    listed: () => (open ? [makeListedCase()] : [makeListedCase({ state: 'closed' })]),
    command: (sent) => {
      if (sent.endpoint !== openCase) return undefined
      open = true
      return refused('case_open') as ReturnType<typeof ok>
    },
  })
  await user.click(await screen.findByLabelText('My collection was missed'))
  await user.type(screen.getByLabelText(/What happened/), 'It was out')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(location.pathname).toBe(`/cases/${CASE_ID}`))
})

test('the record’s answer says when, and can be disagreed with without a word', async () => {
  const user = userEvent.setup()
  let disagreed = false
  const { sentTo } = show(`/cases/${CASE_ID}`, {
    one: () =>
      disagreed
        ? makeCase({ disagreed, messages: [makeMessage(), byRecord(), makeMessage({ kind: 'disagreed', text: '' })] })
        : makeCase({ state: 'answered', disagreeUntil: '2026-11-20T13:00:00Z', messages: [makeMessage(), byRecord()] }),
    command: () => {
      disagreed = true
      return undefined
    },
  })
  expect(
    await screen.findByText('Our driver was there on 10/11/2026, 8:05 am and recorded that nothing was out.'),
  ).toBeTruthy()
  expect(screen.getByText('You can tell us until 20/11/2026 that you don’t agree.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'I don’t agree' }))
  expect(await screen.findByText('I don’t agree.')).toBeTruthy()
  expect(sentTo(addToCase)[0]!.input).toEqual({ caseID: CASE_ID, text: '', photos: [], disagree: true })
  expect(screen.queryByRole('button', { name: 'I don’t agree' })).toBeNull()
  expect(screen.getAllByText('Waiting for the office').length).toBeGreaterThan(0)
})

test('adding needs words or a photo; a closed case takes nothing and shows where to ask', async () => {
  const user = userEvent.setup()
  let state: Case['state'] = 'open'
  const { sentTo } = show(`/cases/${CASE_ID}`, {
    one: () => makeCase({ state }),
    command: () => {
      state = 'closed'
      return refused('wrong_state') as ReturnType<typeof ok>
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Send' }))
  expect(screen.getByText('This field is mandatory')).toBeTruthy()
  expect(sentTo(addToCase)).toHaveLength(0)
  await user.type(screen.getByLabelText('Add something'), 'Also this')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText(/This is closed/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ask the office' }).getAttribute('href')).toBe('/cases/new/other')
})

test('an address of no request is no page', async () => {
  show('/cases/new/outcome')
  expect(await screen.findByText('Not found')).toBeTruthy()
})

test('A question that was answered is asked again, and not disagreed with', async () => {
  const user = userEvent.setup()
  const { sentTo } = show(`/cases/${CASE_ID}`, {
    one: () =>
      makeCase({ kind: 'other', reason: null, stop: null, state: 'answered', disagreeUntil: '2026-11-20T13:00:00Z' }),
  })
  expect(await screen.findByText('You can ask again until 20/11/2026.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'I don’t agree' })).toBeNull()
  await user.type(screen.getByLabelText('Add something'), 'And on Fridays?')
  await user.click(screen.getByRole('button', { name: 'Ask again' }))
  await waitFor(() => expect(sentTo(addToCase)).toHaveLength(1))
  expect(sentTo(addToCase)[0]!.input).toEqual({ caseID: CASE_ID, text: 'And on Fridays?', photos: [] })
})
