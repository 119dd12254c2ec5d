import { finish, runOrdinaryPhases } from './test-phases.mjs'

// npm test runs all; npm test -- types, lint, unit or journeys runs one phase and what it needs.
await runOrdinaryPhases({ only: process.argv[2] })
finish()
