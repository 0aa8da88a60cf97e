import { jpeg } from '../fixtures/jpeg.ts'

/** Returns these photos from the camera that is open. */
export function pick(...files: File[]): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  Object.defineProperty(input, 'files', { value: files })
  input.dispatchEvent(new Event('change'))
}

/** A photo whose bytes the phone has not read yet. */
export function slowPhoto() {
  let resolve!: (bytes: ArrayBuffer) => void
  let reject!: (error: Error) => void
  const promise = new Promise<ArrayBuffer>((...ends) => ([resolve, reject] = ends))
  const file = new File([], 'photo.jpg')
  file.arrayBuffer = () => promise
  return {
    file,
    isRead: () => resolve(jpeg().buffer),
    fails: () => reject(new DOMException('gone', 'NotReadableError')),
  }
}
