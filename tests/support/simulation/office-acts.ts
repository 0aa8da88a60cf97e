import { sumOf } from './model.ts'
import { busy } from './idle-detection.ts'
import type { OfficeAct } from './steps.ts'
import type { Simulation } from './simulation.ts'

/**
 * What the office does may be refused (a stop with an outcome is not shifted), which is no fault. The plan records what
 * succeeded.
 */
export async function officeActs(simulation: Simulation, what: OfficeAct, stop: number): Promise<void> {
  const { plan, round, business } = simulation
  const { runOrderID, driver } = round
  const { assignmentID } = round.stops[stop]!
  const planned = plan.jobs.get(assignmentID)!
  const path = `/v1/runs/${runOrderID}`
  const put = async (to: string, body: object): Promise<boolean> =>
    (await busy(business.office.admin.put(to, body))).status === 200
  const assign = async (driverID: string) => {
    if (!(await put(path, { jobs: { assign: [{ assignmentIDs: [assignmentID], driverID }] } }))) return
    if (driverID !== planned.driverID) simulation.moved.add(assignmentID)
    planned.driverID = driverID
  }
  const happened = () =>
    sumOf([...simulation.kept.values()].filter((event) => event.assignmentID === assignmentID && event.counts))
      .outcome !== null
  const before = happened()
  const becomes = (state: typeof planned.state) => {
    if (before && happened()) simulation.wrong(`the office could ${what} stop ${stop}, which had its outcome`)
    planned.state = state
    simulation.moved.add(assignmentID)
  }
  simulation.acting += 1
  try {
    switch (what) {
      case 'shift':
        if (await put(`${path}/assignments/${assignmentID}/shift`, {})) becomes('shifted')
        return
      case 're-assign':
        return await assign(round.mate?.userID ?? business.otherDriverID)
      case 'give-back':
        return await assign(driver.userID)
      case 'remove':
        if (await put(path, { jobs: { remove: [assignmentID] } })) becomes('cancelled')
        return
      case 'describe':
        await put(path, { description: `Mind the dogs ${simulation.diary.length}` })
        return
      case 'complete':
        if (await put(`${path}/complete`, { outstanding: 'shift' })) {
          plan.status = 'completed'
          for (const [id, one] of plan.jobs) {
            simulation.moved.add(id)
            // Which of them had an outcome does not matter later: each of these states refuses further records.
            if (one.state === 'planned') one.state = (await hasOutcome(simulation, id)) ? 'completed' : 'shifted'
          }
        }
        return
      case 'archive':
        if (plan.status === 'completed' && (await put(`${path}/archive`, {}))) plan.status = 'archived'
    }
  } finally {
    simulation.acting -= 1
    simulation.diary.push(
      `office ${what} ${stop}: ${plan.status} ${[...plan.jobs.values()].map(({ state }) => state[0]).join('')}`,
    )
  }
}

async function hasOutcome({ business }: Simulation, assignmentID: string): Promise<boolean> {
  const { rows } = await busy(
    business.office.deps.database.pool.query<{ state: string }>({
      text: 'select state from jobs where assignment_id = $1',
      values: [assignmentID],
    }),
  )
  return rows[0]?.state === 'completed'
}
