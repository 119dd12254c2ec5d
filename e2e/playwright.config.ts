import { defineConfig, devices } from '@playwright/test'

/** Flags that a headless Chromium needs as root, and flags that keep the browser offline. */
const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const ALL = process.env['ALL_JOURNEYS'] === '1'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  outputDir: '../.cache/journeys',
  globalSetup: './support/prepare-journeys.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // Only a fault or a very busy machine takes so long.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
      args: CHROMIUM_FLAGS,
    },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Fewer frames are drawn, and no test waits for a transition; a test of motion asks for motion.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces ("--trace on") slow each test down, so use them only to find a fault.
    screenshot: 'only-on-failure',
  },
  // A tagged test runs at one size only: the other size lacks its controls, or shows the same. Only
  // "npm run test:all" runs a "@long" test at phone size, and a "@weeks" test at all.
  projects: [
    {
      name: 'desktop',
      grepInvert: ALL ? /@phone/ : /@phone|@weeks/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grepInvert: ALL ? /@desktop/ : /@desktop|@long|@weeks/,
      use: {
        ...devices['Pixel 7'],
        defaultBrowserType: 'chromium',
        viewport: { width: 390, height: 844 },
      },
    },
  ],
})
