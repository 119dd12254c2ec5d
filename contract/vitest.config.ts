import { defineProject } from 'vitest/config'

export default defineProject({
  // These tests share modules, because reading the modules takes most of the time.
  test: { name: 'contract', include: ['**/*.test.ts'], isolate: false },
})
