import { UUID_PATTERN } from '@vignette/contract/limits.ts'
import { useEffect } from 'react'
import { track } from '../../lib/analytics.ts'
import { useQueryParams } from '../../lib/router.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AdminShell } from './components/admin-shell.tsx'
import { HoldsPanel } from './components/holds-panel.tsx'
import { RunPanel } from './components/run-panel.tsx'
import { RunPreview } from './components/run-preview.tsx'
import { RunsPanel } from './components/runs-panel.tsx'

const TABS = ['next', 'runs', 'holds'] as const

export function AdminPayoutsPage() {
  return (
    <AdminShell title="Payouts" call="listPayoutRuns">
      <PayoutsScreen />
    </AdminShell>
  )
}

function PayoutsScreen() {
  const [search, setSearch] = useQueryParams()
  const run = search.get('run') ?? ''
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'next'
  const showRun = (id: string) => setSearch({ tab: 'runs', run: id })
  useEffect(() => track('admin_viewed', { tab: `payouts ${tab}` }), [tab])
  return (
    <Tabs
      label="Payouts"
      value={tab}
      onChange={(next) => setSearch(next === 'next' ? {} : { tab: next })}
      tabs={[
        { value: 'next', label: 'Next run', content: <RunPreview onStarted={showRun} /> },
        {
          value: 'runs',
          label: 'Runs',
          content: UUID_PATTERN.test(run) ? <RunPanel id={run} /> : <RunsPanel />,
        },
        { value: 'holds', label: 'Holds', content: <HoldsPanel /> },
      ].map(({ content, ...one }) => ({ ...one, content: <div className="pt-3">{content}</div> }))}
    />
  )
}
