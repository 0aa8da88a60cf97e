/** How much waits on the phone. `photoSize` in bytes. */
export interface Size {
  events: number
  photos: number
  photoSize: number
}

/** ms from "send" until the phone has the acknowledgement of everything, or of every outcome. */
export interface Replayed {
  total: number
  outcomes: number
}
