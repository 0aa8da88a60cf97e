import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Times } from '#domain/route/question.ts'
import BEST_KNOWN from './best-known.json'

/** An instance of TSPLIB or CVRPLIB; point 0 is the depot, or where the closed tour begins. */
export interface Instance {
  name: string
  kind: 'one' | 'several'
  times: Times
  bags: number[]
  capacity: number
  longestDay: number
  service: number
  /** null: not in our list. */
  bestKnown: number | null
}

/** The instances of a folder, smallest first; files of other kinds than EUC_2D are named and left out. */
export function instancesOf(folder: string): Instance[] {
  const files = readdirSync(folder).filter((file) => /\.(tsp|vrp)$/.test(file))
  return files
    .map((file) => instanceOf(readFileSync(path.join(folder, file), 'utf8'), path.parse(file).name))
    .filter((instance) => instance !== null)
    .sort((a, b) => a.kind.localeCompare(b.kind) || a.times.size - b.times.size)
}

function instanceOf(text: string, name: string): Instance | null {
  const lines = text.split('\n').map((line) => line.trim())
  const said = (key: string) => lines.find((line) => new RegExp(`^${key}\\s*:`).test(line))?.replace(/^[^:]*:\s*/, '')
  const section = (title: string) => {
    const from = lines.indexOf(title) + 1
    const rows = from === 0 ? [] : lines.slice(from).map((line) => line.split(/\s+/).map(Number))
    const end = rows.findIndex((row) => row.some((cell) => Number.isNaN(cell)))
    return end === -1 ? rows : rows.slice(0, end)
  }
  if (said('EDGE_WEIGHT_TYPE') !== 'EUC_2D') {
    console.error(`${name} is left out: its distances are ${said('EDGE_WEIGHT_TYPE') ?? 'not named'}.`)
    return null
  }
  const points = section('NODE_COORD_SECTION').filter((row) => row.length === 3)
  // Only the set of Christofides, Mingozzi and Toth has distances that are not rounded.
  const rounded = name.startsWith('CMT') ? (one: number) => one : Math.round
  return {
    name,
    kind: said('TYPE') === 'TSP' ? 'one' : 'several',
    times: {
      size: points.length,
      seconds: Float64Array.from(
        points.flatMap(([, x, y]) =>
          points.map(([, otherX, otherY]) => rounded(Math.hypot(x! - otherX!, y! - otherY!))),
        ),
      ),
    },
    bags: section('DEMAND_SECTION').map(([, bags]) => bags!),
    capacity: Number(said('CAPACITY') ?? Infinity),
    longestDay: Number(said('DISTANCE') ?? Infinity),
    service: Number(said('SERVICE_TIME') ?? 0),
    bestKnown: Object.entries(BEST_KNOWN).find(([known]) => known === name)?.[1] ?? null,
  }
}
