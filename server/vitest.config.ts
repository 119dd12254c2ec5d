import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'server',
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['./test/support/start-test-server.ts'],
    // Files share a worker's modules: reading them once a file took a fifth of the time.
    isolate: false,
    // Patience, not speed: a correct test must not fail because the machine is busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 25 } },
  },
})
