import { CAME_FROM, readCameFrom } from '@vignette/contract/visit-source.ts'
import { beforeEach, expect, test } from 'vitest'
import { forgetCookie, readCookie } from './browser.ts'
import { followArrivals, noteArrival, noteNamedArrival } from './came-from.ts'
import { navigate } from './router.tsx'

const ID = '01991a2b-0000-7000-8000-00000000000a'
const PAGE = `/workflows/${ID}`
const read = () => readCameFrom(readCookie(CAME_FROM), ID, new Date())?.source
const here = (path: string) => `${location.origin}${path}`

beforeEach(() => forgetCookie(CAME_FROM))

test('the source of a recipe’s visit is kept, and a page of this site does not replace a source from outside', () => {
  noteArrival(PAGE, here('/workflows'))
  expect(read()).toBe('discover')
  noteArrival(`${PAGE}?via=bio-nov`, 'https://www.instagram.com/')
  expect(read()).toBe('link:bio-nov')
  noteArrival(PAGE, here('/workflows?q=neon'))
  expect(read()).toBe('link:bio-nov')
})

test('other pages, and the return from the checkout, write no cookie', () => {
  noteArrival('/workflows', 'https://www.instagram.com/')
  noteArrival(`${PAGE}/remix?session_id=cs_1`, 'https://checkout.example/')
  // A cookie that was just forgotten may still stand there, empty.
  expect(readCookie(CAME_FROM) ?? '').toBe('')
})

test('pages that open without a document are followed', () => {
  navigate('/workflows?q=neon')
  followArrivals()
  navigate(PAGE)
  expect(read()).toBe('search')
  navigate(`${PAGE}/remix`)
  expect(read()).toBe('search')
})

test('a readable address counts as the recipe’s page, from which its form is no arrival', () => {
  navigate('/workflows?q=neon')
  followArrivals()
  navigate('/@mara/neon?via=bio-nov')
  noteNamedArrival(ID)
  expect(read()).toBe('link:bio-nov')
  forgetCookie(CAME_FROM)
  navigate(`${PAGE}/remix`)
  expect(read()).toBeUndefined()
})
