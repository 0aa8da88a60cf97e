import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { ask } from '#client/api/query-client.ts'
import { useCommand } from '#client/shells/use-command.ts'
import { type Endpoint, pathNames } from '#contract/endpoint.ts'
import { newID } from '#domain/identifiers.ts'
import { listAdmins } from '#contract/v1/admins.ts'
import { listAlerts } from '#contract/v1/alerts.ts'
import { listAudit } from '#contract/v1/audit.ts'
import { customerSchedules } from '#contract/v1/customer-schedules.ts'
import { listCustomers, updateCustomer } from '#contract/v1/customers.ts'
import { listDrivers } from '#contract/v1/drivers.ts'
import { listMails } from '#contract/v1/mails.ts'
import { listProducts } from '#contract/v1/packages.ts'
import { listRequests } from '#contract/v1/requests.ts'
import { previewRun } from '#contract/v1/runs-plan.ts'
import { listRuns } from '#contract/v1/runs.ts'
import { searchEverywhere } from '#contract/v1/search.ts'
import { listSettings, updateSetting } from '#contract/v1/settings.ts'
import { deleteSuburb, getSuburb, listSuburbs, updateSuburb } from '#contract/v1/suburbs.ts'
import { ok, refused, showOffice } from '../../support/office-screen.tsx'

const SHOWN: Readonly<Record<string, Endpoint>> = {
  suburbs: listSuburbs,
  suburb: getSuburb,
  customers: listCustomers,
  requests: listRequests,
  runs: listRuns,
  'run preview': previewRun,
  schedules: customerSchedules,
  search: searchEverywhere,
  audit: listAudit,
  alerts: listAlerts,
  products: listProducts,
  drivers: listDrivers,
  admins: listAdmins,
  settings: listSettings,
  mails: listMails,
}

const ID = newID()
/** An id for each that the address names: an address that can't exist is not asked for. */
const idsIn = ({ path }: Endpoint) => Object.fromEntries(pathNames(path).map((name) => [name, ID]))

function Shown({ endpoint }: { endpoint: Endpoint }) {
  const { data } = useQuery(ask(endpoint, idsIn(endpoint)))
  return <li>{data === undefined ? 'waiting' : 'here'}</li>
}

function Screen({ act }: { act: Endpoint }) {
  const command = useCommand()
  return (
    <>
      <ul>
        {Object.entries(SHOWN).map(([name, endpoint]) => (
          <Shown key={name} endpoint={endpoint} />
        ))}
      </ul>
      <button type="button" onClick={() => void command(act, {}, { done: 'Saved' })}>
        Act
      </button>
    </>
  )
}

/** Acts on a screen that shows everything; answers the names of what was refetched. */
async function refetchedBy(act: Endpoint, answer = ok({})): Promise<string[]> {
  const user = userEvent.setup()
  const { sent } = showOffice(<Screen act={act} />, { answer: ({ endpoint }) => (endpoint === act ? answer : ok({})) })
  await waitFor(() => expect(screen.queryByText('waiting')).toBeNull())
  const before = sent.length
  await user.click(screen.getByRole('button', { name: 'Act' }))
  await screen.findByText(answer.kind === 'ok' ? 'Saved' : 'An error occurred.')
  return Object.entries(SHOWN)
    .filter(([, endpoint]) => sent.slice(before).some((one) => one.endpoint === endpoint))
    .map(([name]) => name)
}

const MADE_FROM_CUSTOMERS = ['requests', 'runs', 'run preview', 'schedules', 'search', 'audit', 'alerts', 'products']

describe('After a command of the office', () => {
  test('a changed suburb refetches suburbs and what is made from them, not the settings', async () => {
    expect(await refetchedBy(updateSuburb)).toEqual([
      'suburbs',
      'suburb',
      'customers',
      ...MADE_FROM_CUSTOMERS,
      'drivers',
      'mails',
    ])
  })

  test('a deleted suburb is not fetched again', async () => {
    const refetched = await refetchedBy(deleteSuburb)
    expect(refetched).toContain('suburbs')
    expect(refetched).toContain('customers')
    expect(refetched).not.toContain('suburb')
    expect(refetched).not.toContain('mails')
  })

  test('a changed customer refetches all that shows customers', async () => {
    const refetched = await refetchedBy(updateCustomer)
    expect(refetched).toEqual(expect.arrayContaining(['customers', 'suburbs', ...MADE_FROM_CUSTOMERS, 'mails']))
    expect(refetched).not.toContain('admins')
    expect(refetched).not.toContain('settings')
  })

  test('a changed setting refetches everything', async () => {
    expect(await refetchedBy(updateSetting)).toEqual(Object.keys(SHOWN))
  })

  test('a refusal because the screen is outdated refetches everything', async () => {
    expect(await refetchedBy(updateSuburb, refused('version_conflict'))).toEqual(Object.keys(SHOWN))
  })
})
