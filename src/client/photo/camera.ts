/** The phone's camera or gallery. The file inputs are outside React, because a re-render must not remove them. */
export type PhotoSource = 'camera' | 'gallery'

export interface PickedPhoto {
  size: number
  /** Read at once: Android deletes the file when the page has been in the background. Rejects when it can't be read. */
  bytes: Promise<ArrayBuffer>
  takenAt: Date
}

/** Call inside the tap's own handler: browsers open a camera only for a user gesture. */
export function openCamera(
  source: PhotoSource,
  heard: { picked(photos: readonly PickedPhoto[]): void; cancelled(): void },
): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = 'image/jpeg,image/png'
  if (source === 'camera') input.setAttribute('capture', 'environment')
  else input.multiple = true
  input.hidden = true
  input.addEventListener('change', () => {
    const photos = Array.from(input.files ?? [], (file) => readNow(file, source))
    input.remove()
    if (photos.length > 0) heard.picked(photos)
    else heard.cancelled()
  })
  input.addEventListener('cancel', () => {
    input.remove()
    heard.cancelled()
  })
  // iOS drops an input that is not part of the document.
  document.body.append(input)
  input.click()
}

function readNow(file: File, source: PhotoSource): PickedPhoto {
  const now = new Date()
  const isFromBefore = source === 'gallery' && file.lastModified > 0 && file.lastModified < now.getTime()
  return { size: file.size, bytes: file.arrayBuffer(), takenAt: isFromBefore ? new Date(file.lastModified) : now }
}
