import { defineRows, nothing, ownReadings } from '../row.ts'

// What a creator sees of their own recipes: the rows of studio, health and numbers.

export const studioRows = defineRows({
  listWorkflowRuns: ownReadings(),
  listWorkflowFailures: ownReadings(),
  getHealth: ownReadings(),
  getWorkflowNumbers: ownReadings(),
  getStudioNumbers: [{ on: 'one’s own', answers: [401, 200, 200, 200, 200], ask: nothing }],
})
