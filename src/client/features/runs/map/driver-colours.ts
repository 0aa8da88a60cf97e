/** How the dots of one driver look. */
export interface DotLook {
  readonly fill: string
  /** The colour of a number or mark on the dot. */
  readonly ink: string
  /** With a hole: the second round through the fills. */
  readonly hollow: boolean
}

const DARK_INK = '#0e1a14'
const LIGHT_INK = '#ffffff'

/** Okabe and Ito's colours, which people who are colour-blind tell apart, without black and white. */
export const FILLS = [
  { fill: '#0072b2', ink: LIGHT_INK },
  { fill: '#e69f00', ink: DARK_INK },
  { fill: '#cc79a7', ink: DARK_INK },
  { fill: '#f0e442', ink: DARK_INK },
  { fill: '#009e73', ink: DARK_INK },
  { fill: '#d55e00', ink: DARK_INK },
  { fill: '#56b4e9', ink: DARK_INK },
] as const

/** Stops without a driver, and a place of stops of several drivers. */
export const NOBODY: DotLook = { fill: '#ffffff', ink: DARK_INK, hollow: false }
export const SEVERAL: DotLook = { fill: '#66736c', ink: LIGHT_INK, hollow: false }

/** A look for each driver, which a filter does not change. @param driverIDs in the order of the legend */
export function driverLooks(driverIDs: readonly string[]): ReadonlyMap<string, DotLook> {
  return new Map(
    driverIDs.map((driverID, at) => [
      driverID,
      { ...FILLS[at % FILLS.length]!, hollow: Math.floor(at / FILLS.length) % 2 === 1 },
    ]),
  )
}
