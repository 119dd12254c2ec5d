import react from '@vitejs/plugin-react'
import { defineProject } from 'vitest/config'

/** Tests of what a page does once in its life: load a chunk, or begin to collect events. */
export const APART = [
  'src/app/load-screen.test.tsx',
  'src/features/workflows/publish/components/recipe-form.test.tsx',
  'src/lib/analytics.test.ts',
  'src/ui/lazy-part.test.tsx',
  'src/ui/toast.test.tsx',
]

export default defineProject({
  plugins: [react()],
  test: {
    name: 'web-apart',
    environment: 'happy-dom',
    include: APART,
    setupFiles: ['test/setup.ts'],
    testTimeout: 30_000,
  },
})
