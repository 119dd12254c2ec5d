import { z } from 'zod'
import { countFirst } from './bounded.ts'
import { defineRoute, emptyAnswer } from './define-route.ts'
import { timestamp } from './entities.ts'
import { BODY } from './request-limits.ts'
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
  /** What holds where it is not set; null where that is nothing. */
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

const MOST_AT_ONCE = 100

/** Null takes back what an admin set. */
const values = countFirst(
  z
    .partialRecord(z.enum(SETTINGS), z.string().trim().max(60_000).nullable())
    .meta({ maxProperties: MOST_AT_ONCE }),
  'record',
  MOST_AT_ONCE,
)

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
  bodyBytes: BODY.documentBytes,
  body: z.object({
    revision: z.number().int().min(0).describe('What the caller saw; a later change is refused'),
    values,
  }),
  answer: settings,
  errors: ['validation_failed', 'unauthenticated', 'forbidden', 'conflict'],
  rate: 'writes',
})

const test = z.object({ group: z.enum(groups), values })
const trials = z.object({
  trials: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['ok', 'failed', 'not configured', 'not tried']),
      /** What was seen; of a failure also what to do. */
      sentence: z.string(),
      ms: z.number().int(),
    }),
  ),
})
export type TrialView = z.infer<typeof trials>['trials'][number]

export const testSettings = defineRoute('testSettings', {
  summary:
    'Call for real what settings name, with values that are not stored; mail writes to the caller',
  ...admin,
  fresh: true,
  body: test,
  answer: trials,
  errors: ['validation_failed', 'unauthenticated', 'forbidden'],
  rate: 'sign-ins',
})

/** From the log of a public server without an owner; once it is set up, these calls are not found. */
const owner = { access: 'anyone', rate: 'sign-ins' } as const
const code = z.string().trim().min(1).max(64)

export const readSetUp = defineRoute('readSetUp', {
  summary: 'What a server that nobody owns yet can be told, for the code in its log',
  ...owner,
  body: z.object({ code }),
  answer: settings,
  errors: ['validation_failed', 'forbidden', 'not_found'],
})

export const testSetUp = defineRoute('testSetUp', {
  summary: 'Try what a first start would store',
  ...owner,
  bodyBytes: BODY.documentBytes,
  body: test.extend({ code, mail_to: z.email().max(200).optional() }),
  answer: trials,
  errors: ['validation_failed', 'forbidden', 'not_found'],
})

export const finishSetUp = defineRoute('finishSetUp', {
  summary: 'Set up a server that nobody owns yet, and open it; the code is then spent',
  ...owner,
  bodyBytes: BODY.documentBytes,
  body: z.object({ code, values }),
  answer: emptyAnswer,
  errors: ['validation_failed', 'forbidden', 'not_found'],
})
