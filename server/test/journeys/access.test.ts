import type { Route } from '@vignette/contract/define-route.ts'
import { API_BASE, paths, type RouteName } from '@vignette/contract/paths.ts'
import { routes } from '@vignette/contract/routes.ts'
import { mayCall, STAFF_CALLS, type StaffCall } from '@vignette/contract/staff.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EVERYBODY, type Row } from '../support/access/row.ts'
import { routesWithoutRow, TABLE } from '../support/access/table.ts'
import { type Cast, createWorld, ROLES, type Role, type World } from '../support/access/world.ts'
import { Browser } from '../support/browser.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

function browserOf(cast: Cast, role: Role) {
  return role === 'stranger' ? new Browser(world.app.url) : cast.browsers[role]
}

async function call(
  name: RouteName,
  row: Row,
  role: Role,
  cast: Cast,
  fresh: string,
  browser = browserOf(cast, role),
) {
  const [method, path] = paths[name]
  const { params = {}, query, body, form } = row.ask(world, role, fresh, cast)
  const filled = path.replace(/:(\w+)/g, (_whole, key: string) => params[key] ?? '')
  const address = `${API_BASE}${filled}${query ? `?${query.replace(/^&/, '')}` : ''}`
  const answer = await browser.fetch(address, {
    method,
    ...(body === undefined ? {} : { body }),
    ...(form ? { form: (await form()) as FormData } : {}),
  })
  return { status: answer.status, text: await answer.text() }
}

const FAILURE = ['error', 'code', 'request_id', 'details']

/** The owner comes last, since the owner's call may delete the object. */
const ORDER = [...ROLES].sort((a, b) => Number(a === 'owner') - Number(b === 'owner'))

describe.each(Object.keys(routes) as RouteName[])('%s', (name) => {
  test.each(TABLE[name].map((row) => [row.on, row] as const))('on %s', async (_on, row) => {
    const cast = row.ownCast ? await world.newCast() : world.cast
    const shared = row.fresh && !row.freshEach ? await row.fresh(world) : ''
    const answers: Partial<Record<Role, string>> = {}
    for (const role of ORDER) {
      const fresh = row.fresh && row.freshEach ? await row.fresh(world) : shared
      const { status, text } = await call(name, row, role, cast, fresh)
      answers[role] = `${status}`
      // A refusal shows no title, owner or file.
      if (status >= 400)
        expect(FAILURE).toEqual(expect.arrayContaining(Object.keys(JSON.parse(text))))
    }
    const wanted = Object.fromEntries(ROLES.map((role, at) => [role, `${row.answers[at]}`]))
    expect(answers).toEqual(wanted)
  })
})

test('the table has a row for every route and reports a missing row', () => {
  const names = Object.keys(routes)
  expect(routesWithoutRow(names, TABLE)).toEqual([])
  expect(routesWithoutRow([...names, 'readMinds'], TABLE)).toEqual(['readMinds'])
  const { getJob: _left, ...rest } = TABLE
  expect(routesWithoutRow(names, rest)).toEqual(['getJob'])
  expect(routesWithoutRow(names, { ...TABLE, getJob: [] })).toEqual(['getJob'])
})

test('in the table only admins may call a route for admins', () => {
  for (const [name, route] of Object.entries(routes)) {
    for (const row of TABLE[name as RouteName]) {
      if (route.access === 'admin') expect(row.answers.slice(0, 4)).toEqual([401, 401, 403, 403])
      if (route.access === 'user') expect(row.answers.slice(0, 2)).toEqual([401, 401])
    }
  }
})

const FOR_STAFF = Object.values<Route>(routes).filter(
  ({ access, operator }) => access === 'admin' || operator,
)

test('the table of roles names every call for the operator’s people, and no other', () => {
  expect(Object.keys(STAFF_CALLS).sort()).toEqual(FOR_STAFF.map(({ name }) => name).sort())
})

describe.each(FOR_STAFF.filter(({ access }) => access === 'admin').map(({ name }) => name))(
  '%s by role',
  (name) => {
    test.each(['moderator', 'finance'] as const)('as %s', async (role) => {
      const [row] = TABLE[name]
      if (!row) throw new Error(`the table has no row for ${name}`)
      const cast = row.ownCast ? await world.newCast() : world.cast
      const object = row.fresh ? await row.fresh(world) : ''
      const { status } = await call(name, row, 'admin', cast, object, world.staff[role])
      const may = mayCall([role], name as StaffCall)
      expect(status === 403 ? 'refused' : 'let in').toBe(may ? 'let in' : 'refused')
    })
  },
)

describe('a file', () => {
  const owner = [404, 404, 404, 200, 404]
  const reviewed = [404, 404, 404, 200, 200]
  test.each([
    ['public', EVERYBODY],
    ['private', owner],
    ['linked', owner],
    ['upload', owner],
    ['hidden', reviewed],
    ['reported', reviewed],
  ] as const)('%s', async (which, wanted) => {
    const answers = []
    for (const role of ROLES) {
      const answer = await browserOf(world.cast, role).fetch(world.files[which])
      answers.push(answer.status)
      const cached = which === 'public' ? /^public, max-age=600$/ : /no-store/
      expect(answer.headers.get('cache-control')).toMatch(cached)
    }
    expect(answers).toEqual(wanted)
  })

  test('a file behind a secret link opens with the key only', async () => {
    for (const role of ROLES) {
      const browser = browserOf(world.cast, role)
      const opened = await browser.fetch(`${world.files.linked}?key=${world.key}`)
      expect(opened.status).toBe(200)
      const other = await browser.fetch(`${world.files.private}?key=${world.key}`)
      expect(other.status).toBe(role === 'owner' ? 200 : 404)
    }
  })
})

describe('what lists and views hold', () => {
  test('show a caller only public creations of other people, without secrets or anonymous ids', async () => {
    const { creations, recipe, cast } = world
    const hidden = [creations.private, creations.linked, creations.hidden, creations.deleted]
    for (const role of ['stranger', 'visitor', 'user', 'admin'] as const) {
      const browser = browserOf(cast, role)
      for (const path of [
        `/workflows/${recipe}/creations`,
        `/users/${cast.ids.owner}/creations`,
        `/creations/${creations.public}`,
        `/workflows/${recipe}`,
        `/users/${cast.ids.owner}`,
        '/workflows?per_page=48',
        `/creations/${creations.linked}?key=${world.key}`,
      ]) {
        const { status, body } = await browser.json(path)
        expect(status).toBe(200)
        const text = JSON.stringify(body)
        const told = path.includes('key=') ? hidden.filter((id) => id !== creations.linked) : hidden
        for (const id of told) expect(text).not.toContain(id)
        expect(text).not.toMatch(
          /anon_|@example\.com|"secret_link":"|A \{\{wish\}\}|"draw","provider/,
        )
      }
    }
  })

  test('show a receipt, an open payment and jobs to their owner only', async () => {
    const { cast, creations, paidRecipe } = world
    for (const role of ['visitor', 'user', 'admin'] as const) {
      const browser = browserOf(cast, role)
      const receipt = await browser.json(`/creations/${creations.private}/receipt`)
      expect(receipt.body).toEqual({ receipt: null, creation_id: null })
      const open = await browser.json(`/payment/open?workflow_id=${paidRecipe}`)
      expect(open.body).toMatchObject({ payment: null, session_id: null, user_inputs: null })
      const jobs = await browser.json<{ jobs: { id: string }[] }>('/users/me/jobs')
      expect(jobs.body.jobs.map((job) => job.id)).not.toContain(world.job)
      const list = await browser.json<{ jobs: unknown }>('/users/me/earnings')
      expect(list.body).toMatchObject({ pending: 0, available: 0, recipes: [] })
    }
  })
})
