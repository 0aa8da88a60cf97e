import { start } from './start.tsx'
import * as driversPart from './driver-routes.tsx'

/** A driver's page: it names the driver's screens, so that the browser loads them beside everything else. */
start(driversPart)
