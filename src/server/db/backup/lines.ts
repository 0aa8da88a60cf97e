import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'

/** The last line of a file has no line feed, so the file was cut off. */
export class CutOff extends Error {
  override readonly name = 'CutOff'
}

/**
 * The lines of a file, unzipped where its name ends in `.gz`. It is split at line feeds only; Node's readline also
 * splits at U+2028, which a note may contain. Throws CutOff.
 */
export async function* linesOf(file: string): AsyncGenerator<string> {
  const stream = createReadStream(file)
  const unzipped = file.endsWith('.gz') ? stream.pipe(createGunzip()) : stream
  if (unzipped !== stream) stream.on('error', (error) => unzipped.destroy(error))
  let rest = ''
  for await (const chunk of unzipped.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') throw new CutOff(`${file} ends in the middle of a line.`)
}
