import { importUnsent } from '#contract/v1/unsent.ts'
import type { CallOf } from '#contract/endpoint.ts'
import { EVENTS_PER_REQUEST } from '#domain/limits.ts'
import { UNSENT_FORMAT } from '#domain/unsent-file.ts'
import { checkFields } from '#client/api/form-rules.ts'

export type UnsentContent = CallOf<typeof importUnsent>

/** Characters per request: small enough for a slow connection and the usual limits of a reverse proxy. */
const PART_MAX = 4_000_000

/** Why the chosen file can't be imported. `sentence`: the contract's own. */
export type WrongFile = 'not-such-a-file' | 'incomplete' | 'empty' | { sentence: string }

/** The phone writes the format first, so that a truncated file is recognised too. */
const BEGINS_AS_ONE = new RegExp(`^\\s*\\{\\s*"format"\\s*:\\s*"${UNSENT_FORMAT}"`)

export function readUnsent(text: string): { content: UnsentContent } | { wrong: WrongFile } {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    return { wrong: BEGINS_AS_ONE.test(text) ? 'incomplete' : 'not-such-a-file' }
  }
  if (typeof content !== 'object' || content === null || !('format' in content)) return { wrong: 'not-such-a-file' }
  const fields = checkFields(importUnsent.input, content as Record<string, unknown>)
  if (Object.keys(fields).length > 0)
    return { wrong: 'format' in fields || fields['v'] === undefined ? 'not-such-a-file' : { sentence: fields['v'] } }
  return (content as UnsentContent).events.length === 0 ? { wrong: 'empty' } : { content: content as UnsentContent }
}

/**
 * Splits the file into requests, in its order, each event with its own photo: a large file needs no long request and
 * can be continued after a failure.
 */
export function partsOf(content: UnsentContent, partMax = PART_MAX): UnsentContent[] {
  const photos = new Map(content.photos.map((photo) => [idIn(photo, 'photoID'), photo]))
  const parts: UnsentContent[] = []
  let size = Infinity
  for (const event of content.events) {
    const photo = photos.get(idIn(event, 'photoID'))
    // The size is estimated, so that megabytes of base64 are not serialised once more.
    const more =
      JSON.stringify(event).length + (photo === undefined ? 0 : String(Reflect.get(Object(photo), 'base64')).length)
    let part = parts.at(-1)
    if (part === undefined || size + more > partMax || part.events.length >= EVENTS_PER_REQUEST) {
      part = { ...content, events: [], photos: [] }
      parts.push(part)
      size = 0
    }
    part.events.push(event)
    if (photo !== undefined) part.photos.push(photo)
    size += more
  }
  return parts
}

function idIn(value: unknown, name: string): string {
  const id: unknown = Reflect.get(Object(value), name)
  return typeof id === 'string' ? id : ''
}
