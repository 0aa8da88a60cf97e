import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PhotosNotSaved, takePhoto } from '#client/features/pickups/photo-taking.tsx'
import { MAX_UPLOAD_BYTES } from '#domain/limits.ts'
import { bring, makeDevice, makeStop, show } from '../../support/driver-screen.tsx'

afterEach(() => document.body.replaceChildren())

test('Of several photos chosen at once each refused one is reported', async () => {
  const device = await makeDevice()
  const stop = makeStop(1)
  await bring(device, { stops: [stop] })
  show(<PhotosNotSaved device={device} />)
  takePhoto(device, stop.assignmentID, 'gallery')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  const huge = new File(['x'], 'huge.jpg')
  Object.defineProperty(huge, 'size', { value: MAX_UPLOAD_BYTES + 1 })
  Object.defineProperty(input, 'files', {
    value: [new File(['%PDF-1.7'], 'a.jpg'), huge, new File([], 'b.jpg'), new File([], 'c.jpg')],
  })
  input.dispatchEvent(new Event('change'))
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
