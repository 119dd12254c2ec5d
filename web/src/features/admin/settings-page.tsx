import { useQuery, useQueryClient } from '@tanstack/react-query'
import { apiQuery, send } from '../../lib/api.ts'
import { usePlace } from '../../lib/router.tsx'
import { useForm } from '../../lib/use-form.ts'
import { cx } from '../../ui/class-names.ts'
import { Form, Submit } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { AdminShell } from './components/admin-shell.tsx'
import {
  changesOf,
  firstValues,
  GROUP_WORDS,
  type Group,
  SettingFields,
  TestGroup,
} from './components/setting-fields.tsx'

export function AdminSettingsPage() {
  return (
    <AdminShell title="Settings" call="getSettings">
      <Settings />
    </AdminShell>
  )
}

function Settings() {
  const query = useQuery(apiQuery('getSettings', {}))
  const asked = new URLSearchParams(usePlace().search).get('group')
  return (
    <QueryState
      query={query}
      failed="Failed to load the settings"
      loading={<Skeleton className="h-96 w-full rounded-lg" />}
    >
      {({ revision, groups }) => {
        const shown = groups.find(({ group }) => group === asked) ?? groups[0]
        return (
          <>
            <nav aria-label="Groups of settings" className="-ml-3.5 flex flex-wrap gap-1">
              {groups.map(({ group }) => (
                <Link
                  key={group}
                  to={`/admin/settings?group=${group}`}
                  aria-current={group === shown?.group ? 'page' : undefined}
                  className={cx(
                    'inline-flex min-h-11 items-center rounded-full px-3.5 text-[0.9375rem] transition-colors hover:text-ink',
                    group === shown?.group ? 'bg-sunken font-medium text-ink' : 'text-muted',
                  )}
                >
                  {GROUP_WORDS[group].title}
                </Link>
              ))}
            </nav>
            {shown && (
              <GroupForm key={`${shown.group} ${revision}`} revision={revision} shown={shown} />
            )}
          </>
        )
      }}
    </QueryState>
  )
}

function GroupForm({ revision, shown }: { revision: number; shown: Group }) {
  const { group, settings } = shown
  const client = useQueryClient()
  const form = useForm({
    first: firstValues(settings),
    act: (values) =>
      send(client, 'updateSettings', { body: { revision, values: changesOf(settings, values) } }),
    done: () => toast('Saved, and in force now'),
  })
  const changes = changesOf(settings, form.values)
  return (
    <section aria-labelledby="group" className="mt-8">
      <h2 id="group" className="text-xl font-semibold">
        {GROUP_WORDS[group].title}
      </h2>
      <p className="mt-1.5 max-w-2xl text-sm text-muted">{GROUP_WORDS[group].about}</p>
      <Form form={form} className="mt-6 flex flex-col gap-6">
        <SettingFields settings={settings} form={form} />
        <div className="flex flex-wrap items-start gap-3">
          <Submit form={form} disabled={Object.keys(changes).length === 0}>
            Save
          </Submit>
          <TestGroup
            group={group}
            test={() => send(client, 'testSettings', { body: { group, values: changes } })}
          />
        </div>
      </Form>
    </section>
  )
}
