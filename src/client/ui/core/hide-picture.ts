import type { SyntheticEvent } from 'react'

/** Without signal a logo that was never loaded on this device is hidden instead of shown as a broken image. */
export function hidePicture({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.style.visibility = 'hidden'
}
