import { screen, waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, expect, test } from 'vitest'
import { PhotosNotSaved } from '#client/features/pickups/photo-taking.tsx'
import { PickupsPage } from '#client/features/pickups/pickups-page.tsx'
import { MAX_UPLOAD_BYTES } from '#domain/limits.ts'
import { bring, makeDevice, makeStop, paths, show, TIME_ZONE } from '../../support/driver-screen.tsx'
import { pick, slowPhoto } from '../../support/pick-photo.ts'

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
})

/** A phone with one stop. `opens` is a start of the app; `isKilled` what Android does to it. */
async function phoneAtStop() {
  const indexedDB = new IDBFactory()
  await bring(await makeDevice({ indexedDB }), { stops: [makeStop(1)] })
  const opens = async () => {
    const device = await makeDevice({ indexedDB, now: () => new Date() })
    const nothing = () => Promise.resolve(null)
    const { user, unmount } = show(
      <>
        <PhotosNotSaved device={device} />
        <PickupsPage
          device={device}
          paths={paths}
          timeZone={TIME_ZONE}
          chip={null}
          onLook={nothing}
          fetchPhoto={nothing}
        />
      </>,
    )
    return {
      device,
      takes: async () => user.click(await screen.findByRole('button', { name: /^Photo \d\/5$/ })),
      chooses: async () => {
        await user.click(await screen.findByRole('button', { name: 'More' }))
        await user.click(await screen.findByRole('button', { name: 'Choose photo' }))
      },
      isKilled: () => {
        unmount()
        document.body.replaceChildren()
      },
    }
  }
  return { opens }
}

test('Of several photos chosen at once each refused one is reported', async () => {
  const { opens } = await phoneAtStop()
  const app = await opens()
  await app.chooses()
  const huge = new File(['x'], 'huge.jpg')
  Object.defineProperty(huge, 'size', { value: MAX_UPLOAD_BYTES + 1 })
  pick(new File(['%PDF-1.7'], 'a.jpg'), huge, new File([], 'b.jpg'), new File([], 'c.jpg'))
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent(
      '2 photos not saved: the photo couldn’t be read. Please take it again.',
    ),
  )
  const lines = screen.getByRole('alert').textContent
  expect(lines).toContain('1 Old Castle Rd')
  expect(lines).toContain('Not saved: Max file size: 20 MB')
  expect(lines).toContain('Not saved: Only jpg, jpeg and png')
})

test('A photo that is saved while the camera is open again doesn’t hide that the next one was lost', async () => {
  const { opens } = await phoneAtStop()
  const app = await opens()
  const first = slowPhoto()
  await app.takes()
  pick(first.file)
  await app.takes()
  first.isRead()
  await expect.poll(() => app.device.db.photos.count()).toBe(1)
  app.isKilled()
  await opens()
  expect(await screen.findByText(/^The photo of 1 Old Castle Rd wasn’t saved: the phone closed the app/)).toBeVisible()
})

test('Of several photos chosen at once those are named that were not saved when the phone closed the app', async () => {
  const { opens } = await phoneAtStop()
  const app = await opens()
  const photos = [slowPhoto(), slowPhoto(), slowPhoto()]
  await app.chooses()
  pick(...photos.map(({ file }) => file))
  photos[0]!.isRead()
  await expect.poll(() => app.device.db.photos.count()).toBe(1)
  app.isKilled()
  await opens()
  expect(await screen.findByText(/^2 photos of 1 Old Castle Rd weren’t saved: the phone closed the app/)).toBeVisible()
})

test('A photo saved just before the phone closed the app is not called lost', async () => {
  const { opens } = await phoneAtStop()
  const app = await opens()
  const photo = slowPhoto()
  await app.takes()
  pick(photo.file)
  const noted = localStorage.getItem('rr-capture')!
  photo.isRead()
  await waitFor(() => expect(localStorage.getItem('rr-capture')).toBeNull())
  app.isKilled()
  // The browser had not written that the photo is saved.
  localStorage.setItem('rr-capture', noted)
  await opens()
  expect(await screen.findByRole('button', { name: 'Photo 1/5' })).toBeVisible()
  expect(screen.queryByText(/closed the app/)).toBeNull()
})
