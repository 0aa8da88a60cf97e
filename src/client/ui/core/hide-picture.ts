import type { SyntheticEvent } from 'react'

/** Hides a logo that can't be loaded without signal instead of showing a broken image. */
export function hidePicture({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  currentTarget.style.visibility = 'hidden'
}
