import { defineConfig } from 'vitest/config'

// Only by "npm run test:s3", which starts the store.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    name: 'server on S3',
    include: ['test/s3/**/*.s3.ts'],
    globalSetup: ['./test/support/start-test-server.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
})
