import { defineConfig } from 'vitest/config'

// Only by "npm run test:faults".
export default defineConfig({
  test: {
    root: import.meta.dirname,
    name: 'faults',
    include: ['test/faults/**/*.fault.ts'],
    globalSetup: ['./test/support/start-test-server.ts'],
    reporters: ['verbose', 'json', './test/faults/support/fault-table.ts'],
    testTimeout: 240_000,
    hookTimeout: 60_000,
    // Each test is several processes already.
    maxWorkers: 1,
  },
})
