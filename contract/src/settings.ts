import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { timestamp } from './entities.ts'
import { SETTING_GROUPS, SETTINGS, type SettingGroup } from './setting-groups.ts'

const admin = { access: 'admin', token: false } as const
const groups = Object.keys(SETTING_GROUPS) as [SettingGroup, ...SettingGroup[]]

const setting = z.object({
  name: z.enum(SETTINGS),
  kind: z.enum(['text', 'lines', 'flag', 'number', 'choice']),
  choices: z.array(z.string()),
  /** What it does, in a sentence. */
  help: z.string(),
  secret: z.boolean(),
  /** The environment wins over an admin; `usual` is set by neither. */
  origin: z.enum(['environment', 'admin', 'usual']),
  /** Null where nothing is set, and for each secret. */
  value: z.string().nullable(),
  /** What holds where nobody sets it; null where that is nothing. */
  usual: z.string().nullable(),
  changed_at: timestamp.nullable(),
  changed_by: z.string().nullable(),
})
export type SettingView = z.infer<typeof setting>

const settings = z.object({
  /** Grows with each change. */
  revision: z.number().int(),
  groups: z.array(z.object({ group: z.enum(groups), settings: z.array(setting) })),
})
export type SettingsView = z.infer<typeof settings>

/** Null takes back what an admin set. */
const values = z.partialRecord(z.enum(SETTINGS), z.string().trim().max(60_000).nullable())

export const getSettings = defineRoute('getSettings', {
  summary: 'What the operator chose, and where each value comes from; never a secret',
  ...admin,
  answer: settings,
  errors: ['unauthenticated', 'forbidden'],
})

export const updateSettings = defineRoute('updateSettings', {
  summary: 'Change settings, in every process within a second',
  ...admin,
  fresh: true,
  body: z.object({
    revision: z.number().int().min(0).describe('What the caller saw; a later change is refused'),
    values,
  }),
  answer: settings,
  errors: ['validation_failed', 'unauthenticated', 'forbidden', 'conflict'],
  rate: 'writes',
})
