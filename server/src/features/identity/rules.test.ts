import { expect, test } from 'vitest'
import { isReservedUsername, isUsernameForm } from './rules.ts'

test.each([
  'admin',
  'admin_',
  '_admin',
  'a.d.m.i.n',
  '4dm1n',
  'admin-anna',
  'the.admin',
  'adminteam',
  'vignette-support',
  'vignette2026',
  'my-vignette',
  'support.team',
  'team_support',
  'supp0rt-eu',
  'anna-support',
  'official.mara',
  'billing_desk',
  'guest-abcdef',
  'guest.abcdef',
  'anon_1',
  '..-_',
])('the username %s is reserved', (username) => {
  expect(isReservedUsername(username)).toBe(true)
})

test.each([
  'mara',
  'admiral',
  'mara.paints',
  'anna-1987',
  'guesthouse',
  'supportive',
  'the_one',
  'teamwork',
])('the username %s may be chosen', (username) => {
  expect(isReservedUsername(username)).toBe(false)
})

test.each(['mara\u202e', 'ma\u0007ra', 'mara\u200b', 'mára', 'Mara', 'ma ra'])(
  '%j does not have the form of a username',
  (username) => {
    expect(isUsernameForm(username)).toBe(false)
  },
)
