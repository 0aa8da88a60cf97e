import { apiBase } from './browser-ports.ts'
import { session } from './session.ts'

/** A photo the office keeps, by the right of whoever is signed in; null when it can't be had now. */
export async function fetchPhoto(photoID: string): Promise<Blob | null> {
  const { token } = session.state()
  if (token === null) return null
  try {
    const response = await fetch(`${apiBase}/photos/${encodeURIComponent(photoID)}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const blob = response.ok ? await response.blob() : null
    // A captive portal answers 200 too.
    return blob?.type.startsWith('image/') === true ? blob : null
  } catch {
    return null
  }
}
