import { defineProject } from 'vitest/config'

export default defineProject({
  test: {
    name: 'scripts',
    include: ['**/*.test.ts'],
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
