// The thread that reads the rows of one CSV file. It is plain JavaScript, because Node starts it from this file in
// development, tests and production. It reads the file in parts and stops at the first bound that is exceeded.
import { parentPort } from 'node:worker_threads'
import Papa from 'papaparse'

/** @typedef {import('../read-rows.ts').RowsTask} RowsTask */
/** @typedef {import('../read-rows.ts').RowsReport} RowsReport */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
/** @type {RowsTask} */
let task

/** Bytes or characters read at once. */
const PIECE = 262_144
/** One message holds no more, because the main thread then needs only a few milliseconds for it. */
const BATCH = { rows: 500, characters: 262_144 }

class Unreadable extends Error {
  /** @param {Extract<RowsReport, { type: 'unreadable' }>} report */
  constructor(report) {
    super(report.why)
    this.report = report
  }
}

/** @param {Uint8Array} file */
function isUtf8(file) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let at = 0; at < file.length; at += PIECE) decoder.decode(file.slice(at, at + PIECE), { stream: true })
    decoder.decode()
    return true
  } catch {
    return false
  }
}

/** @param {Uint8Array} file */
function decoderOf(file) {
  if (file.includes(0)) throw new Unreadable({ type: 'unreadable', why: 'zero' })
  if (isUtf8(file)) {
    const decoder = new TextDecoder('utf-8')
    return (/** @type {Uint8Array} */ piece) => decoder.decode(piece, { stream: true })
  }
  const isMarked = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf
  const { windows1252 } = task
  const isUndefined = [...windows1252].map((sign, at) => (sign.charCodeAt(0) === at + 0x80 ? at + 0x80 : -1))
  if (isMarked || isUndefined.some((byte) => byte !== -1 && file.includes(byte)))
    throw new Unreadable({ type: 'unreadable', why: 'encoding' })
  return (/** @type {Uint8Array} */ piece) =>
    Buffer.from(piece)
      .toString('latin1')
      .replace(/[\u0080-\u009f]/g, (character) => windows1252[character.charCodeAt(0) - 0x80] ?? character)
}

/** The text in parts, with `\n` as its only line break. */
function* pieces() {
  const { bytes, text } = task
  const hidden = new RegExp(task.hidden, 'g')
  const decode = bytes === undefined ? null : decoderOf(bytes)
  const all = bytes ?? text ?? ''
  let held = ''
  for (let at = 0; at < all.length; at += PIECE) {
    const part =
      decode === null
        ? /** @type {string} */ (all).slice(at, at + PIECE)
        : decode(/** @type {Uint8Array} */ (all).slice(at, at + PIECE))
    const plain = held + part.replace(hidden, '')
    // The line feed of a break may be in the next part.
    held = plain.endsWith('\r') ? '\r' : ''
    yield (held === '' ? plain : plain.slice(0, -1)).replace(/\r\n?/g, '\n')
  }
  if (held !== '') yield '\n'
}

/** @param {string} cell */
function breaksIn(cell) {
  let count = 0
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1
  return count
}

/** @param {readonly string[]} cells */
function withoutEmptyEnd(cells) {
  let length = cells.length
  while (length > 0 && cells[length - 1]?.trim() === '') length -= 1
  return length
}

/** @param {string} delimiter */
function* rows(delimiter) {
  const { bounds, keepsBlank } = task
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
  const parts = pieces()
  let [rest, line, place, count] = ['', 1, 0, 0]
  for (let next = parts.next(), isLast = next.done ?? false; ; isLast = next.done ?? false) {
    const input = rest + (next.value ?? '')
    const { data, errors, meta } = /** @type {Papa.ParseResult<string[]>} */ (parser.parse(input, 0, !isLast))
    rest = isLast ? '' : input.slice(meta.cursor)
    for (const [at, cells] of data.entries()) {
      const wrong = errors.find(({ row }) => row === at)
      if (wrong) throw new Unreadable({ type: 'unreadable', why: 'quotes', line, place, code: wrong.code })
      const isBlank = keepsBlank ? cells.length === 1 && cells[0] === '' : withoutEmptyEnd(cells) === 0
      if (!isBlank) {
        count += 1
        const filled = withoutEmptyEnd(cells)
        if (filled > bounds.columns) throw new Unreadable({ type: 'unreadable', why: 'columns', line, place })
        if (cells.some((cell) => cell.length > bounds.cell))
          throw new Unreadable({ type: 'unreadable', why: 'cell', line, place })
        // Those beyond are only counted, so that the sentence names their number.
        if (count <= bounds.rows)
          yield { line, place, cells: keepsBlank || cells.length <= bounds.columns ? cells : cells.slice(0, filled) }
      }
      place += 1
      line += 1 + cells.reduce((breaks, cell) => breaks + breaksIn(cell), 0)
      if (line > bounds.lines + 1) throw new Unreadable({ type: 'unreadable', why: 'lines' })
    }
    if (isLast) {
      if (errors.length > 0) throw new Unreadable({ type: 'unreadable', why: 'quotes', line, place })
      break
    }
    if (rest.length > bounds.line) {
      const { errors: found } = parser.parse(rest, 0, false)
      const code = found[0]?.code
      throw new Unreadable({
        type: 'unreadable',
        why: code === undefined ? 'cell' : 'quotes',
        line,
        place,
        ...(code && { code }),
      })
    }
    next = parts.next()
  }
  if (count > bounds.rows) throw new Unreadable({ type: 'unreadable', why: 'rows', count })
}

/** @type {ReturnType<typeof rows> | undefined} */
let reading

/** @param {import('../read-rows.ts').RowsOrder} order @returns {RowsReport} */
function obey(order) {
  if (order.type === 'open') {
    task = order.task
    reading = undefined
    return { type: 'opened' }
  }
  if (order.type === 'head') return { type: 'head', text: pieces().next().value ?? '' }
  reading ??= rows(order.delimiter)
  const batch = []
  let characters = 0
  while (batch.length < BATCH.rows && characters < BATCH.characters) {
    const { done, value } = reading.next()
    if (done) return { type: 'rows', rows: batch, isLast: true }
    batch.push(value)
    characters += value.cells.reduce((sum, cell) => sum + cell.length, 0)
  }
  return { type: 'rows', rows: batch, isLast: false }
}

port.on('message', (/** @type {import('../read-rows.ts').RowsOrder} */ order) => {
  try {
    port.postMessage(obey(order))
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    port.postMessage(error.report)
  }
})
