import { defineConfig } from 'vitest/config'

// By "npm run test:hostile" alone: floods from one client IP, and what another notices of them.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    name: 'hostile',
    include: ['test/hostile/**/*.hostile.ts'],
    reporters: ['verbose', 'json', './test/hostile/support/figure-table.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Each test is four processes already, and measures.
    maxWorkers: 1,
    fileParallelism: false,
  },
})
