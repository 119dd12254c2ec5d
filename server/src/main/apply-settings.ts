import { readFileSync } from 'node:fs'
import { SETTINGS, type Setting } from '@vignette/contract/setting-groups.ts'
import type { SettingView } from '@vignette/contract/settings.ts'
import { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { readSettings } from '../features/settings/index.ts'
import { type Config, readConfig } from './config.ts'
import { environment } from './environment.ts'
import type { SettingsTools } from './settings-tools.ts'
import { trySettings } from './try-settings.ts'

/** Parts of a Ctx that are built from the configuration, and built again where it has changed. */
type Parts = Pick<
  Ctx,
  | 'storage'
  | 'providers'
  | 'fetchProduct'
  | 'gateway'
  | 'otherGateways'
  | 'payoutGateway'
  | 'mailer'
>

/** How one or more parts are built, and from which names of the configuration. */
export interface Builder {
  from: (name: string) => boolean
  build: (config: Config) => Promise<Partial<Parts>>
}

export function openSettings(
  getCtx: () => Ctx,
  options: {
    read: SettingsTools['read']
    builders: readonly Builder[]
  },
): SettingsTools {
  const { read, builders } = options
  const listeners = new Set<() => void>()

  async function reload(): Promise<void> {
    const ctx = getCtx()
    const { config } = ctx
    const values = await readSettings({ db: ctx.db, secret: config.secret })
    const next = read(values, { unowned: config.missing !== undefined })
    const changed = listChanged(config, next)
    if (changed.length === 0) return
    const built = await Promise.all(
      builders.flatMap(({ from, build }) => (changed.some(from) ? build(next) : [])),
    )
    // In one step, so that no call sees the half of it.
    assignConfig(config, next)
    Object.assign(ctx, ...built)
    ctx.answers.drop()
    for (const onChange of listeners) onChange()
  }

  // One after the other, so that the last change read is the last one put in place.
  let turn: Promise<void> = Promise.resolve()
  return {
    describe: () => describe(getCtx().config),
    read,
    test: trySettings,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    reload() {
      turn = turn.catch(() => undefined).then(reload)
      return turn
    },
  }
}

/** The same object in every place that has it. */
export function assignConfig(config: Config, next: Config): void {
  for (const name of Object.keys(config)) {
    if (!(name in next)) Reflect.deleteProperty(config, name)
  }
  Object.assign(config, next)
}

function listChanged(config: Config, next: Config): string[] {
  const values = (of: Config) => of as unknown as Record<string, unknown>
  return [...new Set([...Object.keys(config), ...Object.keys(next)])].filter(
    (name) => JSON.stringify(values(config)[name]) !== JSON.stringify(values(next)[name]),
  )
}

function describe(config: Config): ReturnType<SettingsTools['describe']> {
  const helps = readHelps()
  const usual = readConfig(config.environment, () => config.secret.join(), { unowned: true })
  return Object.fromEntries(
    SETTINGS.map((name) => [
      name,
      { ...kindOf(name), help: helps[name] ?? '', usual: usualOf(name, usual) },
    ]),
  ) as ReturnType<SettingsTools['describe']>
}

const LINES: readonly Setting[] = [
  'OPERATOR_ADDRESS',
  'LANDING_WORDS',
  'SHOP_LOGO',
  'SHOP_ICON',
  'TERMS_TEXT',
  'PRIVACY_TEXT',
  'IMPRINT_TEXT',
]

function kindOf(name: Setting): Pick<SettingView, 'kind' | 'choices'> {
  const schema = environment.shape[name]
  const inner = 'unwrap' in schema ? schema.unwrap() : schema
  if (inner instanceof z.ZodEnum) return { kind: 'choice', choices: inner.options as string[] }
  if (LINES.includes(name)) return { kind: 'lines', choices: [] }
  if (schema.safeParse('true').data === true) return { kind: 'flag', choices: [] }
  const isNumber = schema.safeParse('1').data === 1
  return { kind: isNumber ? 'number' : 'text', choices: [] }
}

function usualOf(name: Setting, config: Config): string | null {
  if (config.environment[name]) return null
  const { payments, payouts } = config
  const value = { ...config, PAYMENTS: payments, PAYOUTS: payouts }[name] as unknown
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null
}

const EXAMPLE = new URL('../../../.env.example', import.meta.url)
let helps: Record<string, string> | undefined

/** The sentence of each variable in `.env.example`, which also stands beside its field. */
function readHelps(): Record<string, string> {
  if (helps) return helps
  helps = {}
  let last: string | undefined
  for (const line of readFileSync(EXAMPLE, 'utf8').split('\n')) {
    const text = line.startsWith('# ') ? line.slice(2) : line
    const name = /^[A-Z][A-Z0-9_]+(?==)/.exec(text)?.[0]
    const at = text.indexOf('# ')
    const said = at < 0 ? '' : text.slice(at + 2).trim()
    if (name) helps[(last = name)] = said
    else if (last && said && line.startsWith('    ')) helps[last] += ` ${said}`
    else last = undefined
  }
  return helps
}
