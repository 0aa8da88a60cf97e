import { autopay } from './autopay.bench.ts'
import { year } from './year.bench.ts'
import { bank } from './bank.bench.ts'
import { busy } from './busy.bench.ts'
import { bytes } from './bytes.bench.ts'
import { coldStarts } from './cold-start.bench.ts'
import { customers } from './customers.bench.ts'
import { customersSide } from './customers-side.bench.ts'
import { fleet } from './fleet.bench.ts'
import { fullOutbox } from './full-outbox.bench.ts'
import { generate } from './generate.bench.ts'
import { growth } from './growth.bench.ts'
import { imports } from './imports.bench.ts'
import { lighthouse } from './lighthouse.bench.ts'
import { reconnect } from './reconnect.bench.ts'
import type NAMES from './names.json'
import { money } from './money.bench.ts'
import { openRun } from './open-run.bench.ts'
import { order } from './order.bench.ts'
import { replay } from './replay.bench.ts'
import { server } from './server.bench.ts'
import { start } from './start.bench.ts'
import { chromiumVersion } from './support/chromium.ts'
import { type Bench, load, machine, type Options, tableOf } from './support/figures.ts'

const BENCHES: Record<keyof typeof NAMES, (options: Options) => Promise<Bench>> = {
  replay,
  'cold-start': coldStarts,
  'full-outbox': fullOutbox,
  lighthouse,
  busy,
  server,
  fleet,
  'open-run': openRun,
  bytes,
  customers,
  reconnect,
  imports,
  bank,
  generate,
  money,
  autopay,
  year,
  start,
  'customers-side': customersSide,
  growth,
  order,
}

/** Runs the named benches, or all, and prints each as a table in the format of docs/benchmarks.md. */
export async function bench(names: readonly (keyof typeof NAMES)[], options: Options): Promise<void> {
  const before = load()
  for (const name of names.length > 0 ? names : (Object.keys(BENCHES) as (keyof typeof NAMES)[])) {
    const result = await BENCHES[name](options)
    console.log(`\n### ${name}\n\n${tableOf(result)}`)
  }
  const browser = process.env['CHROMIUM_PATH'] === undefined ? '' : `, Chromium ${await chromiumVersion()}`
  console.log(
    `- ${options.rounds} interleaved rounds, medians. ${machine()}${browser}; load ${before} before, ${load()} after.`,
  )
}
