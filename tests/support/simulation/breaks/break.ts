/**
 * One realistic mistake in the product's code that the simulation has to detect. The changed code is never written to a
 * disk. Where an exported function can carry it, it is a `Seam`, so that the function's sentences may change.
 */
export type Break = Seam | TextBreak

/** An exported function is replaced by one made of the original. */
export interface Seam {
  name: string
  /** Relative to the folder of package.json. */
  file: string
  function: string
  becomes: (original: never) => unknown
}

export interface TextBreak {
  name: string
  file: string
  /** Occurs once in the file; white space and trailing commas are ignored. */
  text: string
  becomes: string
}
