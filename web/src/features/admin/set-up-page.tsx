import { useQueryClient } from '@tanstack/react-query'
import type { Setting, SettingGroup } from '@vignette/contract/setting-groups.ts'
import type { SettingsView } from '@vignette/contract/settings.ts'
import { useState } from 'react'
import { send } from '../../lib/api.ts'
import { useForm } from '../../lib/use-form.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { Alert } from '../../ui/alert.tsx'
import { Input } from '../../ui/field.tsx'
import { Form, Submit } from '../../ui/form.tsx'
import {
  changesOf,
  firstValues,
  GROUP_WORDS,
  SettingFields,
  TestGroup,
} from './components/setting-fields.tsx'

const TITLE = 'Set up this server'
/** The rest can wait until the console. */
const ASKED: readonly SettingGroup[] = [
  'operator',
  'law',
  'sign-in',
  'payments',
  'mail',
  'storage',
  'generation',
  'publishing',
]

/** What nearly each server says at once; the rest of a group waits below "More". */
const FIRST: readonly Setting[] = [
  'SHOP_NAME',
  'SHOP_MODE',
  'OPERATOR_NAME',
  'OPERATOR_CONTACT',
  'OPERATOR_ADDRESS',
  'MINIMUM_AGE',
  'ADMIN_EMAILS',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'CURRENCY',
  'PAYMENTS',
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'PAYOUTS',
  'SMTP_URL',
  'MAIL_FROM',
  'OPENAI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'FAL_KEY',
  'REPLICATE_API_TOKEN',
  'COMFYUI_URL',
  'CREATOR_ACCESS',
  'CONTENT_POLICY',
  'SEED',
]

/** The first start of a public server that nobody owns yet. */
export function SetUpPage() {
  usePageTitle(TITLE)
  const [opened, setOpened] = useState<{ code: string; view: SettingsView }>()
  const [admins, setAdmins] = useState<string>()
  return (
    <div className="shell pt-10 pb-20">
      <h1 className="text-3xl font-semibold break-words">{TITLE}</h1>
      {admins !== undefined ? (
        <Done admins={admins} />
      ) : opened ? (
        <Everything {...opened} onDone={setAdmins} />
      ) : (
        <AskCode onOpen={setOpened} />
      )}
    </div>
  )
}

function AskCode({ onOpen }: { onOpen: (opened: { code: string; view: SettingsView }) => void }) {
  const form = useForm({
    first: { code: '' },
    check: ({ code }) => ({ code: !code.trim() && 'Enter the code' }),
    act: ({ code }, { client }) => send(client, 'readSetUp', { body: { code } }),
    done: (view, { code }) => onOpen({ code, view }),
    at: 'code',
  })
  return (
    <Form form={form} className="mt-8 flex max-w-md flex-col items-start gap-5">
      <div className="w-full">
        <Input
          {...form.field('code')}
          label="Code"
          hint="The server’s log told it at the start; the newest counts."
          autoComplete="off"
          spellCheck={false}
          className="font-mono"
        />
      </div>
      <Submit form={form}>Continue</Submit>
    </Form>
  )
}

function Everything({
  code,
  view,
  onDone,
}: {
  code: string
  view: SettingsView
  onDone: (admins: string) => void
}) {
  const client = useQueryClient()
  const groups = view.groups.filter(({ group }) => ASKED.includes(group))
  const settings = groups.flatMap((each) => each.settings)
  const form = useForm({
    first: firstValues(settings),
    act: (values) =>
      send(client, 'finishSetUp', { body: { code, values: changesOf(settings, values) } }),
    done: (_, values) => onDone(values['ADMIN_EMAILS'] ?? ''),
  })
  const changes = changesOf(settings, form.values)
  const mailTo = changes.ADMIN_EMAILS?.split(',')[0]?.trim()
  return (
    <Form form={form} className="mt-4 flex flex-col gap-12">
      <p className="max-w-2xl text-muted">
        A server needs a contact, a sign-in, the address of an admin, and a word about payments.
        What you leave empty stays as usual, and all of it can be changed later in the console.
      </p>
      {groups.map(({ group, settings: own }) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`} className="text-xl font-semibold">
            {GROUP_WORDS[group].title}
          </h2>
          <p className="mt-1.5 mb-6 max-w-2xl text-sm text-muted">{GROUP_WORDS[group].about}</p>
          <SettingFields settings={own.filter(({ name }) => FIRST.includes(name))} form={form} />
          <More settings={own.filter(({ name }) => !FIRST.includes(name))} form={form} />
          <div className="mt-6">
            <TestGroup
              group={group}
              test={() =>
                send(client, 'testSetUp', {
                  body: { code, group, values: changes, ...(mailTo && { mail_to: mailTo }) },
                })
              }
            />
          </div>
        </section>
      ))}
      <div className="flex flex-col items-start gap-3">
        <Submit form={form}>Finish and open the server</Submit>
      </div>
    </Form>
  )
}

/** Folded until it is wanted, or something in it is wrong. */
function More({ settings, form }: Parameters<typeof SettingFields>[0]) {
  if (settings.length === 0) return null
  const faulty = settings.some(({ name }) => form.field(name).error !== undefined)
  return (
    <details className="mt-4" open={faulty || undefined}>
      <summary className="flex min-h-11 w-fit items-center text-sm text-muted hover:text-ink">
        More ({settings.length})
      </summary>
      <div className="mt-2">
        <SettingFields settings={settings} form={form} />
      </div>
    </details>
  )
}

function Done({ admins }: { admins: string }) {
  return (
    <div className="mt-8 max-w-2xl">
      <Alert
        tone="good"
        title="The server is open"
        action={
          // A new page: what this one knows is of before.
          <a href="/admin" className="font-medium underline underline-offset-4">
            Open the console
          </a>
        }
      >
        Sign in{admins && ` as ${admins}`} to run it. This page has done its work.
      </Alert>
    </div>
  )
}
