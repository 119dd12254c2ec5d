import { useMutation } from '@tanstack/react-query'
import type { Setting, SettingGroup } from '@vignette/contract/setting-groups.ts'
import type { SettingsView, SettingView, TrialView } from '@vignette/contract/settings.ts'
import type { ComponentProps } from 'react'
import { readReason } from '../../../lib/api-error.ts'
import type { useForm } from '../../../lib/use-form.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Input, Select, Textarea } from '../../../ui/field.tsx'
import { OwnText, readOwnText } from '../../../ui/own-text.tsx'

export const GROUP_WORDS: Record<SettingGroup, { title: string; about: string }> = {
  operator: { title: 'Who runs it', about: 'Stands in the terms, on papers and in letters.' },
  law: {
    title: 'Law',
    about:
      'Texts of your own: plain, or with # for headings, - for lists, **bold** and [words](address). They take the place of the words that come with the software; what the site does by itself still stands below them.',
  },
  'sign-in': {
    title: 'Sign-in',
    about:
      'Google, or any OpenID Connect issuer. Its redirect address is this site’s, followed by /api/v1/auth/google/callback.',
  },
  payments: {
    title: 'Payments and payouts',
    about: 'Stripe takes real money; the sandbox takes test money.',
  },
  mail: { title: 'Mail', about: 'The two belong together. Test sends a letter to you.' },
  storage: {
    title: 'Files',
    about: 'A store that speaks S3; without one, files lie in the folder of the server.',
  },
  generation: { title: 'Generation', about: 'Keys of vendors that make pictures and films.' },
  budgets: { title: 'Budgets', about: 'What free runs may cost you.' },
  publishing: { title: 'Publishing and content', about: 'Who publishes, and what is shown.' },
  collectors: { title: 'Product events and waitlist', about: 'Absent: this server’s own.' },
  limits: { title: 'Limits', about: 'Calls per minute. 0 switches one off.' },
}

/** The groups of which Test makes a call. */
const TESTED: readonly SettingGroup[] = ['sign-in', 'payments', 'mail', 'storage', 'generation']

/** A field's text by the setting's name; `remove NAME` says that a secret is taken back. */
export type SettingValues = Record<string, string>

export function firstValues(settings: readonly SettingView[]): SettingValues {
  return Object.fromEntries(
    settings.flatMap(({ name, value }) => [
      [name, value ?? ''],
      [`remove ${name}`, ''],
    ]),
  )
}

/** What differs from what is set, as the server takes it. */
export function changesOf(
  settings: readonly SettingView[],
  values: SettingValues,
): Partial<Record<Setting, string | null>> {
  const changes: Partial<Record<Setting, string | null>> = {}
  for (const { name, origin, value } of settings) {
    if (origin === 'environment') continue
    const typed = values[name]?.trim() ?? ''
    if (values[`remove ${name}`]) changes[name] = null
    else if (typed !== (value ?? '')) changes[name] = typed || null
  }
  return changes
}

type SettingsForm = Pick<ReturnType<typeof useForm<SettingValues>>, 'values' | 'field' | 'set'>

export function SettingFields({
  settings,
  form,
}: {
  settings: readonly SettingView[]
  form: SettingsForm
}) {
  return (
    <div className="grid gap-x-8 gap-y-6 md:grid-cols-2">
      {settings.map((setting) => (
        <div
          key={setting.name}
          className={cx('min-w-0', setting.name.endsWith('_TEXT') && 'md:col-span-2')}
        >
          <SettingField setting={setting} form={form} />
        </div>
      ))}
    </div>
  )
}

function SettingField({ setting, form }: { setting: SettingView; form: SettingsForm }) {
  const { name, kind, secret, origin, usual } = setting
  const fixed = origin === 'environment'
  const given = {
    ...form.field(name),
    id: `setting-${name}`,
    label: <Label name={name} />,
    hint: <Hint setting={setting} />,
    disabled: fixed,
  }
  if (fixed && secret) {
    return <Input {...given} value="" placeholder="Set, and never shown" readOnly />
  }
  if (kind === 'flag' || kind === 'choice') {
    const words = kind === 'flag' ? { true: 'Yes', false: 'No' } : {}
    const choices = kind === 'flag' ? ['true', 'false'] : setting.choices
    const say = (value: string) => (words as Record<string, string>)[value] ?? value
    return (
      <Select
        {...given}
        placeholder={usual ? `As usual: ${say(usual)}` : 'As usual'}
        options={choices.map((value) => ({ value, label: say(value) }))}
      />
    )
  }
  if (name.endsWith('_TEXT')) return <LegalField given={given} text={form.values[name] ?? ''} />
  if (kind === 'lines') return <Textarea {...given} rows={3} />
  const isSet = secret && origin === 'admin'
  return (
    <>
      <Input
        {...given}
        type={secret ? 'password' : 'text'}
        autoComplete={secret ? 'new-password' : 'off'}
        spellCheck={false}
        inputMode={kind === 'number' ? 'decimal' : undefined}
        placeholder={isSet ? 'Set, and never shown' : (usual ?? undefined)}
      />
      {isSet && (
        <Checkbox
          className="mt-2"
          label="Remove what is set"
          checked={form.values[`remove ${name}`] !== ''}
          onChange={({ target }) => form.set({ [`remove ${name}`]: target.checked ? 'yes' : '' })}
        />
      )}
    </>
  )
}

/** A long text, and how it will look. */
function LegalField({ given, text }: { given: ComponentProps<typeof Textarea>; text: string }) {
  return (
    <>
      <Textarea {...given} rows={10} />
      {text.trim() && (
        <details className="mt-3">
          <summary className="w-fit cursor-pointer py-3 text-sm font-medium">Preview</summary>
          <div className="prose-legal mt-2 rounded-lg border border-line p-5">
            <Preview text={text} />
          </div>
        </details>
      )}
    </>
  )
}

function Preview({ text }: { text: string }) {
  const read = readOwnText(text)
  return (
    <>
      {read.title && <p className="mb-4 text-2xl font-semibold text-ink!">{read.title}</p>}
      <OwnText text={read} top={3} />
    </>
  )
}

const WORDS: Record<string, string> = {
  OPENAI: 'OpenAI',
  COMFYUI: 'ComfyUI',
  GOOGLE: 'Google',
  STRIPE: 'Stripe',
  REPLICATE: 'Replicate',
}
const AS_IT_IS = new Set([
  'ID',
  'VAT',
  'URL',
  'SMTP',
  'OIDC',
  'S3',
  'NSFW',
  'AI',
  'API',
  'C2PA',
  'TSA',
])

function Label({ name }: { name: Setting }) {
  const words = name
    .split('_')
    .map((word) => WORDS[word] ?? (AS_IT_IS.has(word) ? word : word.toLowerCase()))
    .join(' ')
  return (
    <>
      {words.charAt(0).toUpperCase() + words.slice(1)}{' '}
      <span className="font-mono text-xs font-normal break-all text-muted">{name}</span>
    </>
  )
}

function Hint({ setting: { help, origin, changed_at, changed_by } }: { setting: SettingView }) {
  const said = help.charAt(0).toUpperCase() + help.slice(1)
  const from =
    origin === 'environment'
      ? 'Fixed by the server’s environment.'
      : origin === 'admin' && changed_at
        ? `Set ${changed_at.slice(0, 10)}${changed_by ? ` by @${changed_by}` : ' at the first start'}.`
        : ''
  return <span className="break-words">{[said && `${said}.`, from].filter(Boolean).join(' ')}</span>
}

/** One real call with what is typed and not stored. */
export function TestGroup({
  group,
  test,
}: {
  group: SettingGroup
  test: () => Promise<{ trials: TrialView[] }>
}) {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: test })
  if (!TESTED.includes(group)) return null
  return (
    <div className="flex min-w-0 flex-col items-start gap-3">
      <Button
        kind="secondary"
        busy={isPending}
        aria-label={`Test ${GROUP_WORDS[group].title}`}
        onClick={() => mutate()}
      >
        Test
      </Button>
      {!isPending &&
        data?.trials.map(({ name, state, sentence }) => (
          <div key={name} className="w-full break-words">
            <Alert
              tone={state === 'ok' ? 'good' : state === 'failed' ? 'danger' : 'info'}
              title={`${name}: ${state}`}
            >
              {sentence}
            </Alert>
          </div>
        ))}
      {error && !isPending && (
        <Alert tone="danger">{readReason(error, 'The test could not be made.')}</Alert>
      )}
    </div>
  )
}

export type Group = SettingsView['groups'][number]
