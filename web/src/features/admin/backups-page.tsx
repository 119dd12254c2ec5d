import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery, refresh } from '../../lib/api.ts'
import type { Answer } from '../../lib/client.ts'
import { saveAnswer } from '../../lib/save-file.ts'
import { useShop } from '../../lib/shop.ts'
import { useForm } from '../../lib/use-form.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Input } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { AdminShell } from './components/admin-shell.tsx'
import { formatMinute } from './format-minute.ts'

type Backups = Answer<'listBackups'>

export function AdminBackupsPage() {
  return (
    <AdminShell title="Backups" call="listBackups">
      <Backups />
    </AdminShell>
  )
}

function Backups() {
  const query = useQuery(apiQuery('listBackups', {}))
  const [asked, setAsked] = useState(false)
  return (
    <QueryState
      query={query}
      failed="Failed to load the backups"
      loading={<Skeleton className="h-56 w-full rounded-lg" />}
    >
      {({ scheduled, downloadable, backups }) => (
        <div className="max-w-3xl">
          <p className="text-muted">{describe({ scheduled, downloadable })}</p>
          {downloadable && (
            <Button kind="secondary" className="mt-5" onClick={() => setAsked(true)}>
              Download a backup
            </Button>
          )}
          {backups.length === 0 ? (
            <EmptyState title="No backup was made by schedule yet" />
          ) : (
            <ul className="mt-6 overflow-hidden rounded-lg border border-line bg-surface">
              {backups.map((backup) => (
                <Row key={backup.name} backup={backup} />
              ))}
            </ul>
          )}
          {asked && <DownloadDialog onClose={() => setAsked(false)} />}
        </div>
      )}
    </QueryState>
  )
}

function describe({ scheduled, downloadable }: Pick<Backups, 'scheduled' | 'downloadable'>) {
  const where = scheduled
    ? 'The server backs up to its bucket by schedule.'
    : 'Nothing is backed up by itself: the server’s environment names no bucket (BACKUP_S3_BUCKET).'
  return downloadable
    ? where
    : `${where} The database is not in this server’s own folder, so that a backup cannot be downloaded here.`
}

function Row({ backup }: { backup: Backups['backups'][number] }) {
  const { started_at, completed_at, bytes, fault } = backup
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-5 py-3 first:border-t-0">
      <span className="min-w-0 flex-1 basis-56">
        <span className="block font-medium tabular-nums">{formatMinute(started_at)} UTC</span>
        {fault && <span className="block text-sm break-words text-muted">{fault}</span>}
      </span>
      {bytes !== null && (
        <span className="text-sm text-muted tabular-nums">{Math.ceil(bytes / 1_000_000)} MB</span>
      )}
      {completed_at ? (
        <Badge tone="good">Complete</Badge>
      ) : (
        <Badge tone={fault ? 'danger' : 'warn'}>{fault ? 'Failed' : 'Not complete'}</Badge>
      )}
    </li>
  )
}

const LEAST = 20

function DownloadDialog({ onClose }: { onClose: () => void }) {
  const { plain } = useShop()
  const form = useForm({
    first: { passphrase: '', again: '' },
    check: ({ passphrase, again }) => ({
      passphrase: passphrase.length < LEAST && `Please use at least ${LEAST} characters`,
      again: passphrase !== again && 'The two are not the same',
    }),
    act: async ({ passphrase }, { client }) => {
      await saveAnswer('downloadBackup', { body: { passphrase } }, `${plain}.tar.age`)
      await refresh(client, 'downloadBackup')
    },
    done: () => {
      toast('The backup is downloaded')
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title="Download a backup?"
      description="Everything: the database, all files, and the secret that opens them, encrypted with a passphrase. Without the passphrase nobody can open it again; keep it apart from the file. It can take minutes."
      label="Download"
      onClose={onClose}
    >
      <Input
        label="Passphrase"
        type="password"
        autoComplete="new-password"
        maxLength={200}
        {...form.field('passphrase')}
      />
      <Input
        label="The same again"
        type="password"
        autoComplete="new-password"
        maxLength={200}
        {...form.field('again')}
      />
    </FormDialog>
  )
}
