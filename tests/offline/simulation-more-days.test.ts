import { describe } from 'vitest'
import { everyTapArrivesOnce } from '../support/simulation/seeded-days.ts'

describe('whatever goes wrong between phone and office', () => everyTapArrivesOnce(501, 1000))
