import { readFileSync } from 'node:fs'
import { officePages, readOn } from './admins.ts'
import { replay } from './devices.ts'
import type { Fleet } from './fleet.ts'

/** 25 phones and the office at one server. */
export interface FleetFigures {
  eventsPerSecond: number
  /** ms of a batch. */
  p50: number
  p99: number
  /** ms of what an admin reads meanwhile. */
  readP50: number
  readP99: number
  /** MB, resident, the highest; null where the system does not report it. */
  peak: number | null
}

/** Starts all phones at the same moment. Any answer but the right one ends the bench. */
export async function measureFleet(
  fleet: Pick<Fleet, 'runOrderID' | 'devices' | 'adminTokens' | 'events'>,
  { origin, pid }: { origin: string; pid: number | undefined },
): Promise<FleetFigures> {
  let over = false
  const pages = officePages(fleet.runOrderID)
  const reading = fleet.adminTokens.map((token, first) => readOn({ origin, token, pages, first }, () => over))
  const began = performance.now()
  const batches = await Promise.all(
    fleet.devices.map((device) => replay({ ...device, origin, runOrderID: fleet.runOrderID }, fleet.events)),
  ).finally(() => (over = true))
  const took = performance.now() - began
  const reads = (await Promise.all(reading)).flat()
  const all = batches.flat()
  return {
    eventsPerSecond: (fleet.devices.length * fleet.events) / (took / 1000),
    p50: percentile(all, 0.5),
    p99: percentile(all, 0.99),
    readP50: percentile(reads, 0.5),
    readP99: percentile(reads, 0.99),
    peak: peakOf(pid),
  }
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)]!
}

/** Highest resident memory of a process since its start, MB. */
export function peakOf(pid: number | undefined): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) / 1024
}
