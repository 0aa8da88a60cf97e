import path from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { delimiterOf } from '#domain/separators.ts'
import { HIDDEN } from '#domain/texts.ts'
import { packageRoot } from '../package-root.ts'
import { UnreadableText, unreadableWords, WINDOWS_1252 } from './file-text.ts'

/**
 * Reads the rows of CSV files in a thread, one file at a time, and takes them over in small parts, so that other requests
 * are answered meanwhile and a file never takes more memory than its bounds allow.
 */

const THREAD_FILE = 'src/server/files/thread/rows-thread.mjs'
/** For one part; then the file is given up. */
const LIMIT_MS = 60_000
const HEAP_MAX_MB = 192
const IDLE_MS = 5_000
const TOO_MUCH = 'This file takes too long to read. Split it, and import the parts.'
const COPIED_AT_ONCE = 1_048_576

export interface RowBounds {
  /** Rows with content, the heading among them. */
  readonly rows: number
  /** Lines of the file, blank ones among them. */
  readonly lines: number
}

/** What a spreadsheet can hold in a line, and a cell; and characters of one line. */
const COLUMNS_MAX = 500
const CELL_MAX = 32_767
const LINE_MAX = 1_000_000

export interface RowsTask {
  /** A whole file, or a text that was decoded already. */
  readonly bytes?: Uint8Array
  readonly text?: string
  readonly hidden: string
  readonly windows1252: string
  readonly bounds: RowBounds & { readonly columns: number; readonly cell: number; readonly line: number }
  readonly keepsBlank: boolean
}

export type RowsOrder =
  | { readonly type: 'open'; readonly task: RowsTask }
  | { readonly type: 'head' }
  | { readonly type: 'rows'; readonly delimiter: string }

export interface FileRow {
  /** As an editor shows it: line breaks within quotes count. */
  readonly line: number
  /** Rows before it, blank ones among them. */
  readonly place: number
  readonly cells: readonly string[]
}

export type RowsReport =
  | { readonly type: 'opened' }
  | { readonly type: 'head'; readonly text: string }
  | { readonly type: 'rows'; readonly rows: readonly FileRow[]; readonly isLast: boolean }
  | {
      readonly type: 'unreadable'
      readonly why: 'zero' | 'encoding' | 'quotes' | 'rows' | 'lines' | 'columns' | 'cell'
      readonly line?: number
      readonly place?: number
      /** Rows of the file. */
      readonly count?: number
      /** Papa's. */
      readonly code?: string
    }

type Unreadable = Extract<RowsReport, { type: 'unreadable' }>

/** A file whose rows can't be read, with what its reader needs for a sentence of its own. */
export class UnreadableRows extends UnreadableText {
  readonly report: Unreadable
  constructor(report: Unreadable, bounds: RowBounds) {
    super(wordsFor(report, bounds))
    this.report = report
  }
}

function wordsFor({ why, line, code, count }: Unreadable, { rows, lines }: RowBounds): string {
  switch (why) {
    case 'zero':
      return unreadableWords.zero
    case 'encoding':
      return unreadableWords.encoding
    case 'quotes':
      if (code === undefined) return 'Couldn’t read the quotation marks in this file.'
      return `Line ${line}: ${code === 'MissingQuotes' ? 'a quotation mark isn’t closed' : 'there’s text after a closing quotation mark'}.`
    case 'rows':
      return `This file has ${(count ?? 0) - 1} rows; at most ${rows - 1} can be imported at once.`
    case 'lines':
      return `This file has more than ${lines} lines. Delete the empty ones, or split the file.`
    case 'columns':
      return `Line ${line}: there are more than ${COLUMNS_MAX} columns.`
    case 'cell':
      return `Line ${line}: a cell has more than ${CELL_MAX} characters.`
  }
}

interface Source {
  readonly bytes?: Uint8Array
  readonly text?: string
  readonly bounds: RowBounds
  /** By default the one in most of the first lines. */
  readonly delimiter?: string
  /** Keeps rows of empty cells as they are; only lines without anything are left out. */
  readonly keepsBlank?: boolean
}

let last: Promise<unknown> = Promise.resolve()

/** Rejects with UnreadableRows at the first bound that the file exceeds. */
export function readRows(source: Source): Promise<FileRow[]> {
  const mine = last.then(
    () => readInThread(source),
    () => readInThread(source),
  )
  last = mine.catch(() => undefined)
  return mine
}

async function readInThread({ bytes, text, bounds, delimiter, keepsBlank = false }: Source): Promise<FileRow[]> {
  const task: RowsTask = {
    ...(bytes && { bytes: await shared(bytes) }),
    ...(text !== undefined && { text }),
    hidden: HIDDEN.source,
    windows1252: WINDOWS_1252,
    bounds: { ...bounds, columns: COLUMNS_MAX, cell: CELL_MAX, line: LINE_MAX },
    keepsBlank,
  }
  const worker = takeWorker()
  const ask = asking(worker)
  try {
    await ask({ type: 'open', task })
    const head = delimiter === undefined ? await ask({ type: 'head' }) : null
    if (head?.type === 'unreadable') throw new UnreadableRows(head, bounds)
    const chosen = delimiter ?? delimiterOf(head?.type === 'head' ? head.text : '')
    const rows: FileRow[] = []
    for (;;) {
      const report = await ask({ type: 'rows', delimiter: chosen })
      if (report.type === 'unreadable') throw new UnreadableRows(report, bounds)
      if (report.type !== 'rows') throw new Error('The thread that reads rows answered out of turn')
      for (const row of report.rows) rows.push(row)
      if (report.isLast) return rows
      await breathe()
    }
  } catch (error) {
    if (!(error instanceof UnreadableRows)) await worker.terminate()
    throw error
  } finally {
    giveBack(worker)
  }
}

/** The bytes for the thread, copied in parts: one copy of 32 MB would hold up every other request. */
async function shared(bytes: Uint8Array): Promise<Uint8Array> {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  for (let at = 0; at < bytes.length; at += COPIED_AT_ONCE) {
    copy.set(bytes.subarray(at, at + COPIED_AT_ONCE), at)
    await breathe()
  }
  return copy
}

/** A thread that has read a file waits a moment for the next one; then its memory is free again. */
let idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | null = null

function takeWorker(): Worker {
  const waiting = idle
  idle = null
  if (waiting !== null) clearTimeout(waiting.timer)
  if (waiting !== null && waiting.worker.threadId !== -1) return waiting.worker
  const worker = new Worker(path.join(packageRoot(), THREAD_FILE), {
    // A test runner's loaders, which are flags of the parent, must not reach the thread.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MB },
  })
  // While nothing is asked of it, the thread neither keeps the process alive nor brings it down.
  worker.unref()
  worker.on('error', () => undefined)
  return worker
}

function giveBack(worker: Worker): void {
  if (worker.threadId === -1) return
  const timer = setTimeout(() => {
    idle = null
    void worker.terminate()
  }, IDLE_MS).unref()
  idle = { worker, timer }
}

/** One order at a time; rejects when the thread fails, ends or takes too long. */
function asking(worker: Worker): (order: RowsOrder) => Promise<RowsReport> {
  return (order) =>
    new Promise((resolve, reject) => {
      const limit = setTimeout(() => end(new UnreadableText(TOO_MUCH)), LIMIT_MS)
      const answered = (report: RowsReport) => end(null, report)
      const failed = (error: Error & { code?: string }) =>
        end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnreadableText(TOO_MUCH) : error)
      const ended = () => end(new Error('The thread that reads rows ended by itself'))
      function end(error: Error | null, report?: RowsReport) {
        clearTimeout(limit)
        worker.off('message', answered).off('error', failed).off('exit', ended)
        worker.unref()
        if (error === null) resolve(report!)
        else reject(error)
      }
      worker.on('message', answered).on('error', failed).on('exit', ended)
      worker.ref()
      worker.postMessage(order)
    })
}
