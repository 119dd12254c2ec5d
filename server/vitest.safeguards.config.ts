import { defineConfig } from 'vitest/config'

// Only by "npm run safeguards".
export default defineConfig({
  test: {
    root: import.meta.dirname,
    name: 'safeguards',
    include: ['test/safeguards/**/*.safeguard.ts'],
    globalSetup: ['./test/support/start-test-server.ts'],
    testTimeout: 240_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
})
