import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'local-studio',
    include: ['src/**/*.test.ts'],
    isolate: false,
    // A long limit, because painters and models share the machine with other tests.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
