import { defineConfig } from 'vitest/config'

// Each folder below has a vitest.config.ts of its own; "npx vitest run --project server" runs one.
export default defineConfig({
  test: {
    projects: [
      'contract',
      'packages/embedded-postgres',
      'packages/local-studio',
      'server',
      'web',
      'web/vitest.apart.config.ts',
      'scripts',
    ],
  },
})
