export interface Progress {
  readonly step: keyof typeof STEPS
  /** Rows, photos or files. */
  readonly done: number
  /** Null: unknown. */
  readonly of: number | null
}
export type OnProgress = (progress: Progress) => void

/** Adds up what is done in a step. */
export function counted(tell: OnProgress, step: Progress['step'], of: number | null): (more: number) => void {
  let done = 0
  return (more) => tell({ step, done: (done += more), of })
}

const STEPS = {
  save: 'Saving the tables',
  photos: 'Saving the photos',
  checksums: 'Computing and comparing the checksums',
  load: 'Restoring into a trial database',
  compare: 'Comparing',
  records: 'Saving the records',
  file: 'Reading the file',
  remove: 'Removing the records from the database',
  putBack: 'Putting the records back',
  addresses: 'Reading the addresses',
} as const
const SHOW_EVERY_MS = 10_000
const SHOW_EVERY_MS_IN_TERMINAL = 500

/** Shows the progress: in a terminal in one line, else in a new line every ten seconds. */
export function progressShown(out: NodeJS.WriteStream): { show: OnProgress; end(): void } {
  let shownAt = Date.now()
  let isShown = false
  return {
    show: ({ step, done, of }) => {
      if (Date.now() - shownAt < (out.isTTY ? SHOW_EVERY_MS_IN_TERMINAL : SHOW_EVERY_MS)) return
      shownAt = Date.now()
      const far = of === null ? done.toLocaleString('en-AU') : `${Math.floor((100 * done) / Math.max(of, 1))} %`
      const text = `${STEPS[step]}: ${far}`
      isShown = out.isTTY
      out.write(out.isTTY ? `\r\u001B[K${text}` : `${text}\n`)
    },
    end: () => {
      if (isShown) out.write('\r\u001B[K')
      isShown = false
    },
  }
}
