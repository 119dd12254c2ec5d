import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CAME_FROM_DAYS } from './number-limits.ts'
import {
  chooseSource,
  findVisitSource,
  INNER_SOURCES,
  isVisitSource,
  preferFan,
  readCameFrom,
  VISIT_SOURCE_MAX,
  type VisitSource,
  writeCameFrom,
} from './visit-source.ts'

const A = '01991a2b-0000-7000-8000-00000000000a'
const B = '01991a2b-0000-7000-8000-00000000000b'
const HOME = 'https://shop.example'
const NOW = new Date('2026-11-23T12:00:00Z')
const arrive = (path: string, from?: string) => findVisitSource(new URL(path, HOME), from)

test.each([
  ['', undefined, 'direct'],
  ['', '', 'direct'],
  ['', 'https://www.instagram.com/', 'host:instagram.com'],
  ['', 'https://l.instagram.com/?u=x', 'host:instagram.com'],
  ['', 'android-app://com.instagram.android/', 'direct'],
  ['', `${HOME}/`, 'front'],
  ['', `${HOME}/workflows`, 'discover'],
  ['', `${HOME}/workflows?utm_source=fan-link`, 'tag:fan-link'],
  ['', `${HOME}/workflows?sort_by=popular`, 'discover'],
  ['', `${HOME}/workflows?q=neon`, 'search'],
  ['', `${HOME}/workflows?creator=ada`, 'storefront'],
  ['', `${HOME}/@ada`, 'storefront'],
  ['', `${HOME}/creations/${B}`, 'creation'],
  ['', `${HOME}/workflows/${B}`, 'site'],
  ['', `${HOME}/workflows/${A}/remix`, undefined],
  ['?via=bio-nov', 'https://www.instagram.com/', 'link:bio-nov'],
  ['?via=Bio-Nov', undefined, 'link:bio-nov'],
  ['?via=%3Cscript%3E', undefined, 'direct'],
  ['?embed=blog.example', undefined, 'embed:blog.example'],
  ['?utm_source=newsletter', undefined, 'tag:newsletter'],
  ['?session_id=cs_1', 'https://checkout.stripe.com/', undefined],
])('%s from %s is %s', (query, from, source) => {
  expect(arrive(`/workflows/${A}${query}`, from)).toBe(source)
})

test('a source from outside is replaced by another source from outside, and by no page of this site', () => {
  expect(chooseSource('link:bio', 'discover')).toBe('link:bio')
  expect(chooseSource('link:bio', 'host:x.example')).toBe('host:x.example')
  expect(chooseSource('discover', 'search')).toBe('search')
  expect(chooseSource('discover', 'direct')).toBe('discover')
  expect(chooseSource('direct', 'site')).toBe('site')
  expect(chooseSource(undefined, 'direct')).toBe('direct')
})

test('a fan’s link counts over every way of the days before, and over ways without a name', () => {
  const on = (source: VisitSource, day: number) =>
    readCameFrom(
      writeCameFrom(undefined, A, source, new Date(NOW.getTime() + day * 86_400_000)),
      A,
      NOW,
    )
  const fan = 'tag:fan-link'
  expect(preferFan(undefined, NOW)).toBe(fan)
  expect(preferFan(on('discover', 0), NOW)).toBe(fan)
  expect(preferFan(on('link:bio-nov', -1), NOW)).toBe(fan)
  expect(preferFan(on('link:bio-nov', 0), NOW)).toBe('link:bio-nov')
  expect(preferFan(on('link:bio-nov', 1), NOW)).toBe('link:bio-nov')
})

test('the cookie keeps a source for its own recipe only, and for 30 days', () => {
  const cookie = writeCameFrom(undefined, A, 'link:bio-nov', NOW)
  const later = (days: number) => new Date(NOW.getTime() + days * 86_400_000)
  expect(readCameFrom(cookie, A, NOW)?.source).toBe('link:bio-nov')
  expect(readCameFrom(cookie, B, NOW)).toBeUndefined()
  expect(readCameFrom(cookie, A, later(CAME_FROM_DAYS - 1))?.source).toBe('link:bio-nov')
  expect(readCameFrom(cookie, A, later(CAME_FROM_DAYS))).toBeUndefined()
})

test('any text reads as a cookie without a source, or writes one that needs no quoting', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (cookie, name) => {
      const source = arrive(`/workflows/${A}?via=${encodeURIComponent(name)}`) ?? 'direct'
      expect(isVisitSource(source)).toBe(true)
      expect(source.length).toBeLessThanOrEqual(VISIT_SOURCE_MAX)
      const read = readCameFrom(cookie, A, NOW)
      expect(read === undefined || isVisitSource(read.source)).toBe(true)
      expect(writeCameFrom(cookie, A, source, NOW)).toMatch(/^[\w.~!:-]+$/)
    }),
  )
})

test('the cookie keeps the sources of the newest six recipes', () => {
  const ids = Array.from({ length: 8 }, (_, at) => A.replace(/.$/, String(at)))
  const cookie = ids.reduce((text, id) => writeCameFrom(text, id, 'discover', NOW), '')
  const kept = ids.filter((id) => readCameFrom(cookie, id, NOW))
  expect(kept).toEqual(ids.slice(-6))
  expect(INNER_SOURCES).toContain('discover')
})
