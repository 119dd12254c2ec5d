import type { Route } from '@vignette/contract/define-route.ts'
import { API_BASE } from '@vignette/contract/paths.ts'
import { BODY } from '@vignette/contract/request-limits.ts'
import { routes } from '@vignette/contract/routes.ts'
import { MEGABYTE } from '@vignette/contract/upload-limits.ts'
import { z } from 'zod'
import { tally } from '../support/call-from.ts'
import type { Flood } from '../support/flood.ts'

const AN_ID = '018f0000-0000-7000-8000-000000000001'
const KINDS: Record<string, string> = { kind: 'image', gateway: 'sandbox' }

/** Sends 1 MB of invalid fields, and as much in valid fields, to each call that takes JSON. */
export const flood: Flood = async ({ call }) => {
  const taking = Object.values<Route>(routes).filter(({ method, body }) => method !== 'GET' && body)
  const bodies = taking.flatMap((route) => {
    const most = route.bodyBytes ?? BODY.bytes
    return [MEGABYTE, most].flatMap((bytes) =>
      [wrongMembers, wrongItems].map((make) => ({ route, body: fill(route, bytes - 200, make) })),
    )
  })
  return async () =>
    tally(
      await Promise.all(
        bodies.map(({ route: { method, path }, body }) =>
          call(API_BASE + path.replace(/:(\w+)/g, (_, name: string) => KINDS[name] ?? AN_ID), {
            method,
            body,
            headers: { 'content-type': 'application/json' },
          }),
        ),
      ),
    )
}

/** A body of that many bytes, spread evenly over its fields. */
function fill(route: Route, bytes: number, make: (bytes: number) => string): string {
  const names = route.body instanceof z.ZodObject ? Object.keys(route.body.shape) : ['a']
  const part = Math.floor(bytes / names.length) - 60
  return `{${names.map((name) => `${JSON.stringify(name)}:${make(part)}`).join(',')}}`
}

function wrongMembers(bytes: number): string {
  const members = Array.from({ length: Math.floor(bytes / 15) }, (_, at) => `"k${at}":[{}]`)
  return `{${members
    .join(',')
    .slice(0, bytes)
    .replace(/,[^,]*$/, '')}}`
}

function wrongItems(bytes: number): string {
  return `[${Array(Math.max(1, Math.floor(bytes / 3)))
    .fill('{}')
    .join(',')}]`
}
