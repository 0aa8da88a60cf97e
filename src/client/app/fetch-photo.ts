import { apiBase } from './browser-ports.ts'
import { session } from './session.ts'

/** A photo of the office, fetched with the signed-in user's rights; null when it can't be fetched now. */
export async function fetchPhoto(photoID: string): Promise<Blob | null> {
  const { token } = session.state()
  if (token === null) return null
  try {
    const url = `${apiBase}/photos/${encodeURIComponent(photoID)}`
    const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
    const blob = response.ok ? await response.blob() : null
    // A captive portal answers 200 too.
    return blob?.type.startsWith('image/') === true ? blob : null
  } catch {
    return null
  }
}
