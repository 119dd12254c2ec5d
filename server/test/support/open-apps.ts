import { startTestApp, type TestApp } from './start-test-app.ts'

const apps: TestApp[] = []

/** Opens a server for the test; `closeApps` closes the servers, the newest first. */
export async function openApp(given: Parameters<typeof startTestApp>[0] = {}): Promise<TestApp> {
  const app = await startTestApp(given)
  apps.push(app)
  return app
}

export async function closeApps(): Promise<void> {
  for (const app of apps.splice(0).reverse()) await app.close()
}
