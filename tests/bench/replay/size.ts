/** How much waits on the phone. `photoSize` in bytes. */
export interface Size {
  events: number
  photos: number
  photoSize: number
}

/** ms from "send" until the phone knows that everything, or every outcome, is at the office. */
export interface Replayed {
  total: number
  outcomes: number
}
