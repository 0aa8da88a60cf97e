import type { Seam } from './break.ts'

/** The functions of a module, by name. */
type FunctionsOf<M> = { [K in keyof M]: M[K] extends (...given: never[]) => unknown ? M[K] : never }

/**
 * The breaks that can be made in one file of the product. A break may import from the product only types, and values of
 * files that import nothing else of it: the broken file imports the breaks while it is loaded.
 * @param file relative to the folder of package.json
 */
export function breaksOf<M>(file: string) {
  return <K extends keyof M & string>(
    name: string,
    exported: K,
    becomes: (original: FunctionsOf<M>[K]) => FunctionsOf<M>[K],
  ): Seam => ({ name, file, function: exported, becomes })
}
