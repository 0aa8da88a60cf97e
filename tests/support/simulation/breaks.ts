import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import type { Break, Seam, TextBreak } from './breaks/break.ts'
import { PHONE } from './breaks/phone.ts'
import { SEAMS } from './breaks/seams.ts'
import { SERVER } from './breaks/server.ts'
import { STOP_STATE } from './breaks/stop-state.ts'
import { STORED_RECORDS } from './breaks/stored-records.ts'
import { WEEK_AND_PHOTOS } from './breaks/week-and-photos.ts'
import { storyOf } from './random-day.ts'
import type { Step } from './steps.ts'

export const BREAKS: readonly Break[] = [
  ...SEAMS,
  ...PHONE,
  ...SERVER,
  ...STORED_RECORDS,
  ...STOP_STATE,
  ...WEEK_AND_PHOTOS,
]

/** What has to happen on a day for the break to be seen: only such days are lived with it. */
const ONLY_ON: Readonly<Record<string, Step['kind']>> = {
  'records of a lost database are sent as the new one’s': 'disk-emptied',
  'a new database takes numbers of the lost one': 'disk-emptied',
  'what only the journal has is not put back': 'disk-emptied',
  'a half-written journal entry is read': 'disk-emptied',
  'a database emptied under an open page continues the old id’s numbers': 'disk-emptied',
  'what is in memory is not put into a new database': 'disk-emptied',
  'a phone with a new database reports no loss': 'disk-emptied',
  'a phone whose database lost its last commits reports no loss': 'goes-back',
  'what a database lacked is forgotten before it was noted': 'goes-back',
  'after a reload the disk counts as sound': 'disk-stays-full',
  'all is called sent before the office has compared': 'goes-back',
  'the office compares no further than the phone reports': 'goes-back',
  'a record of a full disk counts as being in the database': 'disk-stays-full',
  'without a journal a record counts as saved right after the disk refused a write': 'disk-stays-full',
  'the journal of a build before the bucket is not read': 'disk-emptied',
  'on a full disk the journal of a build before the bucket is not used': 'disk-stays-full',
  'a journal that the browser deleted counts as written': 'disk-emptied',
  'a receipt from memory loses to the row that is still unsent': 'disk-stays-full',
  'after a lost connection the database counts as complete': 'disk-stays-full',
  'the journal is rewritten without the records of a full disk': 'disk-stays-full',
  'a row loses to what this window knew of it earlier': 'other-window-sends',
  'what a revocation deleted comes back from memory': 'other-window-sends',
  'a revoked phone signs out before the server knows that it is empty': 'revoked',
  'a revoked phone signs out before it has sent its records': 'revoked',
  'a revoked phone keeps its customers': 'revoked',
  'a revoked phone deletes unsent events': 'revoked',
  'a revoked phone deletes unsent photos': 'revoked',
  'a photo that is stored can’t be uploaded again': 'loses',
}

/** @public loaded by the tool at run time. @returns the seeds to live with the break */
export function daysFor({ name }: Break, seeds: readonly number[]): number[] {
  const kind = ONLY_ON[name]
  return seeds.filter((seed) => kind === undefined || storyOf(seed).steps.some((step) => step.kind === kind))
}

const isSeam = (one: Break): one is Seam => 'function' in one

/** @returns null, or why a break can't be planted any more */
export function notFound(one: Break, root: string): string | null {
  const code = readFileSync(path.join(root, one.file), 'utf8')
  if (isSeam(one)) return declarationOf(one, code) ? null : `${one.file} exports no function ${one.function}`
  const { length: count } = placesOf(one.text, code)
  return count === 1
    ? null
    : `its text is ${count === 0 ? 'no longer' : `${count} times`} in ${one.file}: plant it anew`
}

function declarationOf({ function: name }: Seam, code: string): RegExpExecArray | null {
  return new RegExp(`^export ((?:async )?function )(${name})(?=[<(])`, 'm').exec(code)
}

/**
 * The positions of a text in the code, as pairs of start and end. White space and trailing commas are ignored, so that the
 * formatter may break a line differently.
 */
function placesOf(text: string, code: string): [start: number, end: number][] {
  const signs = text.replace(/,(\s*[)\]}])/g, '$1').replace(/\s+/g, '')
  const escaped = [...signs].map((sign) => (/[)\]}]/.test(sign) ? `,?\\s*\\${sign}` : sign.replace(/[^\w]/u, '\\$&')))
  return [...code.matchAll(new RegExp(escaped.join('\\s*'), 'g'))].map(({ index, 0: found }) => [
    index,
    index + found.length,
  ])
}

/**
 * A plugin that changes the product's code while it is loaded for the simulation: by the break that `now` returns when
 * a file is loaded.
 * @public loaded by the worker at run time
 */
export function planting(now: () => Break | null): Plugin {
  return {
    name: 'bagrun:planted-break',
    enforce: 'pre',
    transform(code, id) {
      const planted = now()
      if (!planted || !id.replaceAll('\\', '/').endsWith(`/${planted.file}`)) return null
      const changed = isSeam(planted) ? withSeam(planted, code) : withText(planted, code)
      if (changed === null) throw new Error(`“${planted.name}” can't be planted in ${planted.file}`)
      return { code: changed, map: null }
    },
  }
}

function withText({ text, becomes }: TextBreak, code: string): string | null {
  const [place] = placesOf(text, code)
  return place === undefined ? null : code.slice(0, place[0]) + becomes + code.slice(place[1])
}

/** The original stays under another name; a function declaration takes its place, so that calls within the file meet it. */
function withSeam(seam: Seam, code: string): string | null {
  const found = declarationOf(seam, code)
  if (found === null) return null
  const { index, 1: kind, 2: name } = found
  const after = code.slice(index + `export ${kind}${name}`.length)
  return `import { seamOf } from ${JSON.stringify(SEAMS_FILE)}
${code.slice(0, index)}${kind}${name}AsItIs${after}
let ${name}Broken: any = null
export function ${name}(...given: any[]): any {
  ${name}Broken ??= seamOf(${JSON.stringify(seam.name)}, ${name}AsItIs)
  return ${name}Broken(...given)
}
`
}

const SEAMS_FILE = path.join(import.meta.dirname, 'breaks', 'seams.ts')
