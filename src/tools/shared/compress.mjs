import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const TEXT = new Set(['.js', '.mjs', '.css', '.html', '.svg', '.webmanifest'])
/** Below this many bytes compression gains too little. */
const WORTH_BYTES = 1_000

/** Writes a .br file beside every text file the server sends (http/client-files.ts), at the highest level. */
export function compressClient(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !TEXT.has(path.extname(entry.name))) continue
    const file = path.join(entry.parentPath ?? entry.path, entry.name)
    const bytes = readFileSync(file)
    if (bytes.length < WORTH_BYTES) continue
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
    )
  }
}
