import { defineConfig } from 'vitest/config'

// Only by "npm run test:clients", which installs the tools.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    name: 'clients',
    include: ['test/clients/*.clients.ts'],
    globalSetup: ['./test/support/start-test-server.ts'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    maxWorkers: 1,
  },
})
