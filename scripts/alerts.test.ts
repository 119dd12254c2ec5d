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

/** They stand beside the figure that is watched. */
const BESIDE = [
  'vignette_webhooks_waiting',
  'vignette_payments_unsettled',
  'vignette_cases_oldest_waiting_seconds',
]

test('the alerts speak of every metric that the operators’ page explains, and of no other', () => {
  const watched = [...known].filter((name) => !BESIDE.includes(name))
  expect([...metricsIn(rules)].toSorted()).toEqual(watched.toSorted())
})

test('the dashboard shows metrics that are served', () => {
  const shown = [...metricsIn(read('deploy/grafana.json'))]
  expect(shown.filter((name) => !known.has(name))).toEqual([])
})

test('each alert has figures under which it must fire', () => {
  const named = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const tried = [...read('deploy/alerts.test.yml').matchAll(/alertname="(\w+)"/g)]
  expect(tried.map(([, name]) => name)).toEqual(named)
})
