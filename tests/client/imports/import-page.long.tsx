import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Answer } from '#client/api/answers.ts'
import { ImportPage } from '#client/features/imports/import-page.tsx'
import {
  importCustomers,
  importInvoices,
  importProgress,
  importSuburbs,
  type ImportResult,
} from '#contract/v1/imports.ts'
import { newID } from '#domain/identifiers.ts'
import { ok, refused, type Sent, showOffice } from '../../support/office-screen.tsx'

const GOOD: ImportResult = { rows: 3, created: 2, updated: 0, unchanged: 1, written: false, errors: [] }
const BAD: ImportResult = {
  rows: 3,
  created: 1,
  updated: 1,
  unchanged: 0,
  written: false,
  errors: [{ line: 3, name: 'Kellyville 2155', message: 'weekNumber “9”: use a week from 1 to 5' }],
}

interface Server {
  checked?: ImportResult
  /** The server's answer to the import itself. */
  imported?: () => Answer<unknown> | Promise<Answer<unknown>>
  progress?: (importID: unknown) => Answer<unknown>
}

function show(
  {
    checked = GOOD,
    imported = () => ok({ ...checked, written: true }),
    progress = () => refused('not_found'),
  }: Server = {},
  at = '/suburbs/import',
) {
  const answer = ({ endpoint, input }: Sent) =>
    endpoint === importProgress ? progress(input['importID']) : input['dryRun'] === 'true' ? ok(checked) : imported()
  return showOffice(<ImportPage kind="suburbs" list="/suburbs" />, { at, answer })
}

const underway = (changes: object) =>
  ok({
    importID: newID(),
    kind: 'suburbs',
    dryRun: false,
    state: 'running',
    rows: 3,
    done: 1,
    startedAt: '2026-11-16T00:00:00Z',
    endedAt: null,
    result: null,
    ...changes,
  })

async function chooseAndCheck() {
  const user = userEvent.setup()
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['Town,Post code,wk,Old id\nDural,2158,2,17\nKellyville,2155,9,18\n'], 'suburbs.csv'),
  )
  await user.click(await screen.findByRole('button', { name: 'Check file' }))
  await screen.findByRole('heading', { name: 'Preview' })
  return user
}

test('The columns are guessed, shown with their content, and sent under the server’s names', async () => {
  const user = userEvent.setup()
  const { sentTo } = show()
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['Town,Post code,wk,Old id\nDural,2158,2,17\n'], 'suburbs.csv'),
  )
  expect(await screen.findByLabelText('Import “Town” as')).toHaveValue('label')
  expect(screen.getByLabelText('Import “Old id” as')).toHaveValue('')
  expect(screen.getByText('Dural')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Check file' }))
  await waitFor(() => expect(sentTo(importSuburbs)).toHaveLength(1))
  const [check] = sentTo(importSuburbs)
  expect(check!.input).toMatchObject({ dryRun: 'true' })
  expect(check!.options.body!.type).toBe('text/csv')
  expect(await check!.options.body!.text()).toBe('label,postCode,weekNumber,-\nDural,2158,2,17\n')
})

test('A missing required column is named, and the file can’t be checked', async () => {
  const user = userEvent.setup()
  show()
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['Town,Post code\nDural,2158\n'], 'suburbs.csv'),
  )
  await user.selectOptions(await screen.findByLabelText('Import “Post code” as'), 'Don’t import')
  expect(screen.getByText('Missing: Postcode.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Check file' })).toBeDisabled()
})

test('Before importing, the page says what the file books in money', async () => {
  show({ checked: { ...GOOD, money: { debts: 2, owed: 100.5, credits: 1, credit: 12, prepaid: 3, prices: 1 } } })
  await chooseAndCheck()
  expect(
    screen.getByText(
      '2 customers will owe $100.50 from the old program. 1 customer will have $12.00 in credit. 3 collections will count as paid in advance. 1 customer will pay another price.',
    ),
  ).toBeVisible()
})

test('Before importing, the page says how many customers move to another week', async () => {
  show({ checked: { ...GOOD, moves: 27 } })
  await chooseAndCheck()
  expect(screen.getByText('27 customers will move to another week with their suburbs.')).toBeVisible()
})

test('For a required column that the file does not have, one value can be entered for every line', async () => {
  const user = userEvent.setup()
  const { sentTo } = showOffice(<ImportPage kind="customers" list="/customers" />, {
    at: '/customers/import',
    answer: ({ endpoint }) => (endpoint === importProgress ? refused('not_found') : ok(GOOD)),
  })
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(
      ['First name,Surname,Street,Suburb,Package,Started\nAnna,Smith,12 High Street,Wahroonga,Garden bag,2026-02-01\n'],
      'customers.csv',
    ),
  )
  await user.selectOptions(await screen.findByLabelText('Account type'), 'PERSONAL')
  expect(screen.getByText('Missing: Invoice type.')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Invoice type'), '1C')
  await user.click(screen.getByRole('button', { name: 'Check file' }))
  await waitFor(() => expect(sentTo(importCustomers)).toHaveLength(1))
  expect((await sentTo(importCustomers)[0]!.options.body!.text()).split('\n')[0]).toBe(
    'firstName,lastName,address,suburbLabel,packageName,startDate,accountType=PERSONAL,invoiceType=1C',
  )
})

test('Open invoices of the old program are checked under the server’s names, and then imported', async () => {
  const user = userEvent.setup()
  const wrong = {
    line: 3,
    name: '502 A-4712',
    message: 'refId “502”: This customer’s debt was imported as an opening balance: it would count twice',
  }
  const { sentTo } = showOffice(<ImportPage kind="invoices" list="/invoices" />, {
    at: '/invoices/import',
    answer: ({ endpoint, input: { importID } }) =>
      endpoint === importProgress
        ? underway({
            importID,
            kind: 'invoices',
            state: 'done',
            done: 2,
            result: { ...BAD, errors: [wrong], written: true },
          })
        : ok({ ...BAD, errors: [wrong] }),
  })
  expect(screen.getByRole('heading', { name: 'Import open invoices' })).toBeVisible()
  expect(screen.getByRole('link', { name: /All invoices/ })).toHaveAttribute('href', '/invoices')
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['Cust No,Invoice,Invoice date,Due,Outstanding\n501,A-4711,1/9/2026,8/9/2026,50\n'], 'debtors.csv'),
  )
  expect(await screen.findByLabelText('Import “Invoice” as')).toHaveDisplayValue('Old invoice number *')
  // A value for all rows makes no sense of a number or an amount.
  await user.selectOptions(screen.getByLabelText('Import “Outstanding” as'), 'Don’t import')
  expect(screen.getByText('Missing: Owing.')).toBeVisible()
  expect(screen.queryByText('Apply to every row')).toBeNull()
  await user.selectOptions(screen.getByLabelText('Import “Outstanding” as'), 'Owing *')
  await user.click(screen.getByRole('button', { name: 'Check file' }))
  expect(await screen.findByText(/^Ref ID “502”: This customer’s debt was imported/)).toBeVisible()
  expect(await sentTo(importInvoices)[0]!.options.body!.text()).toBe(
    'refId,oldNumber,issueDate,dueDate,owing\n501,A-4711,1/9/2026,8/9/2026,50\n',
  )
  await user.click(screen.getByRole('button', { name: 'Import 2 rows without errors' }))
  expect(await screen.findByRole('heading', { name: 'Open invoices imported' })).toBeVisible()
  expect(sentTo(importInvoices).map(({ input }) => [input['dryRun'], input['skipErrors']])).toEqual([
    ['true', undefined],
    [undefined, 'true'],
  ])
  expect(screen.getByRole('link', { name: 'View invoices' })).toHaveAttribute('href', '/invoices')
})

test('A file without errors is imported completely; the address keeps the import, and the page shows the result', async () => {
  let progress = underway({})
  const { sentTo } = show({
    imported: () => {
      progress = underway({ state: 'done', done: 3, result: { ...GOOD, written: true } })
      return ok({ ...GOOD, written: true })
    },
    progress: () => progress,
  })
  const user = await chooseAndCheck()
  await user.click(screen.getByRole('button', { name: 'Import' }))
  await waitFor(() => expect(sentTo(importSuburbs)).toHaveLength(2))
  const { input } = sentTo(importSuburbs)[1]!
  expect(Object.keys(input)).toEqual(['importID'])
  expect(location.search).toBe(`?importID=${String(input['importID'])}`)
})

test('Bad lines are shown with their numbers, and the good ones are imported only on request', async () => {
  const { sentTo } = show({ checked: BAD, progress: () => underway({}) })
  const user = await chooseAndCheck()
  const table = screen.getByRole('table', { name: 'Errors' })
  expect(within(table).getByText('3')).toBeVisible()
  expect(within(table).getByText('Kellyville 2155')).toBeVisible()
  expect(within(table).getByText('Week “9”: use a week from 1 to 5')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Import 2 rows without errors' }))
  await waitFor(() => expect(sentTo(importSuburbs)).toHaveLength(2))
  expect(sentTo(importSuburbs)[1]!.input).toMatchObject({ skipErrors: 'true' })
})

test('A double click on Import sends the file once', async () => {
  const { sentTo } = show({ progress: (importID) => underway({ importID }) })
  await chooseAndCheck()
  const button = screen.getByRole('button', { name: 'Import' })
  // The second click comes before the page has changed.
  act(() => {
    button.click()
    button.click()
  })
  expect(await screen.findByText('1 of 3 rows')).toBeVisible()
  expect(sentTo(importSuburbs).map(({ input }) => input['dryRun'])).toEqual(['true', undefined])
})

test('A cell with an error is corrected on the page, and the file is checked again with it', async () => {
  let checked: ImportResult = BAD
  const { sentTo } = showOffice(<ImportPage kind="suburbs" list="/suburbs" />, {
    at: '/suburbs/import',
    answer: ({ endpoint }) => (endpoint === importProgress ? underway({}) : ok(checked)),
  })
  const user = await chooseAndCheck()
  const box = screen.getByLabelText('Week, line 3')
  expect(box).toHaveValue('9')
  await user.clear(box)
  await user.type(box, '4')
  // What was checked before says nothing about the corrected file.
  expect(screen.queryByRole('button', { name: 'Import 2 rows without errors' })).toBeNull()
  checked = GOOD
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('No errors.')).toBeVisible()
  expect(await sentTo(importSuburbs)[1]!.options.body!.text()).toBe(
    'label,postCode,weekNumber,-\nDural,2158,2,17\nKellyville,2155,4,18\n',
  )
  await user.click(screen.getByRole('button', { name: 'Import' }))
  await waitFor(() => expect(sentTo(importSuburbs)).toHaveLength(3))
  expect(await sentTo(importSuburbs)[2]!.options.body!.text()).toContain('Kellyville,2155,4,18')
})

test('A row that looks like something already here is imported only when ticked', async () => {
  const asked = {
    line: 2,
    name: '501 B-90',
    message: 'oldNumber “B-90”: Looks like one imported before: “A-4711”. Is it the same invoice?',
  }
  let checked: ImportResult = { ...GOOD, created: 0, questions: [asked] }
  const { sentTo } = showOffice(<ImportPage kind="invoices" list="/invoices" />, {
    at: '/invoices/import',
    answer: ({ endpoint }) => (endpoint === importProgress ? underway({}) : ok(checked)),
  })
  const user = userEvent.setup()
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['Invoice,Cust No,Issued,Owing\nB-90,501,2026-09-01,50\nB-91,501,2026-09-02,50\n'], 'debtors.csv'),
  )
  await user.click(await screen.findByRole('button', { name: 'Check file' }))
  expect(await screen.findByText('1 row looks like something already here. Tick it to import it anyway.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
  await user.click(screen.getByLabelText('Import line 2 anyway'))
  checked = GOOD
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('No errors.')).toBeVisible()
  expect(await sentTo(importInvoices)[1]!.options.body!.text()).toBe(
    'oldNumber,refId,issueDate,owing,confirmed=\nB-90,501,2026-09-01,50,yes\nB-91,501,2026-09-02,50,\n',
  )
})

test('A word of the file is translated once, for all rows that have it', async () => {
  const wrong = (line: number) => ({
    line,
    name: 'Anna Smith',
    message: 'collectionScheme “bi-monthly”: use Every month, Every second month or Once',
  })
  let checked: ImportResult = { ...GOOD, created: 1, unchanged: 0, errors: [wrong(2), wrong(4)] }
  const { sentTo } = showOffice(<ImportPage kind="customers" list="/customers" />, {
    at: '/customers/import',
    answer: ({ endpoint }) => (endpoint === importProgress ? underway({}) : ok(checked)),
  })
  const user = userEvent.setup()
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['Cust No,Frequency\n501,bi-monthly\n502,monthly\n503,Bi-monthly\n'], 'customers.csv'),
  )
  await user.click(await screen.findByRole('button', { name: 'Check file' }))
  const words = await screen.findByLabelText('“bi-monthly” as Collection scheme')
  expect(screen.getByText('In 2 rows')).toBeVisible()
  await user.selectOptions(words, 'Every second month')
  checked = GOOD
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('No errors.')).toBeVisible()
  expect(await sentTo(importCustomers)[1]!.options.body!.text()).toBe(
    'refId,collectionScheme\n501,SECOND_MONTHLY\n502,monthly\n503,SECOND_MONTHLY\n',
  )
})

test('Of more errors than the server lists, all are counted, and a word is translated in the others too', async () => {
  const wrong = (line: number) => ({
    line,
    name: 'Anna Smith',
    message: 'collectionScheme “bi-monthly”: use Every month, Every second month or Once',
  })
  const checked: ImportResult = {
    ...GOOD,
    errors: Array.from({ length: 250 }, (_, at) => wrong(at + 2)),
    more: { errors: 51, questions: 0, warnings: 0 },
  }
  const { sentTo } = showOffice(<ImportPage kind="customers" list="/customers" />, {
    at: '/customers/import',
    answer: ({ endpoint }) => (endpoint === importProgress ? underway({}) : ok(checked)),
  })
  const user = userEvent.setup()
  const rows = Array.from({ length: 302 }, (_, at) => `${501 + at},${at === 301 ? 'monthly' : 'Bi-monthly'}\n`)
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File([`Cust No,Frequency\n${rows.join('')}`], 'customers.csv'),
  )
  await user.click(await screen.findByRole('button', { name: 'Check file' }))
  expect(await screen.findByText('301 rows can’t be imported.')).toBeVisible()
  expect(
    screen.getByText('Showing the first 200 of 301. The CSV has the first 250; check the file again for the others.'),
  ).toBeVisible()
  expect(screen.getByText('In 301 rows')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('“Bi-monthly” as Collection scheme'), 'Every second month')
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(sentTo(importCustomers)).toHaveLength(2))
  const sent = await sentTo(importCustomers)[1]!.options.body!.text()
  expect(sent.match(/SECOND_MONTHLY/g)).toHaveLength(301)
  expect(sent).toContain('802,monthly')
})

test('What was understood only in part is shown as a warning of its row', async () => {
  const message = 'state “VIC”: Dural 2158 is in NSW here'
  show({ checked: { ...GOOD, warnings: [{ line: 2, name: 'Dural 2158', message }] } })
  await chooseAndCheck()
  const table = screen.getByRole('table', { name: '1 row is imported with a warning' })
  expect(within(table).getByText('State “VIC”: Dural 2158 is in NSW here')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Import' })).toBeVisible()
})

test('The rows left out of an import are corrected afterwards, without choosing the file again', async () => {
  show({
    checked: BAD,
    progress: (importID) => underway({ importID, state: 'done', done: 3, result: { ...BAD, written: true } }),
  })
  const user = await chooseAndCheck()
  await user.click(screen.getByRole('button', { name: 'Import 2 rows without errors' }))
  await user.click(await screen.findByRole('button', { name: 'Correct 1 row left out' }))
  expect(await screen.findByLabelText('Week, line 3')).toHaveValue('9')
})

test('Opening a running import again shows its progress, and then its result', async () => {
  const importID = newID()
  let said = underway({ importID })
  show({ progress: () => said }, `/suburbs/import?importID=${importID}`)
  expect(await screen.findByText('1 of 3 rows')).toBeVisible()
  said = underway({ importID, state: 'done', done: 3, result: { ...GOOD, written: true } })
  expect(await screen.findByRole('heading', { name: 'Suburbs imported' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'View suburbs' })).toHaveAttribute('href', '/suburbs')
})

test('A refused import leads back to the chosen file, with the reason', async () => {
  show({ imported: () => refused('import_running') })
  const user = await chooseAndCheck()
  await user.click(screen.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText('Another import is running. Please wait until it finishes.')).toBeVisible()
  await waitFor(() => expect(location.search).toBe(''))
  expect(await screen.findByRole('button', { name: 'Import' })).toBeVisible()
})

test('An import unknown to the server says so', async () => {
  show({}, `/suburbs/import?importID=${newID()}`)
  expect(await screen.findByRole('heading', { name: 'Import not found' })).toBeVisible()
})

test('An Excel workbook is recognised, and the page says how to save it as CSV', async () => {
  const user = userEvent.setup()
  show()
  await user.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File([new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x14, 0x00])], 'suburbs.xlsx'),
  )
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /This is an Excel workbook \(\.xlsx\).*save it as “CSV UTF-8/,
  )
})
