import { finish, runOrdinaryPhases } from './test-phases.mjs'

await runOrdinaryPhases()
finish()
