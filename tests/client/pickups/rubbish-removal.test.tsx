import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PickupsPage } from '#client/features/pickups/pickups-page.tsx'
import { UnsentPage } from '#client/features/sync/unsent-page.tsx'
import { bring, makeDevice, makeStop, paths, show, TIME_ZONE } from '../../support/driver-screen.tsx'

const noFetch = () => Promise.reject(new Error('not asked for'))

test('A rubbish removal is done without bags: in the toast, the header, the list and Unsent', async () => {
  const device = await makeDevice()
  const removal = makeStop(1, { serviceType: 'RUBBISH_REMOVAL' })
  await bring(device, { stops: [removal, makeStop(2)] })
  const home = show(
    <PickupsPage
      device={device}
      paths={paths}
      timeZone={TIME_ZONE}
      chip={null}
      onLook={noFetch}
      fetchPhoto={noFetch}
    />,
  )
  const card = () => screen.findByRole('region', { name: 'Next stop' })
  await home.user.click(within(await card()).getByRole('button', { name: 'Done' }))
  await waitFor(async () => expect(within(await card()).getByText('2 Old Castle Rd')).toBeVisible())
  expect(screen.getByText('1 Old Castle Rd: Done')).toBeVisible()
  expect(document.body).toHaveTextContent('1 of 2 done0 bags')
  await home.user.click(screen.getByRole('radio', { name: 'Done 1' }))
  expect((await screen.findByText('1 Old Castle Rd')).closest('li')).toHaveTextContent(/Saved hereDone\d/)
  expect((await device.db.events.toArray())[0]).toMatchObject({ type: 'done', payload: { pu: 1 } })
  home.unmount()

  show(
    <UnsentPage
      device={device}
      chip={null}
      pickupsPath="/pickups"
      readyPath="/pickups/ready"
      onSend={noFetch}
      saveFile={(name) => Promise.resolve(name)}
    />,
  )
  expect((await screen.findByText('1 Old Castle Rd, Castle Hill')).closest('li')).toHaveTextContent(/^Done1 Old/)
})
