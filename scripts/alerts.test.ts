import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const metricsIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b(?:vignette|nodejs|process)_[a-z0-9_]+[a-z0-9]\b/g)].map(([name]) =>
      name.replace(/_seconds_(bucket|count|sum)$/, '_seconds'),
    ),
  )

// The metrics that the operators' page explains; a test of the server compares it with what is served.
const known = metricsIn(read('docs/operations.md').split('## Watch')[1] ?? '')
const rules = read('deploy/alerts.yml')

test('the alerts speak of every metric that the operators’ page explains, and of no other', () => {
  // A number that stands beside the one that is watched.
  const beside = ['vignette_webhooks_waiting', 'vignette_payments_unsettled']
  const aged = ['vignette_cases_oldest_waiting_seconds']
  expect(metricsIn(rules)).toEqual(known.difference(new Set([...beside, ...aged])))
})

test('the dashboard shows metrics that are served', () => {
  expect(metricsIn(read('deploy/grafana.json')).difference(known)).toEqual(new Set())
})

test('each alert has figures under which it must fire', () => {
  const named = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const tried = [...read('deploy/alerts.test.yml').matchAll(/alertname="(\w+)"/g)]
  expect(tried.map(([, name]) => name)).toEqual(named)
})
