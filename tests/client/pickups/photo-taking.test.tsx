import { renderHook, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { usePhotoTaking } from '#client/features/pickups/photo-taking.tsx'
import { UndoBar } from '#client/features/pickups/undo-bar.tsx'
import type { PhotoNotSaved } from '#client/photo/save-photo.ts'
import { MAX_UPLOAD_BYTES } from '#domain/limits.ts'
import { bring, makeDevice, makeStop, show } from '../../support/driver-screen.tsx'
import { quiet } from './idle-marking.ts'

const noPhotos = { take: () => undefined, saving: 0, savedAt: null }

afterEach(() => document.body.replaceChildren())

test('Of several photos chosen at once each refused one is reported', async () => {
  const device = await makeDevice()
  const stop = makeStop(1)
  await bring(device, { stops: [stop] })
  const { result } = renderHook(() => {
    const [failure, setFailure] = useState<readonly PhotoNotSaved[]>([])
    return { ...usePhotoTaking(device, setFailure), failure }
  })
  result.current.take(stop.assignmentID, 'gallery')
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  const huge = new File(['x'], 'huge.jpg')
  Object.defineProperty(huge, 'size', { value: MAX_UPLOAD_BYTES + 1 })
  Object.defineProperty(input, 'files', {
    value: [new File(['%PDF-1.7'], 'a.jpg'), huge, new File([], 'b.jpg'), new File([], 'c.jpg')],
  })
  input.dispatchEvent(new Event('change'))
  await waitFor(() =>
    expect(result.current.failure.toSorted()).toEqual(['not-a-photo', 'too-large', 'unreadable', 'unreadable']),
  )
  const { failure } = result.current
  show(<UndoBar marking={{ ...quiet, failure }} photos={noPhotos} stops={[]} next={null} />)
  const lines = screen.getByRole('alert').textContent
  expect(lines).toContain('Not saved: Max file size: 20 MB')
  expect(lines).toContain('Not saved: Only jpg, jpeg and png')
  expect(lines).toContain('2 photos not saved: the photo couldn’t be read. Please take it again.')
})
