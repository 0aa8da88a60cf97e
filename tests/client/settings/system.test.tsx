import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import { getSystem } from '#contract/v1/system.ts'
import { SYSTEM_FAULTS } from '#domain/system.ts'
import SettingsRoutes from '#client/features/settings/settings-routes.tsx'
import { FAULT_ADVICE } from '#client/features/settings/system-text.ts'
import { lineBroke, ok, pageOfRows, showOffice } from '../../support/office-screen.tsx'

type System = OutputOf<typeof getSystem>
const good = { state: 'good' as const, faults: [] }

const answer: System = {
  version: '1.2.3',
  commit: 'abcdef1234',
  checkedAt: '2026-11-24T01:00:00.000Z',
  items: [
    { item: 'database', ...good, kind: 'postgres', version: '15.18', bytes: 4_200_000_000 },
    { item: 'standby', ...good, expected: true, count: 1, behindBytes: 0 },
    { item: 'photos', ...good, kind: 's3', missing: 0 },
    { item: 'mail', state: 'none', faults: [], kind: 'kept', queued: 0, oldestAt: null },
    { item: 'backup', ...good, lastGoodAt: '2026-11-23T16:31:00.000Z', bytes: 512_000_000 },
    {
      item: 'late',
      state: 'wrong',
      faults: ['exceptions-late'],
      cleanedUpAt: '2026-11-22T16:17:00.000Z',
      bulkActSince: null,
      exceptions: 2,
      oldestExceptionAt: '2026-11-19T22:00:00.000Z',
      lanes: [],
    },
    {
      item: 'phones',
      state: 'wrong',
      faults: ['phones-unsent'],
      unsentLong: 2,
      oldestUnsentAt: '2026-11-23T21:40:00.000Z',
      builds: [
        { build: '1.2.3+abcdef1234', phones: 5 },
        { build: null, phones: 1 },
      ],
    },
    { item: 'disk', ...good, disks: [{ place: 'data', freeBytes: 40_000_000_000, totalBytes: 100_000_000_000 }] },
  ],
}

const show = (reply: Parameters<typeof showOffice>[1]['answer'], at = '/settings/system') =>
  showOffice(
    <Routes>
      <Route path="/settings/*" element={<SettingsRoutes />} />
    </Routes>,
    { at, answer: reply },
  )
const itemOf = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  return within(heading.closest('li')!)
}

test('Settings, System says what is good and what is not, with the figures in words', async () => {
  show(({ endpoint }) => (endpoint === getSystem ? ok(answer) : pageOfRows([])), '/settings')
  await userEvent.setup().click(await screen.findByRole('link', { name: 'System' }))
  const database = await itemOf('Database')
  expect(database.getByText('Good')).toBeVisible()
  expect(database.getByText('PostgreSQL 15.18, 4.2 GB')).toBeVisible()
  expect((await itemOf('Standby database')).getByText('1 standby follows')).toBeVisible()
  expect((await itemOf('Backup')).getByText('Last good backup today 3:31 am, 512.0 MB')).toBeVisible()
  expect((await itemOf('Emails')).getByText('None')).toBeVisible()
  expect((await itemOf('Disk space')).getByText('Data: 40.0 GB of 100.0 GB free')).toBeVisible()
  expect(screen.getByText(/^Bagrun 1\.2\.3, build abcdef1234\./)).toBeVisible()
})

test('Where something is wrong, the page says what to do, and leads there', async () => {
  show(() => ok(answer))
  const phones = await itemOf('Phones')
  expect(phones.getByText('Needs attention')).toBeVisible()
  expect(
    phones.getByText('2 phones hold records unsent for over 2 hours, the oldest since today 8:40 am'),
  ).toBeVisible()
  expect(phones.getByText(/^Call the driver/)).toBeVisible()
  expect(phones.getByRole('link', { name: 'Phones' })).toHaveAttribute('href', '/run-orders/phones')
  expect(
    within(phones.getByRole('list'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['5 phones on build 1.2.3+abcdef1234', '1 phone on another build'])
  const late = await itemOf('Late work')
  expect(late.getByText('2 exceptions waiting, the oldest since Fri 20/11 9:00 am')).toBeVisible()
  expect(late.getByText('Nightly clean-up yesterday 3:17 am')).toBeVisible()
  expect(late.getByRole('link', { name: 'Exceptions' })).toHaveAttribute('href', '/run-orders/exceptions')
})

test('Without a connection the page says so', async () => {
  show(() => lineBroke)
  expect(await screen.findByText('This screen needs a connection')).toBeVisible()
})

test('There is a sentence for every fault', () => {
  expect(Object.keys(FAULT_ADVICE).toSorted()).toEqual([...SYSTEM_FAULTS].toSorted())
})
