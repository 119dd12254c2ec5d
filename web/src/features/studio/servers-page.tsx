import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComfyServerView } from '@vignette/contract/comfy-servers.ts'
import { OWN_SERVER } from '@vignette/contract/own-server-limits.ts'
import { useState } from 'react'
import { apiMutation, send } from '../../lib/api.ts'
import { readReason } from '../../lib/api-error.ts'
import { useForm } from '../../lib/use-form.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Input, Select } from '../../ui/field.tsx'
import { ActionDialog, Form, Submit } from '../../ui/form.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { comfyServersQuery } from './api.ts'
import { StudioRoom } from './components/studio-room.tsx'

/** ComfyUI servers that the reader brings, for recipes of the reader's own. */
export function ServersPage() {
  return (
    <StudioRoom title="ComfyUI servers">
      <Servers />
    </StudioRoom>
  )
}

function Servers() {
  const query = useQuery(comfyServersQuery)
  return (
    <QueryState
      query={query}
      failed="Your servers could not be loaded"
      loading={<Skeleton className="h-96 w-full max-w-3xl rounded-lg" />}
    >
      {({ items: servers }) => (
        <div className="flex max-w-3xl flex-col gap-10">
          <p className="max-w-2xl text-muted">
            Your recipes can run on a ComfyUI of your own. A step names it as{' '}
            <code className="font-mono text-sm">own:name</code>; no one else’s recipes can. It gets
            what visitors enter, which the recipe’s page tells them. While it does not answer, runs
            fail and nobody is charged.
          </p>
          {servers.length > 0 && (
            <ul aria-label="Your servers" className="flex flex-col gap-5">
              {servers.map((server) => (
                <Item key={server.id} server={server} />
              ))}
            </ul>
          )}
          {servers.length < OWN_SERVER.most ? (
            <AddForm />
          ) : (
            <p className="text-muted">
              These are {OWN_SERVER.most}, as many as an account may have. Delete one to add
              another.
            </p>
          )}
        </div>
      )}
    </QueryState>
  )
}

const ASKS = {
  none: 'Asks for no key',
  bearer: 'Asks for a bearer key',
  basic: 'Asks for a user name and password',
} satisfies Record<ComfyServerView['auth'], string>

function Item({ server: { id, name, url, auth } }: { server: ComfyServerView }) {
  const [leaving, setLeaving] = useState(false)
  const client = useQueryClient()
  const test = useMutation(apiMutation('testComfyServer'))
  const told =
    test.data?.message ?? (test.error && readReason(test.error, 'It could not be asked.'))
  return (
    <li aria-label={name} className="rounded-lg border border-line bg-surface p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 font-mono text-sm font-medium break-all">own:{name}</h2>
        {test.data && (
          <Badge tone={test.data.ok ? 'good' : 'warn'}>
            {test.data.ok ? 'Answers' : 'No answer'}
          </Badge>
        )}
      </div>
      <p className="mt-2 text-sm break-all text-muted">{url}</p>
      <p className="mt-1 text-sm text-muted">{ASKS[auth]}</p>
      <p role="status" className="mt-1 text-sm break-words">
        {told}
      </p>
      <div className="mt-3 -ml-3.5 flex flex-wrap gap-1">
        <Button
          kind="ghost"
          size="sm"
          busy={test.isPending}
          onClick={() => test.mutate({ params: { id } })}
        >
          Test
        </Button>
        <Button kind="ghost" size="sm" onClick={() => setLeaving(true)}>
          Delete
        </Button>
      </div>
      {leaving && (
        <ActionDialog
          title="Delete this server?"
          description="Recipes that name it can neither be bought nor run until you add a server of that name, and runs that are under way there fail."
          label="Delete server"
          danger
          act={async () => {
            await send(client, 'deleteComfyServer', { params: { id } })
            toast('Server deleted')
          }}
          onClose={() => setLeaving(false)}
        />
      )}
    </li>
  )
}

const EMPTY = { name: '', url: '', auth: 'none', key: '', user: '', password: '' }
type Values = typeof EMPTY

function findFault({ name, url, auth, key, user, password }: Values) {
  return {
    name: !OWN_SERVER.name.test(name.trim()) && `A name ${OWN_SERVER.nameRule}.`,
    url: !URL.canParse(url.trim()) && 'Please write an address, such as https://comfy.example.com',
    key: auth === 'bearer' && !key.trim() && 'Please paste the key.',
    user: auth === 'basic' && !user.trim() && 'Please write the user name.',
    password: auth === 'basic' && !password && 'Please write the password.',
  }
}

function authOf({ auth, key, user, password }: Values) {
  if (auth === 'bearer') return { auth: { bearer: key.trim() } }
  return auth === 'basic' ? { auth: { user: user.trim(), password } } : {}
}

function AddForm() {
  const form = useForm({
    first: EMPTY,
    check: findFault,
    act: (values, { client }) =>
      send(client, 'createComfyServer', {
        body: { name: values.name.trim(), url: values.url.trim(), ...authOf(values) },
      }),
    done: () => {
      toast('Server added')
      form.clear()
    },
    failed: 'The server could not be added. Please try again.',
  })
  const { auth } = form.values
  return (
    <section aria-labelledby="add-server">
      <h2 id="add-server" className="text-xl font-semibold">
        Add a server
      </h2>
      <Form form={form} className="mt-4 flex max-w-xl flex-col items-stretch gap-6">
        <Input
          label="Name"
          placeholder="studio"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={32}
          required
          {...form.field('name')}
        />
        <Input
          label="Address"
          type="url"
          inputMode="url"
          placeholder="https://comfy.example.com"
          maxLength={OWN_SERVER.urlMax}
          required
          {...form.field('url')}
        />
        <Select
          label="It asks for"
          options={[
            { value: 'none', label: 'Nothing' },
            { value: 'bearer', label: 'A bearer key' },
            { value: 'basic', label: 'A user name and a password' },
          ]}
          {...form.field('auth')}
        />
        {auth === 'bearer' && (
          <Input
            label="Key"
            type="password"
            autoComplete="off"
            maxLength={OWN_SERVER.keyMax}
            hint="Kept encrypted, and never shown again."
            {...form.field('key')}
          />
        )}
        {auth === 'basic' && (
          <>
            <Input
              label="User name"
              autoComplete="off"
              maxLength={OWN_SERVER.keyMax}
              {...form.field('user')}
            />
            <Input
              label="Password"
              type="password"
              autoComplete="new-password"
              maxLength={OWN_SERVER.keyMax}
              hint="Kept encrypted, and never shown again."
              {...form.field('password')}
            />
          </>
        )}
        <Submit form={form} className="self-start">
          Add server
        </Submit>
      </Form>
    </section>
  )
}
