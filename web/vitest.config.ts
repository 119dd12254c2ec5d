import react from '@vitejs/plugin-react'
import { defineProject } from 'vitest/config'
import { APART } from './vitest.apart.config.ts'

export default defineProject({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    exclude: APART,
    setupFiles: ['test/setup.ts'],
    // Files share a worker's window and modules, which takes a third of the time.
    isolate: false,
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 30_000,
  },
})
