import { routes } from '@vignette/contract/routes.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { callRoute } from '../../test/support/call-route.ts'
import { newPerson, openModerated } from '../../test/support/moderation.ts'
import type { TestApp } from '../../test/support/start-test-app.ts'
import { CommandError } from '../command.ts'
import type { Ctx } from '../ctx.ts'
import { handle } from '../handle.ts'
import { startDrain } from '../platform/http/drain.ts'
import { principals } from '../schema/identity.ts'
import { createCallCommand } from './call-route.ts'
import { listBindings } from './features.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

let app: TestApp
let ctx: Ctx
beforeAll(async () => {
  app = await openModerated()
  ctx = app.ctx
})
afterAll(() => app.close())

const bindings = listBindings(startDrain())
const command = createCallCommand(bindings)

/** The sentence of a refusal. */
async function refusalOf(...words: string[]): Promise<string> {
  const error: unknown = await callRoute(ctx, ...words).catch((refusal: unknown) => refusal)
  expect(error).toBeInstanceOf(CommandError)
  return (error as CommandError).message
}

test('the call takes exactly what an admin alone may call, and what the operator may call too', () => {
  const listed = command.help?.([]).matchAll(/^ {2}(\w+)/gm) ?? []
  expect([...listed].map(([, name]) => name)).toEqual([
    'actOnReport',
    'adjustBalance',
    'approveCreator',
    'banPerson',
    'bookPayoutCost',
    'cancelRun',
    'compareBooks',
    'decideClaim',
    'decideObjection',
    'decideUnreported',
    'deletePerson',
    'downloadBackup',
    'endSessions',
    'exportAuditLog',
    'exportMargins',
    'exportPayoutRun',
    'exportStatement',
    'exportTaxReport',
    'forgetWaiting',
    'getBooks',
    'getDispute',
    'getFirstCatalogue',
    'getMargins',
    'getPayment',
    'getPerson',
    'getRun',
    'getSettings',
    'getStatement',
    'getToday',
    'grantCase',
    'inviteFromWaitlist',
    'liftPayoutHold',
    'listAllCases',
    'listAllDisputes',
    'listAllPayments',
    'listAllWorkflows',
    'listAuditLog',
    'listBackups',
    'listClaims',
    'listCreators',
    'listPayoutHolds',
    'listPayoutRuns',
    'listPeople',
    'listReports',
    'listRunPayouts',
    'listRuns',
    'listWaitlist',
    'markPayoutFailed',
    'markPayoutPaid',
    'pauseWorkflow',
    'previewPayoutRun',
    'refundPayment',
    'refundWarnedPayment',
    'refuseCase',
    'releaseAuthorisation',
    'removeFirstCatalogue',
    'retryRun',
    'reversePayout',
    'sendEvidence',
    'setPayoutHold',
    'setRoles',
    'startPayoutRun',
    'testSettings',
    'updateSettings',
  ])
})

test('no such call takes a file or streams, and each of its values has a name of its own', () => {
  for (const route of Object.values(routes)) {
    if (route.access !== 'admin' && !('operator' in route)) continue
    expect([route.name, 'stream' in route, 'fileField' in route]).toEqual([
      route.name,
      false,
      false,
    ])
    const keys = Object.values(['params', 'query', 'body'] as const).flatMap((part) =>
      part in route ? Object.keys((route as never)[part]['shape']) : [],
    )
    expect([route.name, new Set(keys).size]).toEqual([route.name, keys.length])
  }
})

test('--help of a call tells its values from the contract', () => {
  expect(command.help?.(['setPayoutHold'])).toBe(
    [
      'npm run cli -- call setPayoutHold principal_id=… [amount=…] reason=… [until=…]',
      '',
      '  Keep a creator’s money back from the next payouts, with the reason they read',
      '',
      '  principal_id  text                          The creator’s account id, or username',
      '  amount        whole number                  Cents; absent for everything',
      '  reason        text                          The creator reads it',
      '  until         time as 2026-11-30T12:00:00Z',
    ].join('\n'),
  )
  expect(command.help?.(['listReports'])).toContain('open or resolved or dismissed, else "open"')
  expect(command.help?.(['previewPayoutRun'])).toMatch(/^[^\n]+previewPayoutRun\n\n[^\n]+$/)
})

test('the call does what an admin does, and the audit log names the command line', async () => {
  const creator = await newPerson(app, 'called@example.com')
  expect(await callRoute(ctx, 'approveCreator', `id=${creator.id}`, 'approved=true')).toBe(
    'ok  true',
  )
  const [row] = await ctx.db.select().from(principals).where(eq(principals.id, creator.id))
  expect(row?.approvedCreatorAt).toBeInstanceOf(Date)
  expect(await callRoute(ctx, 'listAuditLog')).toMatch(
    /^actor +command line\naction +approve_creator\n/m,
  )
  const json = JSON.parse(await callRoute(ctx, 'listCreators', '--json', `who=${creator.id}`))
  expect(json).toMatchObject({ creators: [{ id: creator.id, asked_at: null }] })
})

test.each([
  [['approveCreator'], 'id: is required'],
  [['approveCreator', 'id=', 'approved=true'], 'id: is required'],
  [['approveCreator', 'id=..', 'approved=true'], 'id: is not valid'],
  [['approveCreator', 'id=a/b?c#d', 'approved=true'], 'id: Invalid UUID'],
  [['approveCreator', `id=${NOBODY}`], 'approved: is required'],
  [
    ['approveCreator', `id=${NOBODY}`, 'approved=yes'],
    'approved: expected boolean, received string',
  ],
  [['approveCreator', `id=${NOBODY}`, 'approved=true'], 'There is no such user.'],
  [['approveCreator', 'id=1', 'id=2'], 'id stands twice.'],
  [['approveCreator', 'ID=1'], 'approveCreator takes no ID; it takes id, approved.'],
  [['previewPayoutRun', 'at=1'], 'previewPayoutRun takes no at; it takes nothing.'],
  [['approveCreator', '--last', '3'], '"--last" is not KEY=VALUE.'],
  [['listAuditLog', 'limit=many'], 'limit: expected number, received NaN'],
  [['listAuditLog', 'limit=101'], 'limit: Too big: expected number to be <=100'],
  [['startPayoutRun'], 'total: is required\npayouts: is required'],
  [['startPayoutRun', 'total=1.50', 'payouts=1'], 'total: expected int, received number'],
  [['liftPayoutHold', `id=${'a'.repeat(301)}`], 'The request could not be read.'],
  [['exportPayoutRun', `id=${NOBODY}`], 'There is no such run.'],
  [['exportPayoutRun', `id=${NOBODY}`, '--json'], 'exportPayoutRun does not answer JSON.'],
])('%j is refused as the API refuses it', async (words, sentence) => {
  expect(await refusalOf(...words)).toBe(sentence)
})

test.each([
  ['listpayoutholds', 'There is no call listpayoutholds; did you mean listPayoutHolds?'],
  ['hold', 'There is no call hold; did you mean listPayoutHolds, setPayoutHold, liftPayoutHold?'],
  ['nonsense', 'There is no call nonsense; "npm run cli -- call" lists those that there are.'],
  ['getUser', 'getUser needs no operator: ask the server itself, GET /api/v1/users/:id.'],
  ...['uploadFile', 'streamJobEvents', 'createCreation', 'getDisputeFile'].map((name) => [
    name,
    `${name} needs a visitor or an account of one's own, and the command line has neither.`,
  ]),
])('%s is no call of the operator', async (name = '', sentence = '') => {
  expect(await refusalOf(name)).toBe(sentence)
  expect(() => command.help?.([name])).toThrow(sentence)
})

test('a value is a number, a boolean or JSON where the schema says so, and a text elsewhere', async () => {
  const body = z.object({
    text: z.string(),
    count: z.number().nullable(),
    list: z.array(z.number()),
    whole: z.object({ a: z.string() }).optional(),
  })
  const route = { ...routes.setPayoutHold, status: 200, body, answer: body } as never
  const echo = createCallCommand([handle(route, async (_, { body: given }) => given as never)])
  const call = async (...words: string[]) =>
    JSON.parse(await echo.run(ctx, ['setPayoutHold', '--json', ...words])) as unknown
  expect(await call('text=1=2', 'count=-1.5', 'list=[1,2]', 'whole={"a":"b"}')).toEqual({
    text: '1=2',
    count: -1.5,
    list: [1, 2],
    whole: { a: 'b' },
  })
  expect(await call('text=true', 'count=null', 'list=[]')).toMatchObject({
    text: 'true',
    count: null,
  })
  await expect(call('text=a', 'count=1', 'list=1,2')).rejects.toThrow(
    'list: expected array, received string',
  )
})

test('calls at once are answered each', async () => {
  const said = await Promise.all(Array.from({ length: 4 }, () => callRoute(ctx, 'listPayoutHolds')))
  expect(said).toEqual(Array(4).fill('holds: none'))
})
