import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { LinesPage } from '#client/features/bank/lines-page.tsx'
import {
  acceptBankLine,
  chooseBankColumns,
  dishonourBankLine,
  dismissBankLine,
  dismissBankLines,
  importBankFile,
  listBankAccounts,
  listBankLines,
  markBankLineAsPayout,
  splitBankLine,
  undoBankLine,
} from '#contract/v1/bank.ts'
import { getCustomer } from '#contract/v1/customers.ts'
import { ok, onPhone, pageOfRows, refused, showOffice } from '../../support/office-screen.tsx'
import { bankLine, bankResult, ANNA, BEN } from './bank-answers.ts'
import { current, previewed, show } from './show-bank.tsx'
// A long timeout for busy machines: no test here measures time.
vi.setConfig({ testTimeout: 30_000 })
afterEach(() => vi.unstubAllGlobals())

const NEAR = bankLine({ text: 'Direct Credit FEATHERSTONE', proposals: [ANNA, BEN] })
const REST = bankLine({ text: 'Interest', amount: 1.2 })

test('Enter books the first proposal, and the next line comes up', async () => {
  const user = userEvent.setup()
  const { sentTo } = show([NEAR, REST])
  const line = within(await current(/FEATHERSTONE/))
  expect(line.getByText('Reference of Anna Featherstone (10482). Amount matches INV-000007.')).toBeVisible()
  await user.keyboard('{Enter}')
  expect(await current(/Interest/)).toHaveFocus()
  expect(sentTo(acceptBankLine).map(({ input }) => input)).toEqual([
    { bankLineID: NEAR.bankLineID, customerID: ANNA.customerID, invoiceID: ANNA.invoiceID },
  ])
  expect(screen.getByText('1 done, 1 to go')).toBeVisible()
})

test('A number books that proposal, as a click does', async () => {
  const user = userEvent.setup()
  const { sentTo } = show([NEAR, bankLine({ text: 'Second', proposals: [ANNA, BEN] })])
  await current(/FEATHERSTONE/)
  await user.keyboard('2')
  await user.click(within(await current(/Second/)).getByRole('button', { name: /Ben Okafor/ }))
  await screen.findByText('No bank lines to check.')
  expect(sentTo(acceptBankLine).map(({ input }) => input['customerID'])).toEqual([BEN.customerID, BEN.customerID])
})

test('A line whose books are closed is booked today', async () => {
  const user = userEvent.setup()
  const { sentTo } = show([bankLine({ text: 'Old', closed: true, proposals: [ANNA] })])
  expect(within(await current(/Old/)).getByText(/will be dated today/)).toBeVisible()
  await user.keyboard('1')
  await waitFor(() => expect(sentTo(acceptBankLine)).toHaveLength(1))
  expect(sentTo(acceptBankLine)[0]!.input['datePaid']).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})

test('Arrows move between the lines, and D dismisses with a reason', async () => {
  const user = userEvent.setup()
  const { sentTo } = show([NEAR, REST])
  await current(/FEATHERSTONE/)
  await user.keyboard('{ArrowDown}')
  await current(/Interest/)
  await user.keyboard('d')
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss this bank line?' }))
  await user.click(dialog.getByRole('button', { name: 'Interest' }))
  await user.click(dialog.getByRole('button', { name: 'Dismiss' }))
  await current(/FEATHERSTONE/)
  expect(sentTo(dismissBankLine)).toMatchObject([{ input: { bankLineID: REST.bankLineID, reason: 'Interest' } }])
})

test('A line that names several customers is split by one key', async () => {
  const user = userEvent.setup()
  const parts = [
    { ...ANNA, amount: 75 },
    { ...BEN, amount: 40 },
  ]
  const { sentTo } = show([bankLine({ text: 'RAY WHITE', amount: 115, proposals: [ANNA, BEN], split: parts })])
  expect(within(await current(/RAY WHITE/)).getByText('Split over 2 customers')).toBeVisible()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sentTo(splitBankLine)).toHaveLength(1))
  expect(sentTo(splitBankLine)[0]!.input['parts']).toEqual([
    { customerID: ANNA.customerID, invoiceID: ANNA.invoiceID, amount: 75 },
    { customerID: BEN.customerID, invoiceID: BEN.invoiceID, amount: 40 },
  ])
})

const PAYOUT = {
  payoutID: 'po_1',
  arrivesOn: '2026-11-02',
  reason: 'Card payout of 02/11/2026: the amount fits.',
}

test('A card payout is marked by one key, and nothing is said of booking it', async () => {
  const user = userEvent.setup()
  const { sentTo } = show([bankLine({ text: 'STRIPE AB12', amount: 48.85, closed: true, payouts: [PAYOUT] }), REST])
  const line = within(await current(/STRIPE/))
  expect(line.getByText('Card payout')).toBeVisible()
  expect(line.getByText(PAYOUT.reason)).toBeVisible()
  expect(line.queryByText(/will be dated today/)).toBeNull()
  await user.keyboard('{Enter}')
  await current(/Interest/)
  expect(sentTo(markBankLineAsPayout)[0]!.input).toMatchObject({ payoutID: 'po_1' })
  expect(sentTo(acceptBankLine)).toEqual([])
  expect(await screen.findByText('Marked as card payout')).toBeVisible()
})

test('A card payout comes after a customer whom the text names', async () => {
  const user = userEvent.setup()
  const { sentTo } = show([bankLine({ text: 'FEATHERSTONE', proposals: [ANNA], payouts: [PAYOUT] })])
  await current(/FEATHERSTONE/)
  await user.keyboard('2')
  await waitFor(() => expect(sentTo(markBankLineAsPayout)).toHaveLength(1))
})

test('A split by hand can be sent once its parts add up', async () => {
  const user = userEvent.setup()
  const { sentTo } = show([bankLine({ text: 'RAY WHITE', amount: 115, proposals: [ANNA, BEN] })], (sent) =>
    sent.endpoint === getCustomer ? ok({ ...sent.input, fullName: 'Someone', suburb: 'Wahroonga', refId: '1' }) : null,
  )
  await current(/RAY WHITE/)
  await user.keyboard('s')
  const dialog = within(await screen.findByRole('dialog', { name: 'Split $115.00' }))
  const [first, second] = dialog.getAllByLabelText('Amount')
  await user.type(first!, '75.125')
  expect(dialog.getByText('$115.00 left over')).toBeVisible()
  await user.clear(first!)
  await user.type(first!, '75')
  expect(dialog.getByText('$40.00 left over')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Split' })).toBeDisabled()
  await user.type(second!, '40')
  expect(dialog.getByText('Adds up')).toBeVisible()
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Split' })).toBeEnabled())
  await user.click(dialog.getByRole('button', { name: 'Split' }))
  await waitFor(() => expect(sentTo(splitBankLine)).toHaveLength(1))
})

test('Money the bank took back reverses the payment', async () => {
  const user = userEvent.setup()
  const { customerID, name, refId } = ANNA
  const transactionID = '01890000-0000-7000-8000-00000000d001'
  const reversal = { customerID, name, refId, transactionID, refNumber: 'T000001', datePaid: '2026-11-02' }
  const { sentTo } = show([
    bankLine({ text: 'DISHONOURED', amount: -75, reversals: [{ ...reversal, reason: 'The amount fits.' }] }),
  ])
  const line = within(await current(/DISHONOURED/))
  expect(line.queryByRole('button', { name: /Split/ })).toBeNull()
  await user.click(line.getByRole('button', { name: /Reverse the payment of Anna/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Reverse payment' })).toBeEnabled())
  await user.click(dialog.getByRole('button', { name: 'Reverse payment' }))
  await waitFor(() => expect(sentTo(dishonourBankLine)).toMatchObject([{ input: { transactionID } }]))
})

test('A refusal is shown, and the line stays', async () => {
  const user = userEvent.setup()
  show([NEAR], ({ endpoint }) => (endpoint === acceptBankLine ? refused('already_decided') : null))
  await current(/FEATHERSTONE/)
  await user.keyboard('{Enter}')
  expect(await screen.findByText('This was already decided.')).toBeVisible()
  await current(/FEATHERSTONE/)
})

test('A file is previewed before it is imported', async () => {
  const user = userEvent.setup()
  const { sentTo } = show([], ({ endpoint, input }) =>
    endpoint === importBankFile
      ? ok({ bankFileID: null, choose: null, result: bankResult(input['dryRun'] === 'true' ? {} : { lines: [] }) })
      : null,
  )
  await choose(user)
  expect(await screen.findByText('Matched automatically')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Import 311 new lines' })).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(
    await screen.findByText(
      /^312 lines: 290 matched automatically \(\$21,750\.00\), 20 to check, 1 money out \(ignored\)\. 1 line was here already\.$/,
    ),
  ).toBeVisible()
  expect(sentTo(importBankFile).map(({ input }) => input)).toEqual([
    { name: 'bank.csv', dryRun: 'true' },
    { name: 'bank.csv' },
  ])
})

const unnamed = (account: unknown) =>
  ok({
    bankFileID: null,
    choose: null,
    result: bankResult({ accounts: account === undefined ? [] : [String(account)] }),
  })

test('The account of a file that doesn’t name it is chosen before it is imported', async () => {
  const user = userEvent.setup()
  const { sentTo } = show([], ({ endpoint, input }) => {
    if (endpoint === listBankAccounts)
      return pageOfRows(['06200012345678', 'Savings'].map((account) => ({ account, lastDay: '2026-11-16' })))
    return endpoint === importBankFile ? unnamed(input['account']) : null
  })
  await choose(user)
  const field = await screen.findByLabelText(/^Bank account/)
  const start = () => screen.getByRole('button', { name: 'Import 311 new lines' })
  expect(start()).toBeDisabled()
  await user.selectOptions(field, 'Savings')
  await waitFor(() => expect(start()).toBeEnabled())
  await user.selectOptions(field, 'Another account')
  await user.type(await screen.findByLabelText('Name of the account'), 'Term deposit{Enter}')
  await waitFor(() => expect(sentTo(importBankFile)).toHaveLength(3))
  await waitFor(() => expect(start()).toBeEnabled())
  await user.click(start())
  await screen.findByText(/312 lines/)
  expect(sentTo(importBankFile).map(({ input }) => [input['account'], input['dryRun']])).toEqual([
    [undefined, 'true'],
    ['Savings', 'true'],
    ['Term deposit', 'true'],
    ['Term deposit', undefined],
  ])
})

test('With one account its name is taken without asking; a file that names its own is not asked about', async () => {
  const user = userEvent.setup()
  let names: string[] = []
  const { sentTo } = show([], ({ endpoint, input }) => {
    if (endpoint === listBankAccounts) return pageOfRows([{ account: 'Main', lastDay: '2026-11-16' }])
    if (endpoint !== importBankFile) return null
    return names.length > 0
      ? ok({ bankFileID: null, choose: null, result: bankResult({ accounts: names }) })
      : unnamed(input['account'])
  })
  await choose(user)
  expect(await screen.findByLabelText(/^Bank account/)).toHaveDisplayValue('Main')
  expect(sentTo(importBankFile).map(({ input }) => input['account'])).toEqual([undefined, 'Main'])
  await user.click(screen.getByRole('button', { name: 'Choose another file' }))
  names = ['06200012345678']
  await choose(user)
  expect(await screen.findByText('Bank account 06200012345678')).toBeVisible()
  expect(screen.queryByLabelText(/^Bank account/)).toBeNull()
})

test('The first file may name its account, or none', async () => {
  const user = userEvent.setup()
  const { sentTo } = show([], ({ endpoint, input }) => {
    if (endpoint === listBankAccounts) return pageOfRows([])
    return endpoint === importBankFile ? unnamed(input['account']) : null
  })
  await choose(user)
  expect(await screen.findByLabelText('Bank account')).toHaveDisplayValue('')
  await user.click(screen.getByRole('button', { name: 'Import 311 new lines' }))
  await screen.findByText(/312 lines/)
  expect(sentTo(importBankFile).at(-1)!.input).toEqual({ name: 'bank.csv' })
})

test('Several lines are dismissed at once for one reason', async () => {
  const user = userEvent.setup()
  const rows = [
    bankLine({ text: 'Interest May' }),
    bankLine({ text: 'Interest June' }),
    bankLine({ text: 'Deposit', state: 'posted' }),
  ]
  const ids = rows.map(({ bankLineID }) => bankLineID)
  const left = [{ bankLineID: ids[1], day: '2026-11-02', amount: 1, text: 'Interest June', reason: 'Decided.' }]
  const { sentTo } = showOffice(<LinesPage />, {
    at: '/bank/lines?state=waiting',
    answer: ({ endpoint }) =>
      endpoint === dismissBankLines
        ? ok({ dismissed: 1, left })
        : ok({ items: rows, page: 1, perPage: 25, total: 3, unmatched: 2 }),
  })
  await user.click(await screen.findByRole('checkbox', { name: 'Select Deposit' }))
  const bar = within(await screen.findByRole('group', { name: '1 selected' }))
  expect(bar.getByRole('button', { name: 'Dismiss' })).toBeDisabled()
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Dismiss 2 bank lines?' }))
  expect(dialog.getByText('1 is decided already and left out.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Interest' }))
  await user.click(dialog.getByRole('button', { name: 'Dismiss' }))
  expect(await screen.findByText('1 bank line dismissed. 1 bank line was decided already and stays.')).toBeVisible()
  expect(sentTo(dismissBankLines).map(({ input }) => input)).toEqual([
    { bankLineIDs: ids.slice(0, 2), reason: 'Interest' },
  ])
  expect(screen.queryByRole('group', { name: /selected/ })).toBeNull()
})

test('Columns of an unknown layout are chosen once', async () => {
  const user = userEvent.setup()
  const asked = {
    message: 'This bank’s layout isn’t known. Choose the columns.',
    layoutHash: 'a'.repeat(64),
    header: true,
    sample: [
      ['When', 'What', 'In', 'DC'],
      ['03/04/2026', 'HELLO', '75.00', 'CR'],
      ['04/04/2026', 'BYE', '25.00', 'DR'],
    ],
    guess: { date: 0, text: [1], account: [] },
    dateFormats: ['D/M/Y', 'M/D/Y'],
  }
  let chosen = false
  const { sentTo } = show([], ({ endpoint }) => {
    if (endpoint === chooseBankColumns) {
      chosen = true
      return ok(undefined, 204)
    }
    if (endpoint !== importBankFile) return null
    return ok({ bankFileID: null, choose: chosen ? null : asked, result: chosen ? bankResult() : null })
  })
  await choose(user)
  expect(await screen.findByText('Choose the amount, or money out and money in.')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Column 3'), 'Amount')
  expect(await screen.findByText('Choose how dates are written.')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Dates are written'), 'D/M/Y')
  const first = () => within(screen.getByRole('region', { name: 'The first lines will be read as' }))
  expect(first().getByText(/03\/04\/2026 · Money in/)).toHaveTextContent('03/04/2026 · Money in $75.00 · HELLO')
  expect(first().getByText(/Money out/)).toHaveTextContent('04/04/2026 · Money out $25.00 · BYE')
  await user.selectOptions(screen.getByLabelText('Column 4'), 'Money out')
  expect(screen.getByText('Choose either the amount, or money out and money in.')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Column 4'), 'In or out (CR, DR)')
  await user.click(screen.getByRole('button', { name: 'Use these columns' }))
  expect(await screen.findByText('Matched automatically')).toBeVisible()
  expect(sentTo(chooseBankColumns)[0]!.input).toMatchObject({
    header: true,
    columns: { date: 0, amount: 2, text: [1], sign: 3 },
    dateFormat: 'D/M/Y',
  })
})

test('Columns that were chosen before can be chosen again', async () => {
  const user = userEvent.setup()
  const asked = {
    message: 'Choose the columns of this file.',
    layoutHash: 'a'.repeat(64),
    header: false,
    sample: [['31/10/2026', 'HELLO', '75.00']],
    guess: { date: 0, text: [1], amount: 2, account: [] },
    dateFormats: ['D/M/Y'],
  }
  show([], ({ endpoint, input }) =>
    endpoint !== importBankFile
      ? null
      : ok(
          input['again'] === 'true'
            ? { bankFileID: null, choose: asked, result: null }
            : { bankFileID: null, choose: null, result: bankResult({ layout: 'chosen' }) },
        ),
  )
  await choose(user)
  await user.click(await screen.findByRole('button', { name: 'Choose the columns again' }))
  expect(await screen.findByLabelText('Column 3')).toHaveValue('Amount')
  expect(screen.getByText(/31\/10\/2026 · Money in/)).toBeVisible()
})

test('A posted line is put back with a reason', async () => {
  const user = userEvent.setup()
  const { customerID, name, refId } = ANNA
  const payment = { customerID, name, refId, transactionID: ANNA.invoiceID!, refNumber: 'T000001', amount: 75 }
  const posted = bankLine({ text: 'Paid', state: 'posted', payments: [{ ...payment, reversed: false }] })
  const { sentTo } = showOffice(<LinesPage />, {
    at: '/bank/lines',
    answer: (sent) =>
      previewed(sent) ??
      (sent.endpoint === listBankLines
        ? ok({ items: [posted], page: 1, perPage: 25, total: 1, unmatched: 0 })
        : ok(posted)),
  })
  await user.click(await screen.findByRole('button', { name: 'More: Paid' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Undo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Undo this decision?' }))
  expect(dialog.getByText(`T000001, $75.00 of ${name}`)).toBeVisible()
  await user.type(dialog.getByLabelText(/^Reason/), 'The neighbour’s')
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Undo' })).toBeEnabled())
  await user.click(dialog.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(sentTo(undoBankLine)).toMatchObject([
      { input: { bankLineID: posted.bankLineID, reason: 'The neighbour’s' } },
    ]),
  )
})

async function choose(user: ReturnType<typeof userEvent.setup>): Promise<void> {
  await screen.findByRole('heading', { name: 'Import a bank file' })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['x'], 'bank.csv'))
}

test('On a phone the other lists are behind one button', async () => {
  onPhone()
  const user = userEvent.setup()
  show([])
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await screen.findByRole('menuitem', { name: 'Card payouts' })
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'All bank lines',
    'Card payouts',
    'Payments',
  ])
})
