import type { NotCollectedOutcome } from '#domain/words.ts'

/** What a driver says became of a stop. Undone ones are followed by another. */
export type Said =
  | { type: 'done'; pu: number }
  | { type: 'bag-mt' }
  | { type: 'not-collected'; outcome: NotCollectedOutcome; extraAmount?: number; notes?: string }
  | { type: 'undo' }

/** One thing he did, from the finger's touch on. */
export interface Entry<What> {
  assignmentID: string
  what: What
  /** `saved`: the screen showed it as saved. `open`: the phone died under the finger before it showed anything. */
  fate: 'open' | 'saved'
}

/** The driver's own book, kept beside the phone: what he did and what the phone told him of it. */
export class Journal {
  readonly taps: Entry<Said>[] = []
  /** By the number on the picture. */
  readonly photos: Entry<number>[] = []
  /** Taps and photos the phone died under before they reached its disk; he did them again. */
  readonly neverKept = { taps: 0, photos: 0 }

  tapsAt(assignmentID: string): Entry<Said>[] {
    return this.taps.filter((entry) => entry.assignmentID === assignmentID)
  }

  photosAt(assignmentID: string): Entry<number>[] {
    return this.photos.filter((entry) => entry.assignmentID === assignmentID)
  }

  /** Whether a stop stands as told: its last outcome was not undone. */
  isTold(assignmentID: string): boolean {
    const last = this.tapsAt(assignmentID).at(-1)
    return last !== undefined && last.what.type !== 'undo'
  }

  /** The phone came back, and its screen says what of the touches it died under it has. */
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
