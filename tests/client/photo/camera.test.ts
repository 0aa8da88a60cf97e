import { afterEach, describe, expect, test, vi } from 'vitest'
import { openCamera, type PickedPhoto } from '#client/photo/camera.ts'

/** The input in which the phone would return the file. */
function opened(): HTMLInputElement {
  return document.querySelector<HTMLInputElement>('input[type=file]')!
}

function answer(files: File[]): void {
  Object.defineProperty(opened(), 'files', { value: files })
  opened().dispatchEvent(new Event('change'))
}

afterEach(() => {
  document.body.replaceChildren()
})

describe('The phone’s camera', () => {
  test('It opens the camera at the back, for jpg and png only, within the tap', () => {
    const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined)
    openCamera('camera', { picked: () => undefined, cancelled: () => undefined })
    expect(click).toHaveBeenCalledOnce()
    expect(opened().getAttribute('capture')).toBe('environment')
    expect(opened().accept).toBe('image/jpeg,image/png')
    expect(opened().multiple).toBe(false)
    click.mockRestore()
  })

  test('The gallery returns several at once, each with the time it was taken', async () => {
    const picked = vi.fn((_photos: readonly PickedPhoto[]) => undefined)
    openCamera('gallery', { picked, cancelled: () => undefined })
    expect(opened().hasAttribute('capture')).toBe(false)
    const taken = Date.parse('2026-11-17T03:04:05Z')
    answer([
      new File(['ab'], 'a.jpg', { lastModified: taken }),
      new File(['c'], 'b.png', { lastModified: Date.now() + 3_600_000 }),
    ])
    const [first, second] = picked.mock.calls[0]![0]
    expect(first).toMatchObject({ size: 2, takenAt: new Date(taken) })
    expect((await first!.bytes).byteLength).toBe(2)
    // A file dated in the future counts as taken now.
    expect(second!.takenAt.getTime()).toBeLessThanOrEqual(Date.now())
    expect(document.querySelector('input')).toBeNull()
  })

  test('When it is closed without a photo, it leaves nothing behind and says so', () => {
    const cancelled = vi.fn()
    openCamera('camera', { picked: () => undefined, cancelled })
    opened().dispatchEvent(new Event('cancel'))
    expect(cancelled).toHaveBeenCalledOnce()
    expect(document.querySelector('input')).toBeNull()
  })
})
