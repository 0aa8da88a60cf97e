import type { NotCollectedOutcome } from '#domain/words.ts'

/** What a driver records at a stop. An undone outcome is followed by another. */
export type Said =
  | { type: 'done'; pu: number }
  | { type: 'bag-mt' }
  | { type: 'not-collected'; outcome: NotCollectedOutcome; extraAmount?: number; notes?: string }
  | { type: 'undo' }

/** One action of the driver, from the tap on. */
export interface Entry<What> {
  assignmentID: string
  what: What
  /** `saved`: the screen showed it as saved. `open`: the phone was killed after the tap, before it showed anything. */
  fate: 'open' | 'saved'
}

/** The test's own log of the driver's actions and of what the phone showed after each. */
export class Journal {
  readonly taps: Entry<Said>[] = []
  /** By the number on the picture. */
  readonly photos: Entry<number>[] = []
  /** Taps and photos that were interrupted by a kill before they reached the phone's disk; the driver repeated them. */
  readonly neverKept = { taps: 0, photos: 0 }

  tapsAt(assignmentID: string): Entry<Said>[] {
    return this.taps.filter((entry) => entry.assignmentID === assignmentID)
  }

  photosAt(assignmentID: string): Entry<number>[] {
    return this.photos.filter((entry) => entry.assignmentID === assignmentID)
  }

  /** Whether a stop has an outcome: its last outcome was not undone. */
  isTold(assignmentID: string): boolean {
    const last = this.tapsAt(assignmentID).at(-1)
    return last !== undefined && last.what.type !== 'undo'
  }

  /** Decides, from the reopened phone's screen, which of the interrupted actions were saved. */
  settle(shown: { atHand: string | null; photosAtHand: number }): void {
    for (const entry of this.taps.filter(({ fate }) => fate === 'open')) {
      const isToDo = shown.atHand === entry.assignmentID
      if ((entry.what.type === 'undo') === isToDo) entry.fate = 'saved'
      else this.#strike(this.taps, entry, 'taps')
    }
    for (const entry of this.photos.filter(({ fate }) => fate === 'open')) {
      const before = this.photosAt(entry.assignmentID).filter(({ fate }) => fate === 'saved').length
      if (shown.atHand === entry.assignmentID && shown.photosAtHand > before) entry.fate = 'saved'
      else this.#strike(this.photos, entry, 'photos')
    }
  }

  #strike<What>(from: Entry<What>[], entry: Entry<What>, of: 'taps' | 'photos'): void {
    from.splice(from.indexOf(entry), 1)
    this.neverKept[of] += 1
  }
}
